import Foundation

// The history of a store: one transaction a save, one change an object, in Apple's tables.
extension SQLiteStore {
    private enum Number {
        static let change: Int64 = 16001
        static let transaction: Int64 = 16002
        static let string: Int64 = 16003
    }

    func createHistoryTables(_ connection: SQLiteConnection) throws {
        guard try !tables(connection).contains("ATRANSACTION") else { return }
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

    /// Writes what a save did into the history, in the save's own transaction.
    /// - Returns: the number of the history's transaction.
    func writeHistory(_ request: SaveRequest, _ connection: SQLiteConnection) throws -> Int64 {
        let number = try historyKeys(Number.transaction, "ATRANSACTION", count: 1, connection)
        let insert = try connection.statement(
            """
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, \
            ZTIMESTAMP) VALUES (?, 16002, NULL, ?, ?, ?, ?, ?)
            """)
        let process = ProcessInfo.processInfo.processName
        insert.bind(number, at: 1)
        for (index, text) in [request.author, process, request.contextName, process].enumerated() {
            if let text {
                insert.bind(try historyString(text, connection), at: Int32(index + 2))
            } else {
                insert.bindNull(at: Int32(index + 2))
            }
        }
        insert.bind(Date().timeIntervalSinceReferenceDate, at: 6)
        try insert.run()

        let updated = request.updated.filter { $0.state.contains(.written) }
        let count = request.inserted.count + updated.count + request.deleted.count
        var next = try historyKeys(Number.change, "ACHANGE", count: count, connection)
        let change = try connection.statement(
            """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) \
            VALUES (?, 16001, NULL, ?, ?, ?, ?, NULL)
            """)
        func write(_ kind: Int64, _ key: ObjectKey) throws {
            change.bind(next, at: 1)
            change.bind(kind, at: 2)
            change.bind(Int64(schema[key.entity].number), at: 3)
            change.bind(key.primaryKey, at: 4)
            change.bind(number, at: 5)
            try change.run()
            next += 1
        }
        for key in request.newKeys { try write(0, key) }
        for object in updated { try write(1, object.key) }
        for object in request.deleted { try write(2, object.key) }
        history.withLock { _ = $0.own.insert(number) }
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
        let key = try historyKeys(Number.string, "ATRANSACTIONSTRING", count: 1, connection)
        let insert = try connection.statement("INSERT INTO ATRANSACTIONSTRING VALUES (?, 16003, NULL, ?)")
        insert.bind(key, at: 1)
        insert.bind(text, at: 2)
        try insert.run()
        return key
    }

    // MARK: Following

    /// The number of the last transaction in the file.
    func lastTransaction() -> Int64 {
        let last = try? withConnection("read") { connection -> Int64 in
            let statement = try connection.statement("SELECT MAX(Z_PK) FROM ATRANSACTION")
            defer { statement.reset() }
            return try statement.step() ? statement.integer(0) : 0
        }
        return last ?? 0
    }

    /// Begins to watch for what others write.
    func startHistory() throws {
        let last = lastTransaction()
        history.withLock { $0.known = last }
        guard !isInMemory else { return }
        watcher = StoreWatcher(path: path) { [weak self] in self?.takeUpForeignTransactions() }
    }

    /// A transaction of this store was committed.
    func didWrite(_ transaction: Int64) {
        history.withLock { history in
            guard transaction == history.known + 1 else { return }
            history.known = transaction
            history.own.remove(transaction)
        }
        persistentStoreCoordinator?.historyDidGrow(self, to: transaction)
    }

    /// A transaction of this store was rolled back: its number may become somebody else's.
    func didNotWrite() {
        let last = lastTransaction()
        history.withLock { $0.own = $0.own.filter { $0 <= last } }
    }

    /// Merges what other processes, and other coordinators of this one, have saved.
    func takeUpForeignTransactions() {
        followLock.withLock {
            do {
                let known = history.withLock { $0.known }
                let found = try foreignReading.withLock { isClosed ? nil : try foreignChanges(after: known) }
                guard let found, found.last > known else { return }
                history.withLock { history in
                    history.known = max(history.known, found.last)
                    history.own = history.own.filter { $0 > history.known }
                }
                if !found.changes.isEmpty {
                    persistentStoreCoordinator?.hand(found.changes, toContextsBesides: nil)
                    persistentStoreCoordinator?.historyDidGrow(self, to: found.last)
                }
            } catch {
                persistentStoreCoordinator?.report(
                    "Changes of another process could not be read: \(error.localizedDescription)")
            }
        }
    }

    private func foreignChanges(after known: Int64) throws -> (last: Int64, changes: SavedChanges) {
        var last = known
        // What is written here is noted before it is committed. So the notes are looked at once the first row
        // has been read: then they have all that this read can see.
        var noted: StoreHistory?
        // 0 inserted, 1 updated, 2 deleted, by key, in the order of the first mention.
        var kinds: [ObjectKey: Int64] = [:]
        var order: [ObjectKey] = []
        try withConnection("read") { connection in
            try connection.query(
                "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK FROM ACHANGE "
                    + "WHERE ZTRANSACTIONID > ? ORDER BY Z_PK", { $0.bind(known, at: 1) }
            ) { row in
                let transaction = row.integer(0)
                last = max(last, transaction)
                let primaryKey = row.integer(3)
                let notes = noted ?? history.withLock { $0 }
                noted = notes
                guard transaction > notes.known, !notes.own.contains(transaction),
                    let entity = schema.entity(numbered: Int(row.integer(2))),
                    primaryKey > 0, primaryKey <= ObjectKey.maximumPrimaryKey
                else { return }
                let key = ObjectKey(store: index, entity: entity.layout.ordinal, primaryKey: primaryKey)
                let kind = row.integer(1)
                if let earlier = kinds[key] {
                    // What was inserted and then changed is an insertion still.
                    kinds[key] = kind == 1 ? earlier : kind
                } else {
                    kinds[key] = kind
                    order.append(key)
                }
            }
        }
        var changes = SavedChanges()
        var rows: [ObjectKey: (chunk: RowChunk, row: UnsafeMutableRawPointer)] = [:]
        let wanted = order.filter { kinds[$0] != 2 }
        for group in Dictionary(grouping: wanted, by: \.entity).values {
            try self.rows(for: group, layout: model[group[0].entity]) { row, chunk in
                rows[EntityLayout.key(of: row)] = (chunk, row)
            }
        }
        for key in order {
            switch kinds[key] {
            case 0:
                if let values = rows[key] { changes.inserted.append(.init(key: key, values: values)) }
            case 1:
                if let values = rows[key] { changes.updated.append(.init(key: key, values: values)) }
            default:
                changes.deleted.append(key)
            }
        }
        return (last, changes)
    }
}

/// What a store knows of its history.
struct StoreHistory {
    /// Everything up to this transaction has been merged or was written here.
    var known: Int64 = 0
    /// Later transactions that were written here.
    var own: Set<Int64> = []
}
