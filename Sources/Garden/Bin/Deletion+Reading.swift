import CoreData
import Foundation

extension Deletion {
    /// What the deletion kept.
    ///
    /// - Throws: `GardenError.nothingToUndo` when it cannot be read, which only a store written by
    ///   another program can bring about.
    func copies() throws -> BinContents {
        guard let contents, let copies = try? BinContents(encoded: contents) else {
            throw GardenError.nothingToUndo
        }
        return copies
    }

    /// The deletion as screens see it. A plant's or list's copies, of which there can be many, are not
    /// read for it.
    func undo() throws -> Undo {
        guard let kind = GardenKind(rawValue: kind ?? "") else { throw GardenError.nothingToUndo }
        let ids = (self.ids ?? "").split(separator: " ").compactMap { UUID(uuidString: String($0)) }
        var parentID: UUID?
        var sowing: SowingRow?
        switch kind {
        case .plant, .list: break
        case .sowing:
            sowing = try copies().sowings?.first?.row
            parentID = sowing?.plantID
        // Its copy may hold a picture; a deletion from before pictures does not say the list beside it.
        case .item: parentID = try self.parentID ?? copies().items?.first?.listID
        }
        return Undo(
            id: id ?? .missing, kind: kind, objectID: ids.first ?? .missing, parentID: parentID,
            name: title ?? "",
            sowing: sowing, childCount: max(0, ids.count - 1), deletedAt: deletedAt ?? .distantPast)
    }

    /// The latest deletion that took the thing with this id away, by itself or with what it belonged to.
    static func taking(_ id: UUID, in context: NSManagedObjectContext) throws -> Undo? {
        let request = NSFetchRequest<Deletion>(entityName: "Deletion")
        request.predicate = NSPredicate(format: "ids CONTAINS %@", id.uuidString)
        request.sortDescriptors = [NSSortDescriptor(key: "deletedAt", ascending: false)]
        request.fetchLimit = 1
        return try context.fetch(request).first?.undo()
    }
}

extension BinContents.SowingCopy {
    /// The sowing as it was.
    var row: SowingRow {
        let date = CalendarDay(day) ?? CalendarDay(stored: createdAt)
        return SowingRow(
            id: id, plantID: plantID, date: date, numberOfSeeds: Int(seeds), note: note,
            version: Int(version),
            cursor: RowCursor(
                key: SortKey.sowing(date: date, createdAt: createdAt, id: id), isDescending: true))
    }
}
