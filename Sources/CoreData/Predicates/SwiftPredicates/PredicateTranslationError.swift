import Foundation

/// Why a Swift predicate or expression (`#Predicate`, `#Expression`) has no form as `NSPredicate` or `NSExpression`.
///
/// Not part of Apple's API, where the initialiser gives nil and no reason.
public struct PredicateTranslationError: LocalizedError, CustomStringConvertible {
    /// The part that has none: a key path, the type of a value, or the name of an operation.
    public let part: String
    /// What is wrong with it.
    public let reason: String

    /// One sentence with both.
    public var description: String { "“\(part)” cannot be part of a predicate on managed objects: \(reason)." }

    /// One sentence with both.
    public var errorDescription: String? { description }
}
