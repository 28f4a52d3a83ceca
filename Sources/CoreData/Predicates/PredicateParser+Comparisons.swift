import Foundation

extension PredicateParser {
    /// The comparison that the token stands for, which is then read; `nil` when it is none.
    internal mutating func comparisonOperator() throws(PredicateFormatError) -> NSComparisonPredicate.Operator? {
        let type: NSComparisonPredicate.Operator? =
            switch token {
            case .symbol(.equal): .equalTo
            case .symbol(.notEqual): .notEqualTo
            case .symbol(.less): .lessThan
            case .symbol(.lessOrEqual): .lessThanOrEqualTo
            case .symbol(.greater): .greaterThan
            case .symbol(.greaterOrEqual): .greaterThanOrEqualTo
            case .word: keyword?.comparison
            default: nil
            }
        return type
    }

    /// Reads the operator's options and the right side of a comparison. The operator is the current token.
    internal mutating func comparison(
        _ left: NSExpression, _ type: NSComparisonPredicate.Operator
    ) throws(PredicateFormatError) -> NSPredicate {
        let options = try scanner.options() ?? []
        try advance()
        let start = tokenOffset
        let right = try expression(try node(atLeast: Precedence.arithmetic), at: start)
        if case .aggregate(let bounds) = right.kind, type == .between, bounds.count != 2 {
            throw error("BETWEEN takes two values, {lower, upper}", at: start)
        }
        return NSComparisonPredicate(
            leftExpression: left, rightExpression: right, modifier: .direct, type: type, options: options)
    }
}
