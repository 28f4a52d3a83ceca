import Foundation

/// The types that accessors of to-many relationships have.
internal protocol RelatedCollection {
    /// The class of the elements, where the type says it.
    static var elementType: Any.Type? { get }
}

extension Set: RelatedCollection {
    internal static var elementType: Any.Type? { Element.self }
}

extension Array: RelatedCollection {
    internal static var elementType: Any.Type? { Element.self }
}

extension NSSet: RelatedCollection {
    internal static var elementType: Any.Type? { nil }
}

extension NSOrderedSet: RelatedCollection {
    internal static var elementType: Any.Type? { nil }
}
