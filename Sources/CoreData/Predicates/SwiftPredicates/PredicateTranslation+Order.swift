import Foundation

extension PredicateTranslation {
    /// The order of two texts, as the number of a `ComparisonResult`; nothing where one is missing.
    internal mutating func order(
        _ left: some PredicateExpression, _ right: some PredicateExpression, _ options: NSComparisonPredicate.Options
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let (a, b) = (try expression(left), try expression(right))
        func number(_ result: ComparisonResult) -> NSExpression { NSExpression(forConstantValue: result.rawValue) }
        func either(_ type: NSComparisonPredicate.Operator, _ result: ComparisonResult, _ other: NSExpression)
            -> NSExpression
        {
            NSExpression(
                forConditional: Self.compare(a, type, b, options), trueExpression: number(result),
                falseExpression: other)
        }
        let isAbove = either(.greaterThan, .orderedDescending, NSExpression(forConstantValue: nil))
        return .expression(either(.equalTo, .orderedSame, either(.lessThan, .orderedAscending, isAbove)))
    }
}
