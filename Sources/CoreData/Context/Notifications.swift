import Foundation

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
    public static let NSManagedObjectContextObjectsDidChange = Notification.Name(
        "NSObjectsChangedInManagingContextNotification")
    /// A context is about to save.
    public static let NSManagedObjectContextWillSave = Notification.Name(
        "NSManagingContextWillSaveChangesNotification")
    /// A context has saved; the user info has sets of objects.
    public static let NSManagedObjectContextDidSave = Notification.Name(
        "NSManagingContextDidSaveChangesNotification")
    /// A context has saved; the user info has sets of object IDs.
    public static let NSManagedObjectContextDidSaveObjectIDs = Notification.Name(
        "NSManagedObjectContextDidSaveObjectIDsNotification")
    /// A context took over another's saved changes; the user info has sets of object IDs.
    public static let NSManagedObjectContextDidMergeChangesObjectIDs = Notification.Name(
        "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
    /// A store was changed, by this process or another one.
    public static let NSPersistentStoreRemoteChange = Notification.Name(
        "NSPersistentStoreRemoteChangeNotification")
}

extension NSManagedObjectContext {
    public static let didChangeObjectsNotification = Notification.Name.NSManagedObjectContextObjectsDidChange
    public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
    public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
    public static let didSaveObjectIDsNotification = Notification.Name.NSManagedObjectContextDidSaveObjectIDs
    public static let didMergeChangesObjectIDsNotification =
        Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs

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
        for (identity, watcher) in observers {
            if let observer = watcher.observer {
                observer.context(self, didProcess: changes)
            } else {
                observers[identity] = nil
            }
        }
        var info = changes.userInfo()
        if changes.invalidatedAll { info[NSInvalidatedAllObjectsKey] = NSArray() }
        NotificationCenter.default.post(
            name: .NSManagedObjectContextObjectsDidChange, object: self, userInfo: info)
    }

    final func addObserver(_ observer: any ContextObserver) {
        observers[ObjectIdentifier(observer)] = WeakContextObserver(observer: observer)
    }

    final func removeObserver(_ observer: any ContextObserver) {
        observers[ObjectIdentifier(observer)] = nil
    }
}
