import Foundation

/// One column of a fetch index.
// Safe to send: built by one owner; once the model is frozen nothing in it changes.
open class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The property whose values are indexed: one of the entity's, or an expression description.
    public final let property: NSPropertyDescription?

    /// How the values are arranged.
    open var collationType: NSFetchIndexElementType {
        willSet { indexDescription?.requireMutable() }
    }

    /// Whether the index runs from small to large. True at first.
    open var isAscending = true {
        willSet { indexDescription?.requireMutable() }
    }

    /// The index this element is part of.
    public internal(set) final weak var indexDescription: NSFetchIndexDescription?

    /// Makes an element for a property.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        self.property = property
        self.collationType = collationType
    }

    /// The indexed property's name.
    public final var propertyName: String? { property?.name }

    /// A copy that belongs to no index.
    open func copy(with zone: NSZone? = nil) -> Any {
        guard let property else { preconditionFailure("An index element always has its property.") }
        return copy(for: property)
    }

    /// A copy for the property of another model's entity.
    internal final func copy(for property: NSPropertyDescription) -> NSFetchIndexElementDescription {
        let copy = NSFetchIndexElementDescription(property: property, collationType: collationType)
        copy.isAscending = isAscending
        return copy
    }
}
