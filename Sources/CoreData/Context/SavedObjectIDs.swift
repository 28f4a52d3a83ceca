import Foundation

/// The object IDs of a batch of changes, for notifications: sets that are filled when somebody reads them.
struct SavedObjectIDs {
    let userInfo: [AnyHashable: Any]

    init(_ changes: ContextChanges) {
        var info: [AnyHashable: Any] = [:]
        func add(_ key: NSManagedObjectContext.NotificationKey, _ objects: ContiguousArray<NSManagedObject>) {
            if objects.isEmpty { return }
            info[key.rawValue] =
                NotificationInterest.isKnown ? NSSet(array: objects.map(\.objectID)) : LazyIDSet(objects)
        }
        add(.insertedObjectIDs, changes.inserted)
        add(.updatedObjectIDs, changes.updated)
        add(.deletedObjectIDs, changes.deleted)
        add(.refreshedObjectIDs, changes.refreshed)
        userInfo = info
    }
}

/// A set of the IDs of some objects.
final class LazyIDSet: NSSet {
    private let objects: ContiguousArray<NSManagedObject>
    private lazy var ids = Set(objects.map(\.objectID))

    init(_ objects: ContiguousArray<NSManagedObject>) {
        self.objects = objects
        super.init(objects: nil, count: 0)
    }

    /// An archive holds no such set.
    required convenience init?(coder: NSCoder) { return nil }

    override var count: Int { objects.count }

    override func member(_ object: Any) -> Any? {
        guard let id = object as? NSManagedObjectID else { return nil }
        return ids.contains(id) ? id : nil
    }

    override func objectEnumerator() -> NSEnumerator { NSArray(array: Array(ids)).objectEnumerator() }

    override func description(withLocale locale: Locale?) -> String {
        "{(\n" + ids.map { "    \($0)" }.joined(separator: ",\n") + "\n)}"
    }
}
