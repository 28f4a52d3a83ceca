import Foundation

/// A part of a Swift predicate that has a form in the language of `NSPredicate`.
internal protocol TranslatablePart {
    func translated(_ translation: inout PredicateTranslation) throws(PredicateTranslationError) -> TranslatedPart
}

extension PredicateExpression {
    /// The name of the operation, without the types it is used on.
    internal var operationName: String {
        let name = String(describing: Self.self)
        return String(name.prefix { $0 != "<" })
    }
}
