import Foundation

/// One comparison of a predicate, in SQL.
struct SQLComparison {
    private let comparison: NSComparisonPredicate
    private let place: SQLQuery.Place
    private let query: SQLQuery
    private let folding: StringFolding?

    init(_ comparison: NSComparisonPredicate, at place: SQLQuery.Place, in query: SQLQuery) {
        self.comparison = comparison
        self.place = place
        self.query = query
        folding = StringFolding(comparison.options)
    }

    func text() throws -> String {
        if comparison.comparisonPredicateModifier != .direct { return try quantified() }
        let type = comparison.predicateOperatorType
        if type == .in { return try membership(comparison.leftExpression, in: comparison.rightExpression) }
        if type == .contains, try leadsToMany(comparison.leftExpression) {
            return try membership(comparison.rightExpression, in: comparison.leftExpression)
        }
        if type == .between { return try between(comparison.leftExpression) }
        return try compare(comparison.leftExpression, comparison.rightExpression)
    }

    private func leadsToMany(_ expression: NSExpression) throws -> Bool {
        guard case .keyPath(let path, let operand) = expression.kind, !path.contains("@"),
            case .many = try SQLExpression(expression, path, operand, at: place, in: query).end
        else { return false }
        return true
    }

    // MARK: Values

    private func compare(_ left: NSExpression, _ right: NSExpression) throws -> String {
        let type = comparison.predicateOperatorType
        if case .constant(let value) = right.kind, ComparisonValue(value).isNull {
            return try compareWithNothing(left, type)
        }
        if case .constant(let value) = left.kind, ComparisonValue(value).isNull {
            return try compareWithNothing(right, type)
        }
        let a = try SQLExpression.text(left, at: place, in: query, folding: folding)
        switch type {
        case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            let b = try SQLExpression.text(right, at: place, in: query, folding: folding)
            return "\(a) \(Self.sign(type)) \(b)"
        case .beginsWith:
            if folding == nil, let range = try prefixRange(left, a, right) { return range }
            let b = try SQLExpression.text(right, at: place, in: query, folding: folding)
            return "\(SQLFunctions.hasPrefix)(\(a), \(b))"
        case .endsWith:
            let b = try SQLExpression.text(right, at: place, in: query, folding: folding)
            return "\(SQLFunctions.hasSuffix)(\(a), \(b))"
        case .contains:
            let b = try SQLExpression.text(right, at: place, in: query, folding: folding)
            return "\(SQLFunctions.contains)(\(a), \(b))"
        case .like:
            let b = try SQLExpression.text(right, at: place, in: query, folding: folding)
            return "\(SQLFunctions.like)(\(a), \(b))"
        case .matches:
            return try regularExpression(left, right)
        case .in, .between:
            throw query.untranslatable("“\(comparison.formatText)”")
        }
    }

    private func compareWithNothing(
        _ expression: NSExpression, _ type: NSComparisonPredicate.Operator
    ) throws -> String {
        let text = try SQLExpression.text(expression, at: place, in: query, folding: nil)
        switch type {
        case .equalTo: return "\(text) IS NULL"
        case .notEqualTo: return "\(text) IS NOT NULL"
        default: return "\(text) = NULL"
        }
    }

    private static func sign(_ type: NSComparisonPredicate.Operator) -> String {
        switch type {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .notEqualTo: "<>"
        default: "="
        }
    }

    /// `BEGINSWITH` on a column of text as a range, which an index answers.
    private func prefixRange(_ left: NSExpression, _ column: String, _ right: NSExpression) throws -> String? {
        guard case .constant(let value) = right.kind, case .text(let prefix) = ComparisonValue(value),
            case .keyPath(let path, let operand) = left.kind, !path.contains("@"),
            case .column(_, .string?) = try SQLExpression(left, path, operand, at: place, in: query).end
        else { return nil }
        guard let end = Self.end(ofPrefix: prefix) else {
            // The empty string begins no string, as with Apple; of nothing nobody knows.
            return prefix.isEmpty ? "\(column) <> \(column)" : nil
        }
        return "(\(column) >= \(query.bind(.text(prefix))) AND \(column) < \(query.bind(.text(end))))"
    }

    /// The first text behind all that begin with `prefix`.
    private static func end(ofPrefix prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            var next = last.value + 1
            if next == 0xD800 { next = 0xE000 }
            guard let scalar = Unicode.Scalar(next) else { continue }
            scalars.append(scalar)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return String(text)
        }
        return nil
    }

    private func regularExpression(_ left: NSExpression, _ right: NSExpression) throws -> String {
        let ignoresMarks = folding?.ignoresDiacritics ?? false
        let marks = ignoresMarks ? folding : nil
        if case .constant(let value) = right.kind, case .text(let pattern) = ComparisonValue(value) {
            do {
                _ = try RegularExpressions.expression(pattern, ignoresCase: folding?.ignoresCase ?? false)
            } catch {
                throw CocoaErrorText.error(
                    NSCoreDataError, "“\(pattern)” is no regular expression: \(error.localizedDescription)")
            }
        }
        let a = try SQLExpression.text(left, at: place, in: query, folding: marks)
        let b = try SQLExpression.text(right, at: place, in: query, folding: marks)
        return "\(SQLFunctions.matches)(\(a), \(b), \(folding?.ignoresCase == true ? 1 : 0))"
    }

    private func between(_ left: NSExpression) throws -> String {
        let bounds: [NSExpression]
        switch comparison.rightExpression.kind {
        case .aggregate(let parts): bounds = parts
        case .constant(let value):
            bounds = ComparisonValue(value).elements?.map { NSExpression(forConstantValue: $0.boxed) } ?? []
        default: bounds = []
        }
        guard bounds.count == 2 else { throw query.untranslatable("“\(comparison.formatText)”, without two bounds,") }
        func side(_ sign: String, _ bound: NSExpression) throws -> String {
            let a = try SQLExpression.text(left, at: place, in: query, folding: folding)
            let b = try SQLExpression.text(bound, at: place, in: query, folding: folding)
            return "\(a) \(sign) \(b)"
        }
        return "(\(try side(">=", bounds[0])) AND \(try side("<=", bounds[1])))"
    }

    // MARK: Collections

    private func membership(_ member: NSExpression, in collection: NSExpression) throws -> String {
        switch collection.kind {
        case .constant(let value):
            let value = ComparisonValue(value)
            if let elements = value.elements { return try membership(member, among: elements) }
            if value.isNull { return try "\(SQLExpression.text(member, at: place, in: query, folding: nil)) = NULL" }
        case .aggregate(let parts):
            let constants = parts.map { part -> ComparisonValue? in
                if case .constant(let value) = part.kind { return ComparisonValue(value) }
                return nil
            }
            if !constants.contains(where: { $0 == nil }) {
                return try membership(member, among: constants.compactMap { $0 })
            }
            let left = try SQLExpression.text(member, at: place, in: query, folding: folding)
            let texts = try parts.map { try SQLExpression.text($0, at: place, in: query, folding: folding) }
            return "\(left) IN (\(texts.joined(separator: ", ")))"
        case .keyPath(let path, let operand) where !path.contains("@"):
            if case .many(let source, let toMany, let rest) = try SQLExpression(
                collection, path, operand, at: place, in: query
            ).end {
                let member = try SQLExpression.text(member, at: place, in: query, folding: folding)
                let inner = try query.subquery(over: toMany, from: source) { place in
                    try SQLExpression.text(
                        NSExpression(forKeyPath: rest.isEmpty ? "self" : rest.joined(separator: ".")), at: place,
                        in: query, folding: folding)
                }
                return "\(member) IN (\(inner))"
            }
        default: break
        }
        // `"an" IN name`: the right side is text.
        let whole = try SQLExpression.text(collection, at: place, in: query, folding: folding)
        let part = try SQLExpression.text(member, at: place, in: query, folding: folding)
        return "\(SQLFunctions.contains)(\(whole), \(part))"
    }

    private func membership(_ member: NSExpression, among elements: [ComparisonValue]) throws -> String {
        if elements.isEmpty { return "0" }
        let left = try SQLExpression.text(member, at: place, in: query, folding: folding)
        let isText = try leadsToText(member)
        var integers: [Int64] = []
        var texts: [String] = []
        var others: [SQLValue] = []
        var hasNull = false
        for element in elements {
            let element = isText ? element.textForm.map(ComparisonValue.text) ?? element : element
            guard let value = SQLValue(folding.map(element.folded) ?? element) else {
                throw query.untranslatable("“\(comparison.formatText)”, with values no store keeps,")
            }
            switch value {
            case .null: hasNull = true
            case .integer(let number): integers.append(number)
            case .text(let text): texts.append(text)
            default: others.append(value)
            }
        }
        var parts: [String] = []
        // Whole numbers and text go as one JSON list, whatever their number: the statement stays the same.
        if !integers.isEmpty {
            let list = "[" + integers.map(String.init).joined(separator: ",") + "]"
            parts.append("\(left) IN (SELECT value FROM json_each(\(query.bind(.text(list)))))")
        }
        if !texts.isEmpty {
            parts.append("\(left) IN (SELECT value FROM json_each(\(query.bind(.text(try Self.json(texts))))))")
        }
        for start in stride(from: 0, to: others.count, by: 500) {
            let some = others[start..<min(start + 500, others.count)]
            parts.append("\(left) IN (\(some.map { query.bind($0) }.joined(separator: ", ")))")
        }
        if hasNull { parts.append("\(left) = NULL") }
        return "(" + parts.joined(separator: " OR ") + ")"
    }

    /// Whether an expression is a column of text. A list has no affinity, so numbers beside it are given as text.
    private func leadsToText(_ expression: NSExpression) throws -> Bool {
        guard case .keyPath(let path, let operand) = expression.kind, !path.contains("@"),
            case .column(_, .string?) = try SQLExpression(expression, path, operand, at: place, in: query).end
        else { return false }
        return true
    }

    private static func json(_ texts: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    }

    // MARK: ANY and ALL

    private func quantified() throws -> String {
        let wantsAll = comparison.comparisonPredicateModifier == .all
        let left = comparison.leftExpression
        let plain = { (path: String) in
            NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: path), rightExpression: comparison.rightExpression,
                modifier: .direct, type: comparison.predicateOperatorType, options: comparison.options)
        }
        guard case .keyPath(let path, let operand) = left.kind, !path.contains("@"),
            case .many(let source, let toMany, let rest) = try SQLExpression(
                left, path, operand, at: place, in: query
            ).end
        else {
            // A path to one value is a collection of it.
            let direct = NSComparisonPredicate(
                leftExpression: left, rightExpression: comparison.rightExpression, modifier: .direct,
                type: comparison.predicateOperatorType, options: comparison.options)
            let text = try SQLComparison(direct, at: place, in: query).text()
            return "COALESCE(\(text), 0)"
        }
        let inner = try query.subquery(over: toMany, from: source, select: { _ in "1" }) { place in
            let path = rest.isEmpty ? "self" : rest.joined(separator: ".")
            // A second to-many relationship on the path is gone through the same way.
            let part: NSComparisonPredicate
            if case .many = try query.operand(forKeyPath: path, at: place) {
                part = NSComparisonPredicate(
                    leftExpression: NSExpression(forKeyPath: path), rightExpression: comparison.rightExpression,
                    modifier: comparison.comparisonPredicateModifier, type: comparison.predicateOperatorType,
                    options: comparison.options)
            } else {
                part = plain(path)
            }
            let text = try SQLComparison(part, at: place, in: query).text()
            return wantsAll ? "NOT COALESCE(\(text), 0)" : text
        }
        return wantsAll ? "NOT EXISTS (\(inner))" : "EXISTS (\(inner))"
    }
}
