import Foundation

/// A mutable set whose contents are a to-many relationship of an object.
final class RelationshipSet: NSMutableSet {
    private let owner: NSManagedObject
    private let slot: Int

    init(of owner: NSManagedObject, slot: Int) {
        self.owner = owner
        self.slot = slot
        super.init(objects: nil, count: 0)
    }

    required init(capacity: Int) {
        preconditionFailure("A relationship's set is made by mutableSetValue(forKey:).")
    }

    /// Managed objects cannot be archived, so no archive holds such a set.
    required convenience init?(coder: NSCoder) { return nil }

    override var count: Int { owner.loadedMembers(at: slot).count }

    override func member(_ object: Any) -> Any? {
        guard let object = object as? NSManagedObject else { return nil }
        _ = owner.loadedMembers(at: slot)
        return owner.toMany(at: slot).contains(object) ? object : nil
    }

    override func objectEnumerator() -> NSEnumerator {
        ManagedObjectSet(owner.loadedMembers(at: slot)).objectEnumerator()
    }

    override func add(_ object: Any) {
        guard let object = object as? NSManagedObject else { owner.refuse(object, forRelationshipAt: slot) }
        owner.addObject(object, at: slot)
    }

    override func remove(_ object: Any) {
        guard let object = object as? NSManagedObject else { return }
        owner.removeObject(object, at: slot)
    }

    override func description(withLocale locale: Locale?) -> String {
        ManagedObjectSet(owner.loadedMembers(at: slot)).description(withLocale: locale)
    }
}
