// Comparisons by the rules of the current locale, `[l]`: the test of unsaved objects, called from SQL.
extension SQLComparison {
    /// Whether text is compared by the rules of the current locale.
    var isLocaleSensitive: Bool {
        guard comparison.options.contains(.localeSensitive), !comparison.options.contains(.normalized) else {
            return false
        }
        switch comparison.predicateOperatorType {
        case .like, .matches: return false
        default: return true
        }
    }

    /// A test of two values, which must not be nil constants.
    func localized(
        _ left: NSExpression, _ type: NSComparisonPredicate.Operator, _ right: NSExpression
    ) throws -> String {
        let written = sides.unfolded
        let (leftColumn, rightColumn) = (try written.column(left), try written.column(right))
        let a = try written.term(left, like: rightColumn).text
        let b = try written.term(right, like: leftColumn).text
        return "\(SQLFunctions.test)(\(a), \(b), \(type.rawValue), \(comparison.options.rawValue))"
    }

    /// `IN` as one test for each element.
    func localizedMembership(_ member: NSExpression, among elements: [ComparisonValue]) throws -> String {
        let tests = try elements.map { element in
            if element.isNull { return "\(try sides.unfolded.term(member).text) = NULL" }
            return try localized(member, .equalTo, NSExpression(forConstantValue: element.boxed))
        }
        return SQLQuery.balanced(tests[...], " OR ")
    }
}
