import Foundation

/// The rows of a store as they were at one moment: a connection that holds a read transaction.
///
/// While it is held the log cannot be folded into the file. So when the log has become long, it is given up: who reads
/// through it is told so.
final class StoreGeneration: @unchecked Sendable {
    // `connection` is used and set under `lock`.
    private let store: SQLiteStore
    private let lock = NSRecursiveLock()
    private var connection: SQLiteConnection?

    init(_ store: SQLiteStore) throws {
        self.store = store
        connection = try store.withNewConnection { connection in
            try connection.execute("BEGIN")
            // The view is taken by the first read.
            try connection.execute("SELECT Z_VERSION FROM Z_METADATA")
        }
        store.generations.withLock { $0.add(self) }
    }

    deinit {
        _ = giveUp()
        store.forget(self)
    }

    func isOf(_ other: SQLiteStore) -> Bool { store === other }

    /// Whether it can be read no more.
    var isGone: Bool { lock.withLock { connection == nil } }

    func read<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        try lock.withLock {
            guard let connection else { throw Self.gone }
            return try body(connection)
        }
    }

    /// Ends the transaction, unless somebody is reading just now.
    /// - Returns: whether it is ended.
    func giveUp() -> Bool {
        guard lock.try() else { return false }
        defer { lock.unlock() }
        guard let connection else { return true }
        // It has written nothing, so there is nothing that could fail to be committed.
        if connection.isInTransaction { try? connection.execute("COMMIT") }
        self.connection = nil
        store.giveBack(connection)
        store.forget(self)
        return true
    }

    static var gone: NSError {
        CocoaErrorText.error(
            NSCoreDataError,
            "The query generation is gone: so much was saved since that it could be kept no longer. Take the present "
                + "one with setQueryGenerationFrom(.current).")
    }
}
