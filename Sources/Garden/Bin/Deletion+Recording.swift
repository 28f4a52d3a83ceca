import CoreData
import Foundation

extension Deletion {
    /// Keeps a copy of a plant and its sowings, and deletes them.
    static func delete(_ plant: Plant, in context: NSManagedObjectContext) throws -> Undo {
        let seeds = (plant.seeds?.allObjects as? [Seed] ?? []).map(BinContents.SowingCopy.init)
        let deletion = try Deletion(
            in: context, kind: .plant, title: plant.row.name,
            ids: [plant.id ?? .missing] + seeds.map(\.id),
            contents: BinContents(plant: .init(plant), sowings: seeds))
        context.delete(plant)
        return try deletion.undo()
    }

    /// Keeps a copy of a sowing, and deletes it.
    static func delete(_ seed: Seed, in context: NSManagedObjectContext) throws -> Undo {
        let copy = BinContents.SowingCopy(seed)
        let deletion = try Deletion(
            in: context, kind: .sowing, title: "", ids: [copy.id], contents: BinContents(sowings: [copy]))
        seed.plant?.adjust(sowings: -1, seeds: -Int(seed.numberOfSeeds))
        context.delete(seed)
        return try deletion.undo()
    }

    /// Keeps a copy of a list and its items, and deletes them.
    static func delete(_ list: Lists, in context: NSManagedObjectContext) throws -> Undo {
        let items = (list.toItem?.allObjects as? [Item] ?? []).map(BinContents.ItemCopy.init)
        let deletion = try Deletion(
            in: context, kind: .list, title: list.name ?? "", ids: [list.id ?? .missing] + items.map(\.id),
            contents: BinContents(list: .init(list), items: items))
        context.delete(list)
        return try deletion.undo()
    }

    /// Keeps a copy of an item, and deletes it.
    static func delete(_ item: Item, in context: NSManagedObjectContext) throws -> Undo {
        let copy = BinContents.ItemCopy(item)
        let deletion = try Deletion(
            in: context, kind: .item, title: copy.name, ids: [copy.id], contents: BinContents(items: [copy]))
        deletion.parentID = copy.listID
        item.toLists?.adjust(items: -1, open: item.isDone ? 0 : -1)
        context.delete(item)
        return try deletion.undo()
    }

    private convenience init(
        in context: NSManagedObjectContext, kind: GardenKind, title: String, ids: [UUID],
        contents: BinContents
    ) throws {
        self.init(context: context)
        id = UUID()
        self.kind = kind.rawValue
        self.title = title
        deletedAt = Date()
        self.ids = ids.map(\.uuidString).joined(separator: " ")
        self.contents = try contents.encoded()
    }
}
