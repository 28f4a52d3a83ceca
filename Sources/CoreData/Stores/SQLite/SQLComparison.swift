import Foundation

/// One comparison of a predicate, in SQL.
struct SQLComparison {
    let comparison: NSComparisonPredicate
    let place: SQLQuery.Place
    let query: SQLQuery
    let folding: StringFolding?
    /// How the sides are written.
    let sides: SQLExpression
    /// The comparison as messages show it.
    private let shown: NSComparisonPredicate

    init(
        _ comparison: NSComparisonPredicate, at place: SQLQuery.Place, in query: SQLQuery,
        shownAs shown: NSComparisonPredicate? = nil
    ) {
        self.comparison = comparison
        self.shown = shown ?? comparison
        self.place = place
        self.query = query
        folding = StringFolding(comparison.options)
        sides = SQLExpression(at: place, in: query, folding: folding)
    }

    /// The comparison as a condition.
    /// - Throws: an error when it does not fit the model or cannot be said in SQL.
    func text() throws -> String {
        switch comparison.comparisonPredicateModifier {
        case .direct: break
        case .any: return try quantified(all: false)
        case .all: return try quantified(all: true)
        }
        return try compare(comparison.leftExpression, comparison.rightExpression)
    }

    /// The comparison with another left side and without a modifier.
    private func direct(_ left: NSExpression, at place: SQLQuery.Place) -> SQLComparison {
        SQLComparison(
            NSComparisonPredicate(
                leftExpression: left, rightExpression: comparison.rightExpression, modifier: .direct,
                type: comparison.predicateOperatorType, options: comparison.options), at: place, in: query,
            shownAs: shown)
    }

    var untranslatable: NSError { untranslatable("") }

    func untranslatable(_ why: String) -> NSError { query.untranslatable("“\(shown.formatText)”\(why)") }

    // MARK: Values

    private func compare(_ left: NSExpression, _ right: NSExpression) throws -> String {
        let type = comparison.predicateOperatorType
        switch type {
        case .in: return try membership(left, in: right)
        case .contains: if try sides.many(left) != nil { return try membership(right, in: left) }
        case .between: return try between(left, right)
        default: break
        }
        if right.constantInStore?.isNull == true { return try compareWithNothing(left) }
        if left.constantInStore?.isNull == true { return try compareWithNothing(right) }
        if isLocaleSensitive { return try localized(left, type, right) }
        if type == .beginsWith, folding == nil, let range = try prefixRange(left, right) { return range }
        let (a, b) = try pair(left, right)
        switch type {
        case .lessThan: return "\(a) < \(b)"
        case .lessThanOrEqualTo: return "\(a) <= \(b)"
        case .greaterThan: return "\(a) > \(b)"
        case .greaterThanOrEqualTo: return "\(a) >= \(b)"
        case .equalTo: return "\(a) = \(b)"
        case .notEqualTo: return "\(a) <> \(b)"
        case .beginsWith: return "\(SQLFunctions.hasPrefix)(\(a), \(b))"
        case .endsWith: return "\(SQLFunctions.hasSuffix)(\(a), \(b))"
        case .contains: return "\(SQLFunctions.contains)(\(a), \(b))"
        case .like: return "\(SQLFunctions.like)(\(a), \(b))"
        case .matches:
            try checkPattern(right)
            return "\(SQLFunctions.matches)(\(a), \(b), \(folding?.ignoresCase == true ? 1 : 0))"
        case .in, .between: throw untranslatable
        }
    }

    /// Both sides in SQL, a constant in the form of the column it is compared with.
    private func pair(_ left: NSExpression, _ right: NSExpression) throws -> (String, String) {
        let (leftColumn, rightColumn) = (try column(left), try column(right))
        var sides = sides
        if comparison.predicateOperatorType == .matches, folding?.ignoresDiacritics != true {
            // The expression itself knows what to do with case; folding the pattern would change its classes.
            sides.folding = nil
        }
        let a = try sides.term(left, like: rightColumn).text
        return (a, try sides.term(right, like: leftColumn).text)
    }

    private func column(_ expression: NSExpression) throws -> SQLTerm? {
        guard let column = try sides.column(expression) else { return nil }
        if column.isExternal {
            throw query.untranslatable(
                "“\(expression)”, whose values may be in files of their own and can only be compared with nil,")
        }
        return column
    }

    private func compareWithNothing(_ expression: NSExpression) throws -> String {
        let text = try sides.unfolded.term(expression).text
        switch comparison.predicateOperatorType {
        case .equalTo: return "\(text) IS NULL"
        case .notEqualTo: return "\(text) IS NOT NULL"
        default: return "\(text) = NULL"
        }
    }

    /// `BEGINSWITH` on a column of text as a range, which an index answers.
    private func prefixRange(_ left: NSExpression, _ right: NSExpression) throws -> String? {
        guard case .text(let prefix)? = right.constantInStore, let column = try sides.column(left),
            column.kind == .string
        else { return nil }
        // The empty string begins no string, as with Apple; of nothing nobody knows.
        if prefix.isEmpty { return "\(column.text) <> \(column.text)" }
        guard let end = Self.end(ofPrefix: prefix) else { return nil }
        let lower = "\(column.text) >= \(query.bind(.text(prefix)))"
        return "(\(lower) AND \(column.text) < \(query.bind(.text(end))))"
    }

    /// The first text behind all that begin with `prefix`.
    private static func end(ofPrefix prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            var next = last.value + 1
            if next == 0xD800 { next = 0xE000 }
            guard let scalar = Unicode.Scalar(next) else { continue }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars + [scalar])
            return String(text)
        }
        return nil
    }

    private func checkPattern(_ expression: NSExpression) throws {
        guard case .text(let pattern)? = expression.constantInStore else { return }
        do {
            _ = try RegularExpressions.expression(
                folding?.ignoresDiacritics == true ? folding?.fold(pattern) ?? pattern : pattern,
                ignoresCase: folding?.ignoresCase ?? false)
        } catch {
            throw CocoaErrorText.error(
                NSCoreDataError, "“\(pattern)” is no regular expression: \(error.localizedDescription)")
        }
    }

    private func between(_ left: NSExpression, _ right: NSExpression) throws -> String {
        let bounds: [NSExpression]
        switch right.kind {
        case .aggregate(let parts): bounds = parts
        default: bounds = right.constantInStore?.elements?.map { NSExpression(forConstantValue: $0.boxed) } ?? []
        }
        guard bounds.count == 2 else {
            throw untranslatable(", without two bounds,")
        }
        func side(_ sign: String, _ bound: NSExpression) throws -> String {
            if isLocaleSensitive, bound.constantInStore?.isNull != true {
                return try localized(left, sign == ">=" ? .greaterThanOrEqualTo : .lessThanOrEqualTo, bound)
            }
            let (a, b) = try pair(left, bound)
            return "\(a) \(sign) \(b)"
        }
        return "(\(try side(">=", bounds[0])) AND \(try side("<=", bounds[1])))"
    }

    // MARK: ANY and ALL

    private func quantified(all wantsAll: Bool) throws -> String {
        let left = comparison.leftExpression
        guard let (source, toMany, rest) = try sides.many(left) else {
            // A path to one value is a collection of it, and of nothing when there is none.
            let value = try sides.unfolded.term(left).text
            let condition = try direct(left, at: place).text()
            return wantsAll
                ? "(\(value) IS NULL OR COALESCE(\(condition), 0))"
                : "(\(value) IS NOT NULL AND COALESCE(\(condition), 0))"
        }
        let inner = try query.subquery(
            over: toMany, from: source, rest: rest, select: { _, _ in "1" },
            where: { inner, rest in
                // The right side starts at the object outside, the left one at the one inside.
                let name = "\u{1}\(inner.alias)"
                query.variables.append((name, inner))
                defer { query.variables.removeLast() }
                let element =
                    rest.isEmpty
                    ? NSExpression(forVariable: name)
                    : NSExpression(
                        kind: .keyPath(rest.joined(separator: "."), operand: NSExpression(forVariable: name)))
                let condition = try direct(element, at: place).text()
                return wantsAll ? "NOT COALESCE(\(condition), 0)" : condition
            })
        return wantsAll ? "NOT EXISTS (\(inner))" : "EXISTS (\(inner))"
    }
}
