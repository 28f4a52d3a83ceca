import Foundation

// The history of a store: one transaction a save, one change an object, in Apple's tables.
extension SQLiteStore {
    enum HistoryEntity {
        static let change: Int64 = 16001
        static let transaction: Int64 = 16002
        static let string: Int64 = 16003
    }

    func createHistoryTables(_ connection: SQLiteConnection) throws {
        guard try !connection.tableNames().contains("ATRANSACTION") else { return }
        for sql in [
            """
            CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, \
            ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )
            """,
            """
            CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
            ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, \
            ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, \
            ZQUERYGEN BLOB )
            """,
            """
            CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
            ZNAME VARCHAR )
            """,
            "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
            "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
            "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
            "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
            "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
            "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
            "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
            "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
            "INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 0)",
            "INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (16002, 'TRANSACTION', 0, 0)",
            "INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (16003, 'TRANSACTIONSTRING', 0, 0)",
        ] {
            try connection.execute(sql)
        }
    }

    // MARK: Writing

    private static let process = ProcessInfo.processInfo.processName
    private static let program = Bundle.main.bundleIdentifier ?? process

    /// Writes what a save did into the history, in the save's own transaction.
    /// - Parameters:
    ///   - request: what was saved.
    ///   - updates: the rows that were changed, with a bit for each changed slot.
    ///   - connection: the connection whose transaction it is.
    /// - Returns: the number of the history's transaction.
    func writeHistory(
        _ request: SaveRequest, _ updates: ContiguousArray<(key: ObjectKey, slots: [UInt64])>,
        _ connection: SQLiteConnection
    ) throws -> Int64 {
        let number = try historyKeys(HistoryEntity.transaction, "ATRANSACTION", count: 1, connection)
        let insert = try connection.statement(
            """
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, \
            ZTIMESTAMP) VALUES (?, 16002, NULL, ?, ?, ?, ?, ?)
            """)
        insert.bind(number, at: 1)
        for (index, text) in [request.author, Self.program, request.contextName, Self.process].enumerated() {
            if let text {
                insert.bind(try historyString(text, connection), at: Int32(index + 2))
            } else {
                insert.bindNull(at: Int32(index + 2))
            }
        }
        insert.bind(Date().timeIntervalSinceReferenceDate, at: 6)
        try insert.run()

        let count = request.inserted.count + updates.count + request.deleted.count
        var next = try historyKeys(HistoryEntity.change, "ACHANGE", count: count, connection)
        let change = try connection.statement(
            """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) \
            VALUES (?, 16001, NULL, ?, ?, ?, ?, ?)
            """)
        func write(_ kind: NSPersistentHistoryChangeType, _ key: ObjectKey, _ columns: Data? = nil) throws {
            change.bind(next, at: 1)
            change.bind(Int64(kind.rawValue), at: 2)
            change.bind(Int64(schema[key.entity].number), at: 3)
            change.bind(key.primaryKey, at: 4)
            change.bind(number, at: 5)
            if let columns { change.bind(columns, at: 6) } else { change.bindNull(at: 6) }
            try change.run()
            next += 1
        }
        for key in request.newKeys { try write(.insert, key) }
        for update in updates {
            try write(.update, update.key, schema[update.key.entity].historyColumns.bytes(of: update.slots))
        }
        for object in request.deleted { try write(.delete, object.key) }
        return number
    }

    /// Takes primary keys for a table of the history.
    /// - Returns: the first.
    private func historyKeys(
        _ entity: Int64, _ table: String, count: Int, _ connection: SQLiteConnection
    ) throws -> Int64 {
        let statement = try connection.statement(
            """
            UPDATE Z_PRIMARYKEY SET Z_MAX = MAX(COALESCE(Z_MAX, 0), \
            COALESCE((SELECT MAX(Z_PK) FROM \(table)), 0)) + ? WHERE Z_ENT = ? RETURNING Z_MAX
            """)
        statement.bind(Int64(count), at: 1)
        statement.bind(entity, at: 2)
        defer { statement.reset() }
        guard try statement.step() else {
            throw CocoaErrorText.error(
                NSPersistentStoreSaveError,
                "The store at \(path) has no history in Z_PRIMARYKEY. It is damaged.")
        }
        let last = statement.integer(0)
        // One step more ends the statement, which makes the change.
        _ = try statement.step()
        return last - Int64(count) + 1
    }

    private func historyString(_ text: String, _ connection: SQLiteConnection) throws -> Int64 {
        let find = try connection.statement("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?")
        find.bind(text, at: 1)
        defer { find.reset() }
        if try find.step() { return find.integer(0) }
        let key = try historyKeys(HistoryEntity.string, "ATRANSACTIONSTRING", count: 1, connection)
        let insert = try connection.statement("INSERT INTO ATRANSACTIONSTRING VALUES (?, 16003, NULL, ?)")
        insert.bind(key, at: 1)
        insert.bind(text, at: 2)
        try insert.run()
        return key
    }
}
