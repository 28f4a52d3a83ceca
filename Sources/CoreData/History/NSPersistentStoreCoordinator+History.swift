import Foundation

// Requests for the history, answered by all stores that keep one.
extension NSPersistentStoreCoordinator {
    final func history(_ request: NSPersistentHistoryChangeRequest) throws -> NSPersistentHistoryResult {
        let stores = rowStores.compactMap { $0 as? SQLiteStore }.filter { store in
            store.tracksHistory && request.affectedStores?.contains { $0 === store } ?? true
        }
        if stores.isEmpty {
            throw CocoaErrorText.error(
                NSPersistentStoreUnsupportedRequestTypeError,
                "No store of the coordinator keeps a history. Open one with the option "
                    + "NSPersistentHistoryTrackingKey.")
        }
        let type = request.resultType
        if request.isDeletion {
            let dropped = try stores.reduce(0) { try $0 + $1.dropHistory(before: request.part) }
            return NSPersistentHistoryResult(type == .count ? dropped : true, type)
        }
        let needsChanges = type != .transactionsOnly
        var records: [HistoryRecord] = []
        for store in stores { records += try store.history(after: request.part, withChanges: needsChanges) }
        // Of one store they are in order; of several, by time.
        if stores.count > 1 { records.sort { ($0.timestamp, $0.number) < ($1.timestamp, $1.number) } }
        let changes = records.flatMap { $0.changes ?? [] }
        switch type {
        case .statusOnly: return NSPersistentHistoryResult(true, type)
        case .count: return NSPersistentHistoryResult(changes.count, type)
        case .objectIDs:
            var seen: Set<NSManagedObjectID> = []
            return NSPersistentHistoryResult(changes.map(\.id).filter { seen.insert($0).inserted }, type)
        case .changesOnly:
            return NSPersistentHistoryResult(changes.map { NSPersistentHistoryChange($0, of: nil) }, type)
        case .transactionsOnly, .transactionsAndChanges:
            return NSPersistentHistoryResult(records.map(NSPersistentHistoryTransaction.init), type)
        }
    }
}
