import Foundation

/// A point in the history of the stores of a coordinator.
///
/// Archive it with `NSKeyedArchiver` to go on from there in another run of the program.
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Nothing changes after the initialiser.
    /// The last transaction of each store, by the store's UUID.
    let transactions: [String: Int64]

    init(_ transactions: [String: Int64]) { self.transactions = transactions }

    public static var supportsSecureCoding: Bool { true }

    /// Takes a token out of an archive; nil when the archive holds none.
    public init?(coder: NSCoder) {
        let kinds = [NSArray.self, NSString.self, NSNumber.self]
        guard let stores = coder.decodeObject(of: kinds, forKey: Self.storesKey) as? [String],
            let numbers = coder.decodeObject(of: kinds, forKey: Self.numbersKey) as? [NSNumber],
            stores.count == numbers.count
        else { return nil }
        transactions = Dictionary(
            zip(stores, numbers.map(\.int64Value)), uniquingKeysWith: { first, _ in first })
    }

    public func encode(with coder: NSCoder) {
        let stores = transactions.keys.sorted()
        coder.encode(NSArray(array: stores.map { $0 as NSString }), forKey: Self.storesKey)
        coder.encode(
            NSArray(array: stores.map { NSNumber(value: transactions[$0] ?? 0) }), forKey: Self.numbersKey)
    }

    private static let storesKey = "stores"
    private static let numbersKey = "transactions"

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPersistentHistoryToken)?.transactions == transactions
    }

    public override var hash: Int { transactions.hashValue }

    public override var description: String {
        "<NSPersistentHistoryToken: \(transactions.sorted { $0.key < $1.key })>"
    }
}

/// In a remote-change notification: the UUID of the store.
public let NSStoreUUIDInRemoteChangeKey = "storeUUID"
/// In a remote-change notification: the URL of the store.
public let NSPersistentStoreURLKey = "storeURL"
/// In a remote-change notification: the point of the history.
public let NSPersistentHistoryTokenKey = "historyToken"

extension NSPersistentStoreCoordinator {
    /// The present point in the history of the stores; nil when none of them keeps one.
    ///
    /// - Parameter stores: the stores, or nil for all.
    public final func currentPersistentHistoryToken(
        fromStores stores: [NSPersistentStore]?
    ) -> NSPersistentHistoryToken? {
        var transactions: [String: Int64] = [:]
        for case let store as SQLiteStore in rowStores where store.tracksHistory {
            if let stores, !stores.contains(where: { $0 === store }) { continue }
            transactions[store.identifier] = store.lastTransaction()
        }
        return transactions.isEmpty ? nil : NSPersistentHistoryToken(transactions)
    }

    /// Notes a transaction and tells whoever listens.
    final func historyDidGrow(_ store: SQLiteStore, to transaction: Int64) {
        let token = state.withLock { state -> NSPersistentHistoryToken in
            var transactions = state.lastHistoryToken?.transactions ?? [:]
            transactions[store.identifier] = max(transactions[store.identifier] ?? 0, transaction)
            let token = NSPersistentHistoryToken(transactions)
            state.lastHistoryToken = token
            return token
        }
        guard store.postsRemoteChanges else { return }
        NotificationCenter.default.post(
            name: .NSPersistentStoreRemoteChange, object: self,
            userInfo: [
                NSStoreUUIDKey: store.identifier, NSStoreUUIDInRemoteChangeKey: store.identifier,
                NSPersistentHistoryTokenKey: token, NSPersistentStoreURLKey: store.url as Any,
            ])
    }
}
