import CoreData
import Foundation

/// Tells of every change of a house, also of what another program changes in its file, until it is let go of.
public final class HouseWatch: @unchecked Sendable {
    // The observer is set when this is made, and handed to a notification centre, which any thread may use.
    private let observer: any NSObjectProtocol

    init(_ house: House, _ changed: @escaping @Sendable () -> Void) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: house.container.container.persistentStoreCoordinator,
            queue: nil
        ) { _ in DispatchQueue.global().async(execute: changed) }
    }

    deinit { NotificationCenter.default.removeObserver(observer) }
}

extension House {
    /// Has `changed` be called after each change of the house, on any thread.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> HouseWatch { HouseWatch(self, changed) }
}
