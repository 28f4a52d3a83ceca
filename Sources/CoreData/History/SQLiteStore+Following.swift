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
        guard try withConnection("read", { try $0.tableNames().contains("ATRANSACTION") }) else { return }
        let last = lastTransaction()
        history.withLock { $0.known = last }
        guard !isInMemory else { return }
        watcher = StoreWatcher(path: path) { [weak self] in self?.takeUpForeignTransactions() }
    }

    // MARK: In order

    /// Notes a transaction that is about to be committed here. Nothing behind it is handed on before it is.
    func note(_ transaction: Int64) { history.withLock { _ = $0.own.insert(transaction) } }

    /// A transaction was rolled back: its number may become somebody else's.
    func forget(_ transaction: Int64) { history.withLock { _ = $0.own.remove(transaction) } }

    /// Hands on what a transaction of this store changed, when everything before it has been.
    ///
    /// Nobody waits: what comes too early is left for those who bring what is missing.
    func handOn(_ transaction: Int64, _ saved: SavedChanges, besides context: NSManagedObjectContext?) {
        history.withLock { $0.news[transaction] = (saved, context) }
        follow(readingAlways: false)
    }

    /// Merges what other processes, and other coordinators of this one, have saved.
    func takeUpForeignTransactions() { follow(readingAlways: true) }

    /// - Parameter readingAlways: whether the file is looked at when no news of one's own waits for it.
    private func follow(readingAlways: Bool) {
        followLock.withLock {
            do {
                while try followOnce(readingAlways: readingAlways) {}
            } catch {
                persistentStoreCoordinator?.report(
                    "Changes of another process could not be read: \(error.localizedDescription)")
            }
        }
    }

    /// Hands on the next transaction of one's own, or the next of others.
    /// - Returns: false when there is none, or when the next one's news is still to come.
    private func followOnce(readingAlways: Bool) throws -> Bool {
        let (news, mayRead) = history.withLock { history -> (StoreHistory.News?, Bool) in
            let next = history.known + 1
            if let news = history.news.removeValue(forKey: next) {
                history.known = next
                history.own.remove(next)
                return (news, false)
            }
            return (nil, !history.own.contains(next) && (readingAlways || !history.news.isEmpty))
        }
        if let news {
            persistentStoreCoordinator?.hand(news.saved, toContextsBesides: news.context)
            return true
        }
        return try mayRead && takeUpOthers()
    }

    /// Hands on what others saved up to the next transaction of one's own.
    private func takeUpOthers() throws -> Bool {
        let known = history.withLock { $0.known }
        // Closing waits for what is being read, but not for what is being handed on.
        let found = try foreignReading.withLock { isClosed ? nil : try foreignChanges(after: known) }
        guard let found, found.last > known else { return false }
        history.withLock { $0.known = found.last }
        if found.isIncomplete {
            persistentStoreCoordinator?.handEverything(of: self)
        } else if found.changes.isEmpty {
            return true
        } else {
            persistentStoreCoordinator?.hand(found.changes, toContextsBesides: nil)
        }
        persistentStoreCoordinator?.historyDidGrow(self, to: found.last)
        return true
    }

    // MARK: Reading

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
            // What is written here is noted before it is committed. So the notes, looked at now, have all that
            // this read can see.
            let nextOwn = history.withLock { $0.own.min() } ?? .max
            let last = min(bounds.last, nextOwn - 1)
            guard last > known else { return (known, false) }
            if bounds.first > known + 1 { return (last, true) }
            try connection.query(
                "SELECT ZCHANGETYPE, ZENTITY, ZENTITYPK FROM ACHANGE "
                    + "WHERE ZTRANSACTIONID > ? AND ZTRANSACTIONID <= ? ORDER BY Z_PK",
                {
                    $0.bind(known, at: 1)
                    $0.bind(last, at: 2)
                }
            ) { row in
                let primaryKey = row.integer(2)
                guard let entity = schema.entity(numbered: Int(row.integer(1))), primaryKey > 0,
                    primaryKey <= ObjectKey.maximumPrimaryKey
                else { return }
                let key = ObjectKey(store: index, entity: entity.layout.ordinal, primaryKey: primaryKey)
                let kind = row.integer(0)
                if let earlier = kinds[key] {
                    // What was inserted and then changed is an insertion still.
                    kinds[key] = kind == 1 ? earlier : kind
                } else {
                    kinds[key] = kind
                    order.append(key)
                }
            }
            return (last, false)
        }
        return ForeignChanges(last: last, isIncomplete: isIncomplete, changes: try savedChanges(order, kinds))
    }

    private func savedChanges(_ order: [ObjectKey], _ kinds: [ObjectKey: Int64]) throws -> SavedChanges {
        var changes = SavedChanges()
        let wanted = order.filter { kinds[$0] != 2 }
        let rows = try Dictionary(grouping: wanted, by: \.entity).values
            .flatMap { try self.rows(for: $0, layout: model[$0[0].entity]) }.byKey()
        for key in order {
            switch kinds[key] {
            case 0:
                guard let values = rows[key] else { continue }
                changes.inserted.append(.init(key: key, values: values))
                // A history tells things in their order, so an insertion is behind any deletion that is known.
                changes.again.insert(key)
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
struct StoreHistory: @unchecked Sendable {
    // Contexts are only handed on from here, to be told apart.
    typealias News = (saved: SavedChanges, context: NSManagedObjectContext?)

    /// Everything up to this transaction has been handed on, or was there when the store was opened.
    var known: Int64 = 0
    /// Later transactions that were written here, or are about to be.
    var own: Set<Int64> = []
    /// What those changed, as far as it is told.
    var news: [Int64: News] = [:]
}
