import Foundation
import Synchronization

/// Objects that were inserted.
public let NSInsertedObjectsKey = "inserted"
/// Objects that were changed.
public let NSUpdatedObjectsKey = "updated"
/// Objects that were deleted.
public let NSDeletedObjectsKey = "deleted"
/// Objects whose values were read again.
public let NSRefreshedObjectsKey = "refreshed"
/// Objects that are no longer valid.
public let NSInvalidatedObjectsKey = "invalidated"
/// Set when all objects of a context are no longer valid.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"

extension Notification.Name {
    /// Changes in a context were processed; the user info has sets of objects.
    public static var NSManagedObjectContextObjectsDidChange: Notification.Name { named(.objectsDidChange) }
    /// A context is about to save.
    public static var NSManagedObjectContextWillSave: Notification.Name { named(.willSave) }
    /// A context has saved; the user info has sets of objects.
    public static var NSManagedObjectContextDidSave: Notification.Name { named(.didSave) }
    /// A context has saved; the user info has sets of object IDs.
    public static var NSManagedObjectContextDidSaveObjectIDs: Notification.Name { named(.didSaveObjectIDs) }
    /// A context took over another's saved changes; the user info has sets of object IDs.
    public static var NSManagedObjectContextDidMergeChangesObjectIDs: Notification.Name { named(.didMergeObjectIDs) }
    /// A store was changed, by this process or another one.
    public static let NSPersistentStoreRemoteChange = Notification.Name("NSPersistentStoreRemoteChangeNotification")

    /// Who asks for a name wants to hear it.
    private static func named(_ name: ContextNotification) -> Notification.Name {
        NotificationInterest.note()
        return name.name
    }
}

/// The notifications that contexts post.
enum ContextNotification: String {
    case objectsDidChange = "NSObjectsChangedInManagingContextNotification"
    case willSave = "NSManagingContextWillSaveChangesNotification"
    case didSave = "NSManagingContextDidSaveChangesNotification"
    case didSaveObjectIDs = "NSManagedObjectContextDidSaveObjectIDsNotification"
    case didMergeObjectIDs = "NSManagedObjectContextDidMergeChangesObjectIDsNotification"

    var name: Notification.Name { Notification.Name(rawValue) }

    func post(by context: NSManagedObjectContext, _ info: [AnyHashable: Any]? = nil) {
        NotificationCenter.default.post(name: name, object: context, userInfo: info)
    }
}

/// Whether anybody may be listening to contexts.
///
/// Filling sets costs more than the save they tell of. A program that never asked for the name of one of the
/// notifications has nobody who listens.
enum NotificationInterest {
    private static let asked = Atomic(false)

    static var isKnown: Bool { asked.load(ordering: .relaxed) }
    static func note() { asked.store(true, ordering: .relaxed) }
}

extension NSManagedObjectContext {
    public static var didChangeObjectsNotification: Notification.Name { .NSManagedObjectContextObjectsDidChange }
    public static var willSaveObjectsNotification: Notification.Name { .NSManagedObjectContextWillSave }
    public static var didSaveObjectsNotification: Notification.Name { .NSManagedObjectContextDidSave }
    public static var didSaveObjectIDsNotification: Notification.Name { .NSManagedObjectContextDidSaveObjectIDs }
    public static var didMergeChangesObjectIDsNotification: Notification.Name {
        .NSManagedObjectContextDidMergeChangesObjectIDs
    }

    /// Keys of the user info of a context's notifications.
    public enum NotificationKey: String, Sendable {
        case insertedObjects = "inserted"
        case updatedObjects = "updated"
        case deletedObjects = "deleted"
        case refreshedObjects = "refreshed"
        case invalidatedObjects = "invalidated"
        case invalidatedAllObjects = "invalidatedAll"
        case insertedObjectIDs = "inserted_objectIDs"
        case updatedObjectIDs = "updated_objectIDs"
        case deletedObjectIDs = "deleted_objectIDs"
        case refreshedObjectIDs = "refreshed_objectIDs"
        case invalidatedObjectIDs = "invalidated_objectIDs"
    }

    /// Posts objects-did-change and tells the observers.
    final func post(_ changes: ContextChanges) {
        if changes.isEmpty { return }
        tellObservers { $0.context(self, didProcess: changes) }
        var info = changes.userInfo()
        if changes.invalidatedAll { info[NSInvalidatedAllObjectsKey] = NSArray() }
        ContextNotification.objectsDidChange.post(by: self, info)
    }

    /// Calls all observers that are still there.
    final func tellObservers(_ tell: (any ContextObserver) -> Void) {
        for (identity, watcher) in observers {
            if let observer = watcher.observer { tell(observer) } else { observers[identity] = nil }
        }
    }

    final func addObserver(_ observer: any ContextObserver) {
        observers[ObjectIdentifier(observer)] = WeakContextObserver(observer: observer)
    }

    final func removeObserver(_ observer: any ContextObserver) {
        observers[ObjectIdentifier(observer)] = nil
    }
}
