import Foundation

/// An index the store keeps so that fetches over its properties are quick.
// Safe to send: built by one owner; once the model is frozen nothing in it changes.
open class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The index's name, unique within its entity.
    open var name: String {
        willSet { requireMutable() }
    }

    /// The indexed columns, the leading one first.
    open var elements: [NSFetchIndexElementDescription] {
        willSet { requireMutable() }
        didSet { adoptElements() }
    }

    /// Only objects this predicate is true for need be in the index. The SQLite store makes the index whole.
    open var partialIndexPredicate: NSPredicate? {
        willSet { requireMutable() }
    }

    /// The entity this index belongs to.
    public internal(set) final unowned(unsafe) var entity: NSEntityDescription?

    /// Makes an index.
    /// - Parameters:
    ///   - name: a name unique within the entity.
    ///   - elements: the columns, the leading one first.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        self.name = name
        self.elements = elements ?? []
        super.init()
        adoptElements()
    }

    /// A copy that belongs to no entity.
    open func copy(with zone: NSZone? = nil) -> Any {
        copy { $0 }
    }

    /// A copy whose elements name the properties `translate` gives.
    internal final func copy(
        _ translate: (NSPropertyDescription) -> NSPropertyDescription
    ) -> NSFetchIndexDescription {
        let copy = NSFetchIndexDescription(
            name: name,
            elements: elements.map { element in
                guard let property = element.property else { return element }
                return element.copy(for: translate(property))
            })
        copy.partialIndexPredicate = partialIndexPredicate
        return copy
    }

    private func adoptElements() {
        for element in elements { element.indexDescription = self }
    }

    internal final func requireMutable() {
        if let entity, entity.isFrozen {
            preconditionFailure(
                "Index “\(name)” of entity “\(entity.name ?? "?")” cannot change any more: its model is "
                    + "in use.")
        }
    }
}
