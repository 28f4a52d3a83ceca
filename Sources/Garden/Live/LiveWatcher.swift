import CoreData
import Foundation

/// Watches one topic with a fetched results controller, for all its subscribers.
///
/// Used on the queue of its context only.
final class LiveWatcher: NSObject {
    /// What is remembered of each row. A row that another program deleted cannot be read any more.
    private struct Known {
        var id: UUID
        var version: Int
        var cursor: RowCursor
    }

    private let topic: LiveTopic
    private let controller: NSFetchedResultsController<NSManagedObject>
    private var known: [NSManagedObjectID: Known] = [:]
    /// The greatest version of each row. What was deleted and brought back is a new object under the old id, and the
    /// new one may be seen before the old one goes.
    private var newest: [UUID: Int] = [:]
    private var deleted: [Known] = []
    private var changed: [(object: NSManagedObject, action: LiveChange.Action)] = []
    private var subscribers: [(number: UInt64, receive: @Sendable (LiveEvent) -> Void)] = []
    private var lastNumber: UInt64 = 0

    /// Begins to watch.
    ///
    /// - Complexity: Linear in the number of rows: each one's id and version are read.
    init(_ topic: LiveTopic, in context: NSManagedObjectContext) throws {
        self.topic = topic
        controller = NSFetchedResultsController(
            fetchRequest: topic.fetchRequest, managedObjectContext: context, sectionNameKeyPath: nil,
            cacheName: nil)
        super.init()
        try controller.performFetch()
        known.reserveCapacity(count)
        for row in 0..<count { remember(object(at: row)) }
        controller.delegate = self
    }

    /// Whether the last subscriber has left.
    var isUnwatched: Bool { subscribers.isEmpty }

    /// Adds a subscriber, and gives the number to remove it by.
    func add(_ receive: @escaping @Sendable (LiveEvent) -> Void) -> UInt64 {
        lastNumber += 1
        subscribers.append((lastNumber, receive))
        return lastNumber
    }

    /// Removes a subscriber.
    func remove(_ number: UInt64) { subscribers.removeAll { $0.number == number } }

    private var count: Int { controller.sections?.first?.numberOfObjects ?? 0 }

    private func object(at row: Int) -> NSManagedObject {
        controller.object(at: IndexPath(row: row, section: 0))
    }

    @discardableResult
    private func remember(_ object: NSManagedObject) -> LiveRow? {
        guard let row = LiveRow(object) else { return nil }
        known[object.objectID] = Known(id: row.id, version: row.version, cursor: row.cursor)
        newest[row.id] = max(newest[row.id] ?? 0, row.version)
        return row
    }
}

extension LiveWatcher: NSFetchedResultsControllerDelegate {
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        guard let object = anObject as? NSManagedObject else { return }
        switch type {
        case .delete:
            guard let row = known.removeValue(forKey: object.objectID) else { return }
            if newest[row.id] == row.version { newest[row.id] = nil }
            deleted.append(row)
        case .insert: changed.append((object, .insert))
        case .move: changed.append((object, .move))
        case .update: changed.append((object, .update))
        @unknown default: break
        }
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        var changes = deleted.map { row in
            LiveChange(action: .delete, id: row.id, version: row.version + 1, cursor: row.cursor)
        }
        deleted = []
        let placed = changed.compactMap {
            change -> (place: Int, object: NSManagedObject, action: LiveChange.Action)? in
            guard let place = self.controller.indexPath(forObject: change.object)?.row else { return nil }
            return (place, change.object, change.action)
        }.sorted { $0.place < $1.place }
        changed = []
        for (place, object, action) in placed {
            let version = known[object.objectID]?.version
            guard let row = remember(object) else { continue }
            // Read again, but nothing a row shows has changed.
            if action == .update && version == row.version { continue }
            changes.append(
                LiveChange(
                    action: action, id: row.id, version: row.version, cursor: row.cursor, row: row,
                    after: id(before: place)))
        }
        guard !changes.isEmpty else { return }
        let event = LiveEvent.changes(LiveChanges(topic: topic, changes: changes, total: count))
        for subscriber in subscribers { subscriber.receive(event) }
    }

    /// The id of the row above a place, passing over rows that another object has taken the place of.
    private func id(before place: Int) -> UUID? {
        for row in stride(from: place - 1, through: 0, by: -1) {
            let object = object(at: row)
            if known[object.objectID] == nil { remember(object) }
            guard let known = known[object.objectID] else { continue }
            if known.version >= newest[known.id] ?? 0 { return known.id }
        }
        return nil
    }
}
