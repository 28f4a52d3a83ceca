import Foundation

/// In a coordinator's notifications: the stores that were opened, an array.
public let NSAddedPersistentStoresKey = "added"
/// In a coordinator's notifications: the stores that were closed, an array.
public let NSRemovedPersistentStoresKey = "removed"

extension Notification.Name {
    /// A coordinator is about to open or close stores; the user info has arrays of them.
    public static let NSPersistentStoreCoordinatorStoresWillChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresWillChangeNotification")
    /// A coordinator has opened or closed stores; the user info has arrays of them.
    public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// A coordinator is about to close a store.
    public static let NSPersistentStoreCoordinatorWillRemoveStore = Notification.Name(
        "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
}

extension NSPersistentStoreCoordinator {
    /// Posts a notification of stores that come or go, on the thread that opens or closes them.
    final func post(
        _ name: Notification.Name, added: [NSPersistentStore] = [], removed: [NSPersistentStore] = []
    ) {
        var info: [AnyHashable: Any] = [:]
        if !added.isEmpty { info[NSAddedPersistentStoresKey] = added }
        if !removed.isEmpty { info[NSRemovedPersistentStoresKey] = removed }
        NotificationCenter.default.post(name: name, object: self, userInfo: info)
    }
}
