import CSQLite

/// The connection that one block of a context reads a store through.
///
/// A read of its own takes the file's lock and gives it back, which costs as much as looking up a row. So from the
/// third read on a block keeps its read transaction open. It misses nothing by that: before each read it looks at
/// the head of the WAL-index, which every commit of every process changes, and begins anew when it has changed.
final class ReadSession {
    let store: SQLiteStore
    private let connection: SQLiteConnection
    /// Whether a read is going on; another one within it needs a connection of its own.
    private var isBusy = false
    private var reads = 0
    /// The head of the WAL-index before the open transaction began.
    private var start: WALIndexHeader?
    private static let readsBeforeHolding = 2

    /// Whether it sees nothing of what is saved from now on.
    var isImmutable: Bool { connection.isImmutable }

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// Runs a read; nil when one is going on.
    @inline(__always) func read<T>(_ body: (SQLiteConnection) throws -> T) throws -> T? {
        if isBusy { return nil }
        isBusy = true
        defer { isBusy = false }
        try refresh()
        return try body(connection)
    }

    @inline(__always) private func refresh() throws {
        if let start, let now = connection.walIndexHeader, now == start, connection.isInTransaction { return }
        try begin()
    }

    private func begin() throws {
        endTransaction()
        reads += 1
        guard reads > Self.readsBeforeHolding, let now = connection.walIndexHeader else { return }
        // The transaction's view is taken by its first read, so it is at least as new as this.
        start = now
        try connection.statement("BEGIN").run()
    }

    /// Lets go of what was read, so that the log can be folded into the file.
    func endTransaction() {
        guard start != nil else { return }
        start = nil
        // It has written nothing, so there is nothing that could fail to be committed.
        if connection.isInTransaction { try? connection.statement("COMMIT").run() }
    }

    func end() {
        endTransaction()
        store.giveBack(connection)
    }
}

/// The head of a WAL-index: different after every commit.
struct WALIndexHeader: Equatable {
    private let a: UInt64, b: UInt64, c: UInt64, d: UInt64, e: UInt64, f: UInt64

    /// - Parameter index: the first page of the index, which other processes may be writing to. A header that is
    ///   read half old and half new is like none before it.
    @inline(__always) init(_ index: UnsafeRawPointer) {
        let words = index.assumingMemoryBound(to: UInt64.self)
        (a, b, c, d, e, f) = (words[0], words[1], words[2], words[3], words[4], words[5])
    }

    /// How many pages the log has that count: `mxFrame`, the four bytes at 16.
    var pageCount: Int { withUnsafeBytes(of: c) { Int($0.load(as: UInt32.self)) } }
}
