import Foundation

// Reading the history and dropping its beginning.
extension SQLiteStore {
    /// The first transaction the history still has, and the last there ever was. When nothing is left, the first
    /// is the one that comes next.
    func historyBounds(_ connection: SQLiteConnection) throws -> (first: Int64, last: Int64) {
        var bounds: (first: Int64, last: Int64) = (1, 0)
        // Asked for one by one: of two in one question SQLite reads the whole table.
        try connection.query(
            """
            SELECT (SELECT MIN(Z_PK) FROM ATRANSACTION), (SELECT MAX(Z_PK) FROM ATRANSACTION), \
            (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistoryEntity.transaction))
            """
        ) { row in
            bounds = row.isNull(0) ? (row.integer(2) + 1, row.integer(2)) : (row.integer(0), row.integer(1))
        }
        return bounds
    }

    /// Runs `body` so that all it reads is of one moment.
    func readAtOnce<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        try withConnection("read") { connection in
            try connection.execute("BEGIN")
            defer { try? connection.execute("COMMIT") }
            return try body(connection)
        }
    }

    func history(
        after part: NSPersistentHistoryChangeRequest.Part, withChanges: Bool
    ) throws -> [HistoryRecord] {
        try readAtOnce { connection in
            let start = try start(after: part, connection)
            var records: [HistoryRecord] = []
            var byNumber: [Int64: HistoryRecord] = [:]
            // Apple's store has the names in the transaction itself or, mostly, in a table of names.
            func name(_ column: String) -> String {
                "COALESCE((SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = \(column)TS), \(column))"
            }
            try connection.query(
                """
                SELECT Z_PK, ZTIMESTAMP, \(name("ZBUNDLEID")), \(name("ZPROCESSID")), \(name("ZCONTEXTNAME")), \
                \(name("ZAUTHOR")) FROM ATRANSACTION WHERE Z_PK > ? AND ZTIMESTAMP > ? ORDER BY Z_PK
                """,
                {
                    $0.bind(start.number, at: 1)
                    $0.bind(start.time, at: 2)
                }
            ) { row in
                let record = HistoryRecord(
                    number: row.integer(0), storeID: identifier,
                    timestamp: Date(timeIntervalSinceReferenceDate: row.double(1)), bundleID: row.string(2) ?? "",
                    processID: row.string(3) ?? "", contextName: row.string(4), author: row.string(5))
                if withChanges { record.changes = [] }
                records.append(record)
                byNumber[record.number] = record
            }
            guard withChanges, let first = records.first?.number else { return records }
            try connection.query(
                """
                SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE \
                WHERE ZTRANSACTIONID >= ? ORDER BY Z_PK
                """, { $0.bind(first, at: 1) }
            ) { row in
                if let change = self.change(row) { byNumber[row.integer(4)]?.changes?.append(change) }
            }
            return records
        }
    }

    /// Where to begin to read.
    /// - Throws: `NSPersistentHistoryTokenExpiredError` when a part of what is wanted was dropped.
    private func start(
        after part: NSPersistentHistoryChangeRequest.Part, _ connection: SQLiteConnection
    ) throws -> (number: Int64, time: Double) {
        var number: Int64?
        switch part {
        case .date(let date): return (0, date.timeIntervalSinceReferenceDate)
        case .token(let token): number = token?.transactions[identifier]
        case .transaction(let store, let transaction):
            // The point in one store says nothing of another, which is not asked for.
            number = store == identifier ? transaction : .max
        case .noTransaction: number = nil
        }
        guard let number else { return (0, -.infinity) }
        if number < .max, number + 1 < (try historyBounds(connection).first) {
            throw CocoaErrorText.error(
                NSPersistentHistoryTokenExpiredError,
                "The history of the store at \(path) no longer goes back to transaction \(number). Read the objects "
                    + "again, and go on from the current token.", [NSAffectedStoresErrorKey: [self]])
        }
        return (number, -.infinity)
    }

    /// A change of the history; nil when it is of an entity or a kind that is not known here.
    private func change(_ row: SQLiteStatement) -> HistoryRecord.Change? {
        let primaryKey = row.integer(3)
        guard let type = NSPersistentHistoryChangeType(rawValue: Int(row.integer(1))),
            let entity = schema.entity(numbered: Int(row.integer(2))),
            primaryKey > 0, primaryKey <= ObjectKey.maximumPrimaryKey
        else { return nil }
        let key = ObjectKey(store: index, entity: entity.layout.ordinal, primaryKey: primaryKey)
        let properties = row.data(5).map { bytes in
            Set(entity.historyColumns.slots(in: bytes).compactMap { entity.layout.slots[$0].property })
        }
        return HistoryRecord.Change(
            number: row.integer(0), id: NSManagedObjectID(key: key, layout: entity.layout, store: self), type: type,
            properties: type == .update ? properties : nil)
    }

    // MARK: Dropping

    /// Drops the beginning of the history.
    ///
    /// Always a beginning: then whether a token has expired, or another process has lost something, can be told
    /// from the first transaction that is left.
    /// - Returns: the number of changes that were dropped.
    func dropHistory(before part: NSPersistentHistoryChangeRequest.Part) throws -> Int {
        try write("saved") { connection in
            guard let end = try end(before: part, connection) else { return 0 }
            let changes = try connection.statement("DELETE FROM ACHANGE WHERE ZTRANSACTIONID < ?")
            changes.bind(end, at: 1)
            try changes.run()
            let dropped = connection.changes
            let transactions = try connection.statement("DELETE FROM ATRANSACTION WHERE Z_PK < ?")
            transactions.bind(end, at: 1)
            try transactions.run()
            return dropped
        }
    }

    /// The first transaction that is to stay.
    private func end(
        before part: NSPersistentHistoryChangeRequest.Part, _ connection: SQLiteConnection
    ) throws -> Int64? {
        switch part {
        case .date(let date):
            var end: Int64?
            try connection.query(
                "SELECT MIN(Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP >= ?",
                { $0.bind(date.timeIntervalSinceReferenceDate, at: 1) }
            ) { end = $0.isNull(0) ? nil : $0.integer(0) }
            return try end ?? historyBounds(connection).last + 1
        case .token(let token): return token?.transactions[identifier]
        case .transaction(let store, let number): return store == identifier ? number : nil
        case .noTransaction: return nil
        }
    }
}
