import CSQLite
import Foundation

extension SQLiteStore {
    func save(_ request: SaveRequest) throws {
        // Relationships that are written in order have to be whole; reading them is done before the writing.
        for object in request.inserted { loadOrdered(object) }
        for object in request.updated { loadOrdered(object) }
        let files = ExternalDataSave(externalDataFolder)
        let transaction: Int64?
        do {
            transaction = try write(request, files)
        } catch {
            files.undo()
            throw error
        }
        files.finish(store: self)
        if let transaction {
            request.transactions.append((self, transaction))
            persistentStoreCoordinator?.historyDidGrow(self, to: transaction)
        }
    }

    /// - Returns: the number of the history's transaction; nil without a history.
    private func write(_ request: SaveRequest, _ files: ExternalDataSave) throws -> Int64? {
        var noted: Int64?
        var tookMetadata = false
        func rolledBack() {
            if let noted { forget(noted) }
            if tookMetadata { metadataStayUnwritten() }
        }
        return try write("saved", rolledBack: rolledBack) { connection in
            tookMetadata = takeUnwrittenMetadata()
            if tookMetadata { try insertMetadata(connection) }
            try giveKeys(request, connection)
            var writer = RowWriter(self, connection, request, files)
            for object in request.checked { try writer.check(object) }
            // Deletions come first, so that what they free may be used again in the same save.
            for object in request.deleted { try writer.delete(object) }
            for object in request.updated { try writer.update(object) }
            try writer.updateBlocked()
            for (object, key) in zip(request.inserted, request.newKeys) { try writer.insert(object, key: key) }
            if !writer.conflicts.isEmpty { throw writer.conflicts }
            try RelationshipWriter(self, connection, request).write()
            try files.prepare()
            guard tracksHistory else { return nil }
            let transaction = try writeHistory(request, writer.updates, connection)
            note(transaction)
            noted = transaction
            return transaction
        }
    }

    private func loadOrdered(_ object: NSManagedObject) {
        guard let related = object.related else { return }
        for slot in object.layout.toManySlots where object.layout.slots[slot].kind == .orderedToMany {
            let value = related[Int(object.layout.links[slot].index)] as? ToManyValue
            if value?.isChanged == true { _ = object.loadedMembers(at: slot) }
        }
    }

    // MARK: Keys

    func takeKeys(for layout: EntityLayout, count: Int) throws -> Int64 {
        try write("saved") { try takeKeys(for: layout, count: count, $0) }
    }

    private func takeKeys(for layout: EntityLayout, count: Int, _ connection: SQLiteConnection) throws -> Int64 {
        let root = schema.entity(for: layout.root)
        let statement = try connection.statement(
            """
            UPDATE Z_PRIMARYKEY SET Z_MAX = MAX(COALESCE(Z_MAX, 0), \
            COALESCE((SELECT MAX(Z_PK) FROM \(root.table)), 0)) + ? WHERE Z_ENT = ? RETURNING Z_MAX
            """)
        statement.bind(Int64(count), at: 1)
        statement.bind(Int64(root.number), at: 2)
        defer { statement.reset() }
        guard try statement.step() else {
            throw CocoaErrorText.error(
                NSPersistentStoreSaveError,
                "The store at \(path) does not know the entity \(root.name) in Z_PRIMARYKEY. It is damaged.")
        }
        let last = statement.integer(0)
        guard last <= ObjectKey.maximumPrimaryKey else {
            throw CocoaErrorText.error(
                NSPersistentStoreSaveError, "The store at \(path) has no primary keys left for \(root.name).")
        }
        // One step more ends the statement, which makes the change.
        _ = try statement.step()
        return last - Int64(count) + 1
    }

    /// Gives each new object its primary key.
    private func giveKeys(_ request: SaveRequest, _ connection: SQLiteConnection) throws {
        var counts: [Int: Int] = [:]
        var ordinal = -1
        var run = 0
        for object in request.inserted where object.key.isTemporary {
            let root = object.layout.rootOrdinal
            if root != ordinal {
                if run > 0 { counts[ordinal, default: 0] += run }
                (ordinal, run) = (root, 0)
            }
            run += 1
        }
        if run > 0 { counts[ordinal, default: 0] += run }
        var next: [Int: Int64] = [:]
        for (root, count) in counts { next[root] = try takeKeys(for: model[root], count: count, connection) }
        for object in request.inserted {
            guard object.key.isTemporary else {
                request.give(object.key, to: object.key)
                continue
            }
            let root = object.layout.rootOrdinal
            // Every root of an inserted object was counted above.
            let primaryKey = next[root]!
            next[root] = primaryKey + 1
            request.give(
                ObjectKey(store: index, entity: object.layout.ordinal, primaryKey: primaryKey), to: object.key)
        }
    }
}
