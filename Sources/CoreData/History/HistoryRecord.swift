import Foundation

/// A transaction as it was read from a store. The objects of the public API look at it, so that a change can name
/// its transaction and a transaction its changes without holding each other.
final class HistoryRecord {
    let number: Int64
    let storeID: String
    let timestamp: Date
    let bundleID: String
    let processID: String
    let contextName: String?
    let author: String?
    /// Filled while the history is read; nil when changes were not asked for.
    var changes: [Change]?

    /// One change of the transaction.
    struct Change {
        let number: Int64
        let id: NSManagedObjectID
        let type: NSPersistentHistoryChangeType
        let properties: Set<NSPropertyDescription>?
    }

    init(
        number: Int64, storeID: String, timestamp: Date, bundleID: String, processID: String,
        contextName: String?, author: String?
    ) {
        self.number = number
        self.storeID = storeID
        self.timestamp = timestamp
        self.bundleID = bundleID
        self.processID = processID
        self.contextName = contextName
        self.author = author
    }
}
