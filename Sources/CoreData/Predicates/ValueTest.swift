import Foundation

/// The test of a comparison on two values, with what can be prepared beforehand.
internal struct ValueTest {
    private let type: NSComparisonPredicate.Operator
    private let rules: ComparisonValue.Rules
    private let folding: StringFolding?
    private let isLocaleSensitive: Bool
    private let compareOptions: String.CompareOptions
    /// In a store, `==` and `!=` with nothing ask whether the other side is nothing.
    private let comparesWithNull: Bool
    /// In a store a number in the format is compared with text as text.
    private let hasConstantNumber: Bool
    private let prepared: PreparedOperand?

    internal init(
        _ type: NSComparisonPredicate.Operator, _ options: NSComparisonPredicate.Options,
        _ rules: ComparisonValue.Rules, right: ComparisonValue?, left: ComparisonValue?, comparesWithNull: Bool
    ) {
        self.type = type
        self.rules = rules
        self.comparesWithNull = comparesWithNull
        folding = StringFolding(options)
        isLocaleSensitive = options.contains(.localeSensitive) && !options.contains(.normalized)
        var compareOptions: String.CompareOptions = []
        if folding?.ignoresCase == true { compareOptions.insert(.caseInsensitive) }
        if folding?.ignoresDiacritics == true { compareOptions.insert(.diacriticInsensitive) }
        self.compareOptions = compareOptions
        hasConstantNumber = right?.isNumeric == true || left?.isNumeric == true
        let folding = StringFolding(options)
        prepared = right.flatMap { PreparedOperand($0, type, folding) }
    }

    internal func truth(_ left: ComparisonValue, _ right: ComparisonValue) -> Truth {
        switch type {
        case .equalTo: equality(left, right)
        case .notEqualTo: !equality(left, right)
        case .lessThan: ordering(left, right) { $0 < 0 }
        case .lessThanOrEqualTo: ordering(left, right) { $0 <= 0 }
        case .greaterThan: ordering(left, right) { $0 > 0 }
        case .greaterThanOrEqualTo: ordering(left, right) { $0 >= 0 }
        case .between: between(left, right)
        case .in: membership(left, in: right)
        case .contains: left.elements == nil ? substring(left, right) : membership(right, in: left)
        case .beginsWith, .endsWith, .like, .matches: substring(left, right)
        }
    }

    private var unknown: Truth {
        rules == .store ? .unknown : .no
    }

    // MARK: Equality and order

    private func equality(_ left: ComparisonValue, _ right: ComparisonValue) -> Truth {
        if left.isNull || right.isNull {
            if rules == .inMemory || comparesWithNull { return Truth(left.isNull && right.isNull) }
            return .unknown
        }
        return Truth(order(left, right) == 0)
    }

    private func ordering(
        _ left: ComparisonValue, _ right: ComparisonValue, _ holds: (Int) -> Bool
    ) -> Truth {
        if left.isNull || right.isNull { return unknown }
        return order(left, right).map { Truth(holds($0)) } ?? .no
    }

    private func order(_ left: ComparisonValue, _ right: ComparisonValue) -> Int? {
        guard case .text(let a) = left, case .text(let b) = right else {
            return hasConstantNumber && rules == .store ? orderOfMixed(left, right) : left.order(to: right, rules)
        }
        if isLocaleSensitive {
            return a.compare(b, options: compareOptions, range: nil, locale: .current).rawValue
        }
        guard let folding else { return ComparisonValue.order(a, b) }
        return ComparisonValue.order(folding.fold(a), prepared?.text ?? folding.fold(b))
    }

    /// A number written in the predicate, and text from a column: SQLite takes the number as text.
    private func orderOfMixed(_ left: ComparisonValue, _ right: ComparisonValue) -> Int? {
        switch (left, right) {
        case (.text(let text), _) where right.isNumeric:
            right.textForm.map { ComparisonValue.order(text, $0) }
        case (_, .text(let text)) where left.isNumeric:
            left.textForm.map { ComparisonValue.order($0, text) }
        default: left.order(to: right, rules)
        }
    }

    private func between(_ left: ComparisonValue, _ right: ComparisonValue) -> Truth {
        guard let bounds = right.elements, bounds.count == 2 else { return unknown }
        let lower = ordering(left, bounds[0]) { $0 >= 0 }
        let upper = ordering(left, bounds[1]) { $0 <= 0 }
        if lower == .no || upper == .no { return .no }
        return lower == .yes && upper == .yes ? .yes : .unknown
    }

    // MARK: Collections

    private func membership(_ value: ComparisonValue, in collection: ComparisonValue) -> Truth {
        guard let elements = collection.elements else {
            // `"an" IN "banana"`
            return type == .in ? substring(collection, value) : unknown
        }
        if elements.isEmpty { return .no }
        if value.isNull {
            if rules == .inMemory { return Truth(elements.contains(where: \.isNull)) }
            return .unknown
        }
        if isLocaleSensitive {
            if elements.contains(where: { order(value, $0) == 0 }) { return .yes }
            return elements.contains(where: \.isNull) ? unknown : .no
        }
        let sought = folding.map { value.folded($0) } ?? value
        let members = prepared?.members
        if let members {
            if members.contains(sought, rules) { return .yes }
            return members.containsNull ? unknown : .no
        }
        if elements.contains(where: { sought.order(to: folding.map($0.folded) ?? $0, rules) == 0 }) { return .yes }
        return elements.contains(where: \.isNull) ? unknown : .no
    }

    // MARK: Text

    private func substring(_ whole: ComparisonValue, _ part: ComparisonValue) -> Truth {
        if whole.isNull || part.isNull { return unknown }
        guard var text = whole.textForm, let part = part.textForm else { return .no }
        if isLocaleSensitive, type != .like, type != .matches { return localized(text, part) }
        if let folding, type != .matches || folding.ignoresDiacritics { text = folding.fold(text) }
        switch type {
        case .like: return Truth((prepared?.pattern ?? LikePattern(folded(part))).matches(text))
        case .matches: return matches(text, part)
        default: break
        }
        // `IN` prepares its right side, which is the whole here.
        let sought = type == .in ? folded(part) : prepared?.text ?? folded(part)
        // The empty string is in no string, as with Apple.
        if sought.isEmpty { return .no }
        switch type {
        case .beginsWith: return Truth(text.hasPrefixBytes(sought))
        case .endsWith: return Truth(text.hasSuffixBytes(sought))
        default: return Truth(text.containsBytes(sought))
        }
    }

    private func folded(_ text: String) -> String {
        folding.map { $0.fold(text) } ?? text
    }

    private func matches(_ text: String, _ pattern: String) -> Truth {
        if let expression = prepared?.expression { return Truth(RegularExpressions.matches(text, expression)) }
        let expression = try? RegularExpressions.expression(
            folding?.ignoresDiacritics == true ? folded(pattern) : pattern,
            ignoresCase: folding?.ignoresCase ?? false)
        // A pattern that is none matches nothing in memory; a fetch throws an error that says so.
        return Truth(expression.map { RegularExpressions.matches(text, $0) } ?? false)
    }

    private func localized(_ text: String, _ part: String) -> Truth {
        var options = compareOptions
        if type == .beginsWith || type == .endsWith { options.insert(.anchored) }
        if type == .endsWith { options.insert(.backwards) }
        return Truth(text.range(of: part, options: options, range: nil, locale: .current) != nil)
    }
}
