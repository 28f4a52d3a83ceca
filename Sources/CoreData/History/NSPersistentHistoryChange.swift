import Foundation

/// What happened to an object.
public enum NSPersistentHistoryChangeType: Int, Sendable {
    /// It was inserted.
    case insert = 0
    /// It was changed.
    case update = 1
    /// It was deleted.
    case delete = 2
}

/// What one save did to one object, as the history of a store has it.
open class NSPersistentHistoryChange: NSObject, NSCopying {
    private final let change: HistoryRecord.Change
    private final let record: HistoryRecord?

    init(_ change: HistoryRecord.Change, of record: HistoryRecord?) {
        self.change = change
        self.record = record
    }

    /// The number of the change: each is greater than all before it in the store.
    open var changeID: Int64 { change.number }
    /// The object.
    open var changedObjectID: NSManagedObjectID { change.id }
    /// What happened to it.
    open var changeType: NSPersistentHistoryChangeType { change.type }
    /// Values kept of a deleted object. Nil: stores keep none here.
    open var tombstone: [AnyHashable: Any]? { nil }
    /// The save it is part of; nil when the request did not ask for it.
    open var transaction: NSPersistentHistoryTransaction? { record.map(NSPersistentHistoryTransaction.init) }
    /// Which properties an update changed; nil for insertions and deletions, and where the store does not say.
    open var updatedProperties: Set<NSPropertyDescription>? { change.properties }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override var description: String {
        "<NSPersistentHistoryChange: \(changeID), \(changeType) \(changedObjectID.uriRepresentation().absoluteString)>"
    }
}
