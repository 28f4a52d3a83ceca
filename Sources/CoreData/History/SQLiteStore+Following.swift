import Foundation

// Taking over what other processes, and other coordinators of this one, save.
extension SQLiteStore {
    /// The number of the last transaction that was written to the file.
    func lastTransaction() -> Int64 {
        (try? withConnection("read") { try historyBounds($0).last }) ?? 0
    }

    /// Begins to watch for what others write.
    func startHistory() throws {
        // A store that is only read may have been made without a history; it is not given one.
        guard try withConnection("read", { try tables($0).contains("ATRANSACTION") }) else { return }
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
                if found.isIncomplete {
                    persistentStoreCoordinator?.handEverything(of: self)
                } else if found.changes.isEmpty {
                    return
                } else {
                    persistentStoreCoordinator?.hand(found.changes, toContextsBesides: nil)
                }
                persistentStoreCoordinator?.historyDidGrow(self, to: found.last)
            } catch {
                persistentStoreCoordinator?.report(
                    "Changes of another process could not be read: \(error.localizedDescription)")
            }
        }
    }

    /// What others saved after a transaction.
    private struct ForeignChanges {
        let last: Int64
        /// Whether some of it was dropped from the history before it was read here.
        let isIncomplete: Bool
        let changes: SavedChanges
    }

    private func foreignChanges(after known: Int64) throws -> ForeignChanges {
        // 0 inserted, 1 updated, 2 deleted, by key, in the order of the first mention.
        var kinds: [ObjectKey: Int64] = [:]
        var order: [ObjectKey] = []
        let (last, isIncomplete) = try readAtOnce { connection -> (Int64, Bool) in
            let bounds = try historyBounds(connection)
            guard bounds.last > known else { return (known, false) }
            // What is written here is noted before it is committed. So the notes, looked at now, have all that
            // this read can see.
            let notes = history.withLock { $0 }
            let lost = bounds.first - 1 - notes.known
            if lost > notes.own.count(where: { $0 > notes.known && $0 < bounds.first }) { return (bounds.last, true) }
            try connection.query(
                "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK FROM ACHANGE "
                    + "WHERE ZTRANSACTIONID > ? ORDER BY Z_PK", { $0.bind(known, at: 1) }
            ) { row in
                let transaction = row.integer(0)
                let primaryKey = row.integer(3)
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
            return (bounds.last, false)
        }
        return ForeignChanges(
            last: last, isIncomplete: isIncomplete, changes: try savedChanges(order, kinds))
    }

    private func savedChanges(_ order: [ObjectKey], _ kinds: [ObjectKey: Int64]) throws -> SavedChanges {
        var changes = SavedChanges()
        let wanted = order.filter { kinds[$0] != 2 }
        let rows = try Dictionary(grouping: wanted, by: \.entity).values
            .flatMap { try self.rows(for: $0, layout: model[$0[0].entity]) }.byKey()
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
        return changes
    }
}

/// What a store knows of its history.
struct StoreHistory {
    /// Everything up to this transaction has been merged or was written here.
    var known: Int64 = 0
    /// Later transactions that were written here.
    var own: Set<Int64> = []
}
