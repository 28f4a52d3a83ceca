import CoreData
import Foundation

/// What was deleted and can be brought back, from any device, also after a restart.
///
/// Every method may be called from any thread, blocks while it works, and throws `GardenError` only.
public final class BinViewModel: Sendable {
    /// How long deleted things are kept, in days.
    public static let daysKept = 30

    private let container: PersistenceContainer

    /// Makes a view model on a store.
    public init(_ container: PersistenceContainer) { self.container = container }

    /// The deletions, latest first.
    ///
    /// - Parameters:
    ///   - start: How many to leave out, the latest ones.
    ///   - limit: The greatest number of them.
    public func entries(from start: Int = 0, limit: Int = 100) throws -> [Undo] {
        try container.read { context in
            let request = NSFetchRequest<Deletion>(entityName: "Deletion")
            request.predicate = Self.kept(at: Date())
            request.sortDescriptors = [NSSortDescriptor(key: "deletedAt", ascending: false)]
            request.fetchOffset = max(0, start)
            request.fetchLimit = RowLimit.clamped(limit)
            return try context.fetch(request).compactMap { try? $0.undo() }
        }
    }

    /// One deletion.
    ///
    /// - Throws: `GardenError.nothingToUndo` when it was undone before or is no longer kept.
    public func entry(_ id: UUID) throws -> Undo {
        try container.read { try $0.existingDeletion(id).undo() }
    }

    /// The name of a deleted plant, genus and species apart.
    ///
    /// - Throws: `GardenError.nothingToUndo` when it was undone before, or was no plant.
    public func plantName(_ id: UUID) throws -> PlantForm {
        try container.read { context in
            guard let plant = try context.existingDeletion(id).copies().plant else { throw GardenError.nothingToUndo }
            return PlantForm(genus: plant.genus, species: plant.species)
        }
    }

    /// Brings back what was deleted, with its sowings or items and under its old ids.
    ///
    /// - Parameters:
    ///   - id: The deletion's id, `Undo.id`.
    ///   - choice: What to do when it cannot simply return.
    /// - Throws: `GardenError.nothingToUndo`; `.duplicate` when the name is taken by now (rename or
    ///   merge); `.gone` when the plant of a sowing or the list of an item is (undo that deletion first,
    ///   or choose another place); `.invalid` for a new name that is none.
    public func undo(_ id: UUID, _ choice: RestoreChoice = .asIs) throws -> Restored {
        try container.write { context in
            let deletion = try context.existingDeletion(id)
            let restored = try deletion.restore(choice, in: context)
            context.delete(deletion)
            return restored
        }
    }

    /// The number of deletions that can be undone.
    public func count() throws -> Int {
        try container.read { try $0.number(of: Deletion.self, where: Self.kept(at: Date())) }
    }

    /// Drops one deletion for good. One that is not kept any more is no error.
    public func drop(_ id: UUID) throws {
        try container.write { context in
            if let deletion = try context.first(Deletion.self, "id", is: id) { context.delete(deletion) }
        }
    }

    /// Drops all for good.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public func dropAll() throws -> Int {
        try container.write { context in
            let all = try context.all(Deletion.self)
            for deletion in all { context.delete(deletion) }
            return all.count
        }
    }

    /// What is kept at a moment. The rest is dropped once a day by a server, and is not shown until then.
    private static func kept(at date: Date) -> NSPredicate {
        NSPredicate(format: "deletedAt >= %@", date.addingTimeInterval(-86400 * Double(daysKept)) as NSDate)
    }

    /// Drops for good what was deleted longer ago than `daysKept`.
    ///
    /// - Parameter date: Now.
    public func dropOld(at date: Date = Date()) throws {
        try container.write { context in
            let request = NSFetchRequest<Deletion>(entityName: "Deletion")
            request.predicate = NSCompoundPredicate(notPredicateWithSubpredicate: Self.kept(at: date))
            for deletion in try context.fetch(request) { context.delete(deletion) }
        }
    }
}

extension NSManagedObjectContext {
    /// The deletion with this id.
    ///
    /// - Throws: `GardenError.nothingToUndo`.
    fileprivate func existingDeletion(_ id: UUID) throws -> Deletion {
        guard let deletion = try first(Deletion.self, "id", is: id) else { throw GardenError.nothingToUndo }
        return deletion
    }
}
