import Foundation

extension NSExpression {
    /// Creates an expression from a Swift expression on a managed object class.
    ///
    ///     NSExpression(#Expression<Plant, Int> { $0.sowings.count })
    ///
    /// - Parameter expression: properties of the model, captured values, and what the language of predicates can say of
    ///   them.
    /// - Returns: nil when a part has no form in that language; ``translate(_:)`` says which.
    public convenience init?<Input: NSObject, Output>(_ expression: Expression<Input, Output>) {
        guard let result = try? Self.translate(expression) else { return nil }
        self.init(kind: result.kind)
    }

    /// Translates a Swift expression on a managed object class, throwing where `NSExpression(_:)` gives nil. Not part
    /// of Apple's API.
    ///
    /// - Parameter expression: properties of the model, captured values, and what the language of predicates can say of
    ///   them.
    /// - Throws: `PredicateTranslationError`, which names the part that has no form in that language.
    public class func translate<Input: NSObject, Output>(
        _ expression: Expression<Input, Output>
    ) throws(PredicateTranslationError) -> NSExpression {
        var translation = PredicateTranslation(subject: expression.variable.key)
        return try translation.expression(expression.expression)
    }
}
