import Foundation

extension PredicateFormatting where Self: NSPredicate {
    /// Creates a predicate from a Swift predicate on a managed object class.
    ///
    ///     request.predicate = NSPredicate(#Predicate<Plant> { $0.genus == "Lithops" })
    ///
    /// It goes by the rules of `NSPredicate`: a fetch answers as the store does, and a comparison with a value that is
    /// nil does not hold where Swift's would.
    ///
    /// - Parameter predicate: properties of the model, captured values, and what the language of predicates can say of
    ///   them.
    /// - Returns: nil when a part has no form in that language; `NSPredicate.translate(_:)` says which.
    public init?<Input: NSObject>(_ predicate: Predicate<Input>) {
        guard let result = try? NSPredicate.translate(predicate) as? Self else { return nil }
        self = result
    }
}

extension NSPredicate {
    /// Translates a Swift predicate on a managed object class, throwing where `NSPredicate(_:)` gives nil. Not part of
    /// Apple's API.
    ///
    /// - Parameter predicate: properties of the model, captured values, and what the language of predicates can say of
    ///   them.
    /// - Throws: `PredicateTranslationError`, which names the part that has no form in that language.
    public class func translate<Input: NSObject>(
        _ predicate: Predicate<Input>
    ) throws(PredicateTranslationError) -> NSPredicate {
        var translation = PredicateTranslation(subject: predicate.variable.key)
        return try translation.predicate(predicate.expression)
    }
}
