import CSQLite
import Foundation
import Synchronization

/// A store in an SQLite file, in the layout of Apple's.
///
/// Any number of threads read, each on a connection of its own; one at a time writes, in a transaction that
/// begins with `BEGIN IMMEDIATE`. Other processes may use the file at the same time.
class SQLiteStore: NSPersistentStore, RowStore, @unchecked Sendable {
    // What is mutable is guarded: the idle connections by their mutex, the rest by `writing`.

    let path: String
    let isInMemory: Bool
    let model: ModelLayout
    private(set) var schema: SQLSchema
    let timeout: TimeInterval
    let pragmas: [(name: String, value: String)]
    let tracksHistory: Bool
    let postsRemoteChanges: Bool
    private let idle = Mutex(Idle())
    /// Held by the one who writes.
    let writing = NSLock()
    var watcher: StoreWatcher?
    /// What is known of the history.
    let history = Mutex(StoreHistory())
    /// Held while the changes of others are merged.
    let followLock = NSLock()
    /// Held, within the other, while they are read.
    let foreignReading = NSLock()

    private struct Idle: @unchecked Sendable {
        // A connection is in the list, or in the hands of one thread.
        var connections: [SQLiteConnection] = []
        var isClosed = false
    }

    override var type: String { NSSQLiteStoreType }

    /// Opens the store, and makes it if there is none.
    init(
        opening url: URL?, coordinator: NSPersistentStoreCoordinator, configurationName: String?,
        options: [AnyHashable: Any]?, index: Int
    ) throws {
        path = Swift.type(of: self).databasePath(url)
        isInMemory = path == ":memory:"
        model = coordinator.modelLayout
        schema = SQLSchema(model: model)
        timeout = SQLiteStore.timeout(options)
        pragmas = SQLiteStore.pragmas(options)
        tracksHistory = options.truth(NSPersistentHistoryTrackingKey) ?? false
        postsRemoteChanges =
            options.truth(NSPersistentStoreRemoteChangeNotificationPostOptionKey) ?? false
        super.init(
            coordinator: coordinator, configurationName: configurationName, url: url, options: options,
            index: index)
        do {
            try open()
        } catch let failure as SQLiteFailure {
            throw failure.error(path: path, action: "opened")
        }
    }

    /// The database a store at `url` is in. `/dev/null` is memory, as on Apple's systems.
    class func databasePath(_ url: URL?) -> String {
        guard let url, url.path != "/dev/null" else { return ":memory:" }
        return url.path
    }

    /// How long to wait for others that hold the file, in seconds.
    static func timeout(_ options: [AnyHashable: Any]?) -> TimeInterval {
        number(options?[NSPersistentStoreTimeoutOption]) ?? 240
    }

    private static func number(_ value: Any?) -> Double? {
        (value as? NSNumber)?.doubleValue ?? (value as? Double) ?? (value as? Int).map(Double.init)
    }

    private static func pragmas(_ options: [AnyHashable: Any]?) -> [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        let given = options?[NSSQLitePragmasOption]
        let pairs: [(Any, Any)] =
            (given as? [AnyHashable: Any])?.map { ($0.key, $0.value) }
            ?? (given as? NSDictionary)?.map { ($0.key, $0.value) } ?? []
        for (key, value) in pairs {
            // A pragma is a word and a value; anything else is no pragma.
            let (name, text) = ("\(key)", "\(value)")
            let isWord = { (text: String) in
                !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
            }
            if isWord(name), isWord(text) { result.append((name, text)) }
        }
        return result.sorted { $0.name < $1.name }
    }

    func adopt(_ schema: SQLSchema) { self.schema = schema }

    // MARK: Connections

    /// Runs `body` with a connection that nobody else uses meanwhile.
    func withConnection<T>(_ action: String, _ body: (SQLiteConnection) throws -> T) throws -> T {
        do {
            if isInMemory {
                // A store in memory lives in its one connection.
                return try memoryLock.withLock { try body(try takeConnection()) }
            }
            let connection = try takeConnection()
            defer { giveBack(connection) }
            return try body(connection)
        } catch let failure as SQLiteFailure {
            throw failure.error(path: path, action: action)
        }
    }

    /// Runs `body`, which reads, with a connection that nobody else uses meanwhile. All reads of one block of a context
    /// are made through one connection.
    @inline(__always) func read<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        guard !isInMemory, let context = CurrentContext.value else { return try withConnection("read", body) }
        do {
            if context.isPinned, let generation = try context.generation(of: self) { return try generation.read(body) }
            if let result = try readSession(of: context).read(body) { return result }
        } catch let failure as SQLiteFailure {
            throw failure.error(path: path, action: "read")
        }
        return try withConnection("read", body)
    }

    @inline(__always) private func readSession(of context: NSManagedObjectContext) throws -> ReadSession {
        for session in context.readSessions where session.store === self { return session }
        let session = ReadSession(self, try takeConnection())
        // By the next read somebody may have begun to write.
        if !session.isImmutable { context.readSessions.append(session) }
        return session
    }

    /// Which file was opened; nil for memory.
    var openedFile: FileIdentity?

    private let memoryLock = NSRecursiveLock()
    /// The query generations that are held.
    let generations = Mutex(HeldGenerations())

    private func takeConnection() throws -> SQLiteConnection {
        let (connection, isClosed) = idle.withLock { idle -> (SQLiteConnection?, Bool) in
            (isInMemory ? idle.connections.last : idle.connections.popLast(), idle.isClosed)
        }
        if isClosed {
            throw CocoaErrorText.error(
                NSPersistentStoreOperationError, "The store at \(path) was closed or removed.")
        }
        if let connection { return connection }
        let made = try connect(creating: false)
        try prepare(made)
        if isInMemory { giveBack(made) }
        return made
    }

    /// Whether no more may be asked of the store.
    var isClosed: Bool { idle.withLock { $0.isClosed } }

    func giveBack(_ connection: SQLiteConnection) {
        // By the next read somebody may have begun to write: that is looked at anew.
        if connection.isImmutable { return }
        idle.withLock { idle in
            if !idle.isClosed { idle.connections.append(connection) }
        }
    }

    /// Opens another connection, which is still to be prepared.
    func connect(creating: Bool) throws -> SQLiteConnection {
        var flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        if creating || isInMemory { flags |= SQLITE_OPEN_CREATE }
        let connection = try SQLiteConnection(
            path: path, immutableURI: isReadOnly ? UnwritableFile.uri(path) : nil, flags: flags, timeout: timeout)
        SQLFunctions.register(on: connection.handle)
        return connection
    }

    /// Sets what has to be set on every connection.
    func prepare(_ connection: SQLiteConnection) throws {
        if !isReadOnly, !isInMemory { try connection.execute("PRAGMA journal_mode = WAL") }
        // Checkpoints are run by the writer after it has committed, and by nobody else in this process.
        sqlite3_wal_autocheckpoint(connection.handle, 0)
        // What a large save made of the log is given back when the log begins anew.
        try connection.execute("PRAGMA journal_size_limit = \(Self.mostPagesInLog * Self.pageSize)")
        try connection.execute("PRAGMA synchronous = NORMAL")
        for pragma in pragmas { try connection.execute("PRAGMA \(pragma.name) = \(pragma.value)") }
    }

    func close() {
        watcher?.stop()
        watcher = nil
        for held in generations.withLock({ $0.all }) { _ = held.giveUp() }
        let connections = idle.withLock { idle -> [SQLiteConnection] in
            idle.isClosed = true
            defer { idle.connections = [] }
            return idle.connections
        }
        // The watcher may be reading. Only the last connection to be closed puts the -wal away, and the process may
        // end before the watcher is done.
        foreignReading.withLock {}
        if !isReadOnly, !isInMemory, let last = connections.last {
            // Best effort: what cannot be folded into the main file now stays in the -wal and is read from there.
            try? last.execute("PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    /// Makes a connection for somebody who keeps it until he gives it back.
    func withNewConnection(_ begin: (SQLiteConnection) throws -> Void) throws -> SQLiteConnection {
        do {
            let connection = try takeConnection()
            try begin(connection)
            return connection
        } catch let failure as SQLiteFailure {
            throw failure.error(path: path, action: "read")
        }
    }

    // MARK: Writing

    /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws.
    /// - Parameters:
    ///   - action: what is being done, such as “saved”.
    ///   - rolledBack: called after a rollback, while nobody else here can write.
    ///   - body: what to do.
    func write<T>(
        _ action: String, rolledBack: () -> Void = {}, _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        if isReadOnly {
            throw CocoaErrorText.error(
                NSFileWriteNoPermissionError, "The store at \(path) was opened for reading only.")
        }
        // Nothing is read through it while something is written, and it would keep the log from being folded.
        CurrentContext.value?.readSessions.first { $0.store === self }?.endTransaction()
        return try writing.withLock {
            try requireSameFile()
            return try withConnection(action) { connection in
                try connection.execute("BEGIN IMMEDIATE")
                do {
                    let result = try body(connection)
                    try connection.execute("COMMIT")
                    checkpointIfLong(connection)
                    return result
                } catch {
                    // After some failures, a full disk among them, SQLite has rolled back by itself.
                    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
                    rolledBack()
                    throw error
                }
            }
        }
    }

    /// Refuses to write when the file is no longer the one that was opened: what SQLite wrote would go to a file that
    /// nobody can find any more.
    private func requireSameFile() throws {
        guard let opened = openedFile, FileIdentity(path) != opened else { return }
        throw CocoaErrorText.error(
            NSPersistentStoreSaveError,
            "The file \(path) was removed or replaced while it was open, so nothing can be saved. Stop the program, "
                + "put the file in its place, and start again.", [NSFilePathErrorKey: path])
    }

    /// Folds the -wal into the main file when so much stands in it that reading would become slow.
    private func checkpointIfLong(_ connection: SQLiteConnection) {
        guard !isInMemory else { return }
        // The file stays as long as it ever was; how much of it counts is in the index, where others see one.
        let pages = connection.walIndexHeader?.pageCount ?? (WALFile.size(besides: path) ?? 0) / Self.pageSize
        guard pages > Self.mostPagesInLog else { return }
        if pages > Self.mostPagesHeldUp {
            for held in generations.withLock({ $0.all }) { _ = held.giveUp() }
        }
        // A reader in the way only means that the next commit tries again.
        sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// As many as SQLite itself lets it have.
    private static let mostPagesInLog = 1000
    /// How long query generations may let the log become: 64 MiB.
    private static let mostPagesHeldUp = 16 * 1024
    private static let pageSize = 4096
}

/// Which file a path leads to.
struct FileIdentity: Equatable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// Nil when there is no file.
    init?(_ path: String) {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        (device, number) = (UInt64(info.st_dev), UInt64(info.st_ino))
    }
}

/// The write-ahead log beside a store's file.
enum WALFile {
    /// Its length in bytes; nil when there is none.
    static func size(besides path: String) -> Int? {
        var info = stat()
        guard stat(path + "-wal", &info) == 0 else { return nil }
        return Int(info.st_size)
    }
}
