import Foundation
import Synchronization

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

/// A set of the IDs of some objects, which any thread may read.
final class LazyIDSet: NSSet {
    private let objects: ContiguousArray<NSManagedObject>
    private let ids = Mutex<Set<NSManagedObjectID>?>(nil)

    init(_ objects: ContiguousArray<NSManagedObject>) {
        self.objects = objects
        super.init(objects: nil, count: 0)
    }

    /// An archive holds no such set.
    required convenience init?(coder: NSCoder) { return nil }

    override var count: Int { objects.count }

    override func member(_ object: Any) -> Any? {
        guard let id = object as? NSManagedObjectID else { return nil }
        let isMember = ids.withLock { known in
            let ids = known ?? Set(objects.map(\.objectID))
            known = ids
            return ids.contains(id)
        }
        return isMember ? id : nil
    }

    override func objectEnumerator() -> NSEnumerator { NSArray(array: allObjects).objectEnumerator() }

    override var allObjects: [Any] { objects.map(\.objectID) }

    override func description(withLocale locale: Locale?) -> String {
        "{(\n" + allObjects.map { "    \($0)" }.joined(separator: ",\n") + "\n)}"
    }
}
