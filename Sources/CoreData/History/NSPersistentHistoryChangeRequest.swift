import Foundation

/// A request to read the history of the stores, or to drop a part of it.
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
///     context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
/// }
/// ```
public final class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
    /// What to answer; transactions with their changes at first. A request that drops history answers with the
    /// number of changes dropped if asked for a count, and with `true` otherwise.
    public var resultType = NSPersistentHistoryResultType.transactionsAndChanges
    /// The token, when the request was made with one.
    public let token: NSPersistentHistoryToken?
    let part: Part
    let isDeletion: Bool

    /// Which transactions are meant: those after a point, or those before it.
    enum Part {
        case date(Date)
        case token(NSPersistentHistoryToken?)
        case transaction(store: String, number: Int64)
        /// After nothing or before nothing: all there is to read, nothing to drop.
        case noTransaction
    }

    private init(_ part: Part, isDeletion: Bool) {
        self.part = part
        self.isDeletion = isDeletion
        if case .token(let token) = part { self.token = token } else { token = nil }
    }

    private static func part(_ transaction: NSPersistentHistoryTransaction?) -> Part {
        transaction.map { .transaction(store: $0.storeID, number: $0.transactionNumber) } ?? .noTransaction
    }

    /// Reads what was saved after a date.
    public static func fetchHistory(after date: Date) -> Self { Self(.date(date), isDeletion: false) }

    /// Reads what was saved after a token was current; everything with nil.
    ///
    /// Executing it throws `NSPersistentHistoryTokenExpiredError` when some of that was dropped meanwhile.
    public static func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
        Self(.token(token), isDeletion: false)
    }

    /// Reads what was saved after a transaction, in the store it is of; everything with nil.
    ///
    /// Executing it throws `NSPersistentHistoryTokenExpiredError` when some of that was dropped meanwhile.
    public static func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
        Self(part(transaction), isDeletion: false)
    }

    /// Drops what was saved before a date.
    ///
    /// What is dropped is always a beginning of the history. So when the clock was put back between saves, an
    /// older transaction behind a newer one stays as long as that.
    public static func deleteHistory(before date: Date) -> Self { Self(.date(date), isDeletion: true) }

    /// Drops the transactions before the one that was the last when the token was current; nothing with nil.
    public static func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
        Self(.token(token), isDeletion: true)
    }

    /// Drops the transactions before this one, in the store it is of; nothing with nil.
    public static func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
        Self(part(transaction), isDeletion: true)
    }
}
