import Foundation

/// What changed in a context, for notifications and for those who watch a fetch.
struct ContextChanges {
    var inserted: ContiguousArray<NSManagedObject> = []
    var updated: ContiguousArray<NSManagedObject> = []
    var deleted: ContiguousArray<NSManagedObject> = []
    var refreshed: ContiguousArray<NSManagedObject> = []
    /// Rows that another context's save changed and that this context has no object of.
    var unregisteredUpdates: [SavedChanges.Row] = []
    /// Rows that another context's save deleted and that this context has no object of.
    var unregisteredDeletions: [ObjectKey] = []
    var invalidatedAll = false

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
            && unregisteredUpdates.isEmpty && unregisteredDeletions.isEmpty && !invalidatedAll
    }

    /// The user info of a notification.
    func userInfo() -> [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [:]
        func add(_ key: String, _ objects: ContiguousArray<NSManagedObject>) {
            if objects.isEmpty { return }
            info[key] = NotificationInterest.isKnown ? NSSet(array: Array(objects)) : ManagedObjectSet(objects)
        }
        add(NSInsertedObjectsKey, inserted)
        add(NSUpdatedObjectsKey, updated)
        add(NSDeletedObjectsKey, deleted)
        add(NSRefreshedObjectsKey, refreshed)
        return info
    }
}

/// Somebody who wants to know of each batch of changes in a context.
protocol ContextObserver: AnyObject {
    func context(_ context: NSManagedObjectContext, didProcess changes: ContextChanges)
    /// New objects have got their permanent keys.
    func context(_ context: NSManagedObjectContext, didReplace keys: [(old: ObjectKey, new: ObjectKey)])
}

/// A reference to an observer that does not keep it.
struct WeakContextObserver {
    weak var observer: (any ContextObserver)?
}
