import Foundation

/// One save, as the history of a store has it.
open class NSPersistentHistoryTransaction: NSObject, NSCopying {
    private final let record: HistoryRecord

    init(_ record: HistoryRecord) { self.record = record }

    /// When it was saved.
    open var timestamp: Date { record.timestamp }
    /// What was changed, in the order in which it was written; nil when the request did not ask for it.
    public final private(set) lazy var changes: [NSPersistentHistoryChange]? =
        record.changes?.map { NSPersistentHistoryChange($0, of: record) }
    /// The number of the transaction: each is greater than all before it in the store.
    open var transactionNumber: Int64 { record.number }
    /// The UUID of the store.
    open var storeID: String { record.storeID }
    /// The program that saved: its bundle identifier, or its name where it has none.
    open var bundleID: String { record.bundleID }
    /// The name of the process that saved.
    open var processID: String { record.processID }
    /// The `name` of the context that saved.
    open var contextName: String? { record.contextName }
    /// The `transactionAuthor` of the context that saved.
    open var author: String? { record.author }
    /// The point of the history after this transaction.
    open var token: NSPersistentHistoryToken { NSPersistentHistoryToken([storeID: transactionNumber]) }

    /// The changes as a notification that `mergeChanges(fromContextDidSave:)` takes.
    open func objectIDNotification() -> Notification {
        let keys: [(NSPersistentHistoryChangeType, NSManagedObjectContext.NotificationKey)] = [
            (.insert, .insertedObjectIDs), (.update, .updatedObjectIDs), (.delete, .deletedObjectIDs),
        ]
        var info: [AnyHashable: Any] = [:]
        for (type, key) in keys {
            let ids = (record.changes ?? []).filter { $0.type == type }.map(\.id)
            if !ids.isEmpty { info[key.rawValue] = NSSet(array: ids) }
        }
        return Notification(name: .NSManagedObjectContextDidSaveObjectIDs, object: nil, userInfo: info)
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override var description: String {
        "<NSPersistentHistoryTransaction: \(transactionNumber) of \(storeID), \(timestamp), author \(author ?? "nil")>"
    }
}
