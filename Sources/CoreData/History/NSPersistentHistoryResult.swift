import Foundation

/// What a request for the history is to answer.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// Whether it went well: `true`.
    case statusOnly = 0
    /// The IDs of the objects that were changed: `[NSManagedObjectID]`, each once.
    case objectIDs = 1
    /// The number of changes: `Int`.
    case count = 2
    /// The transactions: `[NSPersistentHistoryTransaction]`, without their changes.
    case transactionsOnly = 3
    /// The changes: `[NSPersistentHistoryChange]`, without their transactions.
    case changesOnly = 4
    /// The transactions with their changes: `[NSPersistentHistoryTransaction]`.
    case transactionsAndChanges = 5
}

/// What a request for the history answers.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
    /// The answer, of the kind that `resultType` says.
    public final let result: Any?
    /// What was asked for.
    public final let resultType: NSPersistentHistoryResultType

    init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
        self.result = result
        self.resultType = resultType
    }
}
