import CSQLite
import Foundation

/// A connection to a store's file, used by one thread at a time.
final class SQLiteConnection {
    let handle: OpaquePointer
    /// Whether the file is taken not to change while this connection is open.
    let isImmutable: Bool
    private var statements: [String: SQLiteStatement] = [:]
    private var statementOrder: [String] = []
    private var entityStatements: [Int: SQLiteStatement] = [:]
    private var updateStatements: [UpdateShape: SQLiteStatement] = [:]
    private var lastUpdate: (shape: UpdateShape, statement: SQLiteStatement)?
    private var readers: [Int: RowReader] = [:]
    private var rowLookups: [RowLookup?] = []
    /// Where the index of the write-ahead log begins, once it was looked for; nil when there is none.
    private var walIndex: UnsafeRawPointer??
    /// Statements kept at most. A program has far fewer shapes of request.
    private static let mostStatements = 256

    /// - Parameter immutableURI: the file as ``UnwritableFile`` names it, or nil.
    init(path: String, immutableURI: String? = nil, flags: Int32, timeout: TimeInterval) throws {
        isImmutable = immutableURI != nil
        let flags = flags | SQLITE_OPEN_NOMUTEX | (immutableURI == nil ? 0 : SQLITE_OPEN_URI)
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(immutableURI ?? path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            throw SQLiteFailure(code: code, message: message, statement: nil)
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Int32(clamping: Int(timeout * 1000)))
    }

    deinit {
        statements = [:]
        entityStatements = [:]
        updateStatements = [:]
        lastUpdate = nil
        rowLookups = []
        sqlite3_close_v2(handle)
    }

    /// Runs SQL that has no parameters.
    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code, statement: sql) }
    }

    /// The prepared statement for an SQL text; kept for the next time.
    func statement(_ sql: String) throws -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        if statements.count >= Self.mostStatements {
            for old in statementOrder.prefix(Self.mostStatements / 2) { statements[old] = nil }
            statementOrder.removeFirst(Self.mostStatements / 2)
        }
        let statement = try SQLiteStatement(sql, on: self)
        statements[sql] = statement
        statementOrder.append(sql)
        return statement
    }

    /// A statement that each entity has one of, found without looking at its text.
    enum Purpose: Int { case insert, delete }

    func statement(of purpose: Purpose, _ ordinal: Int, _ sql: () throws -> String) throws -> SQLiteStatement {
        let index = ordinal * 2 + purpose.rawValue
        if let statement = entityStatements[index] { return statement }
        let statement = try SQLiteStatement(try sql(), on: self)
        entityStatements[index] = statement
        return statement
    }

    /// The statement that updates some columns of an entity.
    func updateStatement(
        _ shape: UpdateShape, _ sql: () throws -> String
    ) throws -> SQLiteStatement {
        if let lastUpdate, lastUpdate.shape == shape { return lastUpdate.statement }
        let statement: SQLiteStatement
        if let known = updateStatements[shape] {
            statement = known
        } else {
            if updateStatements.count >= Self.mostStatements { updateStatements = [:] }
            statement = try SQLiteStatement(try sql(), on: self)
            updateStatements[shape] = statement
        }
        lastUpdate = (shape, statement)
        return statement
    }

    /// Which columns an update sets.
    struct UpdateShape: Hashable {
        let ordinal: Int
        let slots: [UInt64]
    }

    /// The reader for an entity's rows. It is used by one query at a time, like the connection.
    func reader(for entity: SQLEntity, includesSubentities: Bool, store: SQLiteStore) -> RowReader {
        let index = entity.layout.ordinal * 2 + (includesSubentities ? 1 : 0)
        if let reader = readers[index] { return reader }
        let reader = RowReader(
            entity: entity, includesSubentities: includesSubentities, alias: "t0", store: store)
        readers[index] = reader
        return reader
    }

    /// How a row of an entity is looked up by its key.
    struct RowLookup {
        let statement: SQLiteStatement
        let reader: RowReader
    }

    /// The look-up of an entity's rows.
    @inline(__always) func rowLookup(_ layout: EntityLayout, of store: SQLiteStore) throws -> RowLookup {
        if layout.ordinal < rowLookups.count, let lookup = rowLookups[layout.ordinal] { return lookup }
        return try makeRowLookup(layout, of: store)
    }

    private func makeRowLookup(_ layout: EntityLayout, of store: SQLiteStore) throws -> RowLookup {
        let entity = store.schema.entity(for: layout)
        let reader = reader(for: entity, includesSubentities: true, store: store)
        let statement = try SQLiteStatement(
            "SELECT \(reader.columns) FROM \(entity.table) t0 WHERE t0.Z_PK = ?", on: self)
        while rowLookups.count <= layout.ordinal { rowLookups.append(nil) }
        let lookup = RowLookup(statement: statement, reader: reader)
        rowLookups[layout.ordinal] = lookup
        return lookup
    }

    /// The head of the WAL-index as it is now; nil when the file has no write-ahead log that others see.
    @inline(__always) var walIndexHeader: WALIndexHeader? {
        if let walIndex { return walIndex.map(WALIndexHeader.init) }
        return findWALIndex().map(WALIndexHeader.init)
    }

    private func findWALIndex() -> UnsafeRawPointer? {
        // Asking for the index of a file that has none would make one.
        var isShared = !isImmutable
        // A pragma that cannot be read says nothing of an index.
        try? query("PRAGMA journal_mode") { isShared = isShared && $0.string(0) == "wal" }
        try? query("PRAGMA locking_mode") { isShared = isShared && $0.string(0) == "normal" }
        let found = isShared ? perennial_sqlite3_wal_index(handle).map { UnsafeRawPointer($0) } : nil
        walIndex = .some(found)
        return found
    }

    /// Runs `body` for each row of a query.
    func query(_ sql: String, _ bind: (SQLiteStatement) -> Void = { _ in }, _ body: (SQLiteStatement) throws -> Void)
        throws
    {
        let statement = try statement(sql)
        defer {
            statement.reset()
            statement.clearBindings()
        }
        bind(statement)
        while try statement.step() { try body(statement) }
    }

    /// The names of the file's tables.
    func tableNames() throws -> Set<String> {
        var names: Set<String> = []
        try query("SELECT name FROM sqlite_master WHERE type = 'table'") {
            if let name = $0.string(0) { names.insert(name) }
        }
        return names
    }

    var changes: Int { Int(sqlite3_changes(handle)) }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func failure(_ code: Int32, statement: String?) -> SQLiteFailure {
        SQLiteFailure(
            code: sqlite3_extended_errcode(handle) & 0xFF == code & 0xFF ? sqlite3_extended_errcode(handle) : code,
            message: String(cString: sqlite3_errmsg(handle)), statement: statement)
    }
}
