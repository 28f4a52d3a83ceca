import CoreData
import Foundation

extension Deletion {
    /// Brings back what was deleted.
    ///
    /// A version that comes back is two more than the one that went: one more is the deletion's, which
    /// may reach a screen later than the return does.
    func restore(_ choice: RestoreChoice, in context: NSManagedObjectContext) throws -> Restored {
        let copies = try copies()
        switch GardenKind(rawValue: kind ?? "") {
        case .plant:
            guard let plant = copies.plant else { throw GardenError.nothingToUndo }
            return try Self.restore(plant, copies.sowings ?? [], choice, in: context)
        case .sowing:
            guard let sowing = copies.sowings?.first else { throw GardenError.nothingToUndo }
            return try Self.restore(sowing, choice, in: context)
        case .list:
            guard let list = copies.list else { throw GardenError.nothingToUndo }
            return try Self.restore(list, copies.items ?? [], choice, in: context)
        case .item:
            guard let item = copies.items?.first else { throw GardenError.nothingToUndo }
            return try Self.restore(item, choice, in: context)
        case nil: throw GardenError.nothingToUndo
        }
    }

    private static func restore(
        _ copy: BinContents.PlantCopy, _ sowings: [BinContents.SowingCopy], _ choice: RestoreChoice,
        in context: NSManagedObjectContext
    ) throws -> Restored {
        var name = PlantForm(genus: copy.genus, species: copy.species)
        if case .renamedPlant(let newName) = choice { name = try newName.checked() }
        let plant: Plant
        if let returned = try context.first(Plant.self, "id", is: copy.id) {
            plant = returned
        } else if choice == .merged, let existing = try context.plant(named: name) {
            plant = existing
            plant.takeOver(copy.picture)
        } else {
            try context.requireFree(name)
            plant = Plant(in: context, id: copy.id, genus: name.genus, species: name.species)
            plant.bringBack(copy.picture)
            plant.version = copy.version + 2
        }
        for sowing in sowings { try context.bringBack(sowing, to: plant) }
        return Restored(kind: .plant, id: plant.id ?? .missing, parentID: nil)
    }

    private static func restore(
        _ copy: BinContents.SowingCopy, _ choice: RestoreChoice, in context: NSManagedObjectContext
    ) throws -> Restored {
        var plantID = copy.plantID
        if case .under(let chosen, _) = choice { plantID = chosen }
        let plant = try context.existingPlant(plantID)
        try context.bringBack(copy, to: plant)
        return Restored(kind: .sowing, id: copy.id, parentID: plant.id)
    }

    private static func restore(
        _ copy: BinContents.ListCopy, _ items: [BinContents.ItemCopy], _ choice: RestoreChoice,
        in context: NSManagedObjectContext
    ) throws -> Restored {
        var name = copy.name
        if case .renamed(let newName) = choice { name = try NameText.checkedName(newName) }
        let list: Lists
        if let returned = try context.first(Lists.self, "id", is: copy.id) {
            list = returned
        } else if choice == .merged, let existing = try context.list(named: name) {
            list = existing
        } else {
            try context.requireFreeList(name)
            list = Lists(in: context, id: copy.id, name: name)
            list.version = copy.version + 2
        }
        // Of two items of one name, the one that is there stays.
        for item in items {
            if let existing = try context.item(named: item.name, in: list.id ?? .missing) {
                if existing.id != item.id { existing.takeOver(item.picture) }
            } else {
                try context.bringBack(item, named: item.name, to: list)
            }
        }
        return Restored(kind: .list, id: list.id ?? .missing, parentID: nil)
    }

    private static func restore(
        _ copy: BinContents.ItemCopy, _ choice: RestoreChoice, in context: NSManagedObjectContext
    ) throws -> Restored {
        var (listID, choice) = (copy.listID, choice)
        if case .under(let chosen, let further) = choice { (listID, choice) = (chosen, further) }
        var name = copy.name
        if case .renamed(let newName) = choice { name = try NameText.checkedName(newName) }
        let list = try context.existingList(listID)
        if choice == .merged, let existing = try context.item(named: name, in: listID) {
            existing.takeOver(copy.picture)
            return Restored(kind: .item, id: existing.id ?? .missing, parentID: listID)
        }
        if try context.first(Item.self, "id", is: copy.id) == nil {
            try context.requireFreeItem(name, in: listID)
            try context.bringBack(copy, named: name, to: list)
        }
        return Restored(kind: .item, id: copy.id, parentID: listID)
    }
}

extension NSManagedObjectContext {
    /// Makes a sowing anew from its copy, unless it is there: a form that was open while it was deleted
    /// may have saved it under another plant.
    fileprivate func bringBack(_ copy: BinContents.SowingCopy, to plant: Plant) throws {
        guard try first(Seed.self, "id", is: copy.id) == nil else { return }
        let seed = Seed(
            in: self, id: copy.id, of: plant, on: copy.row.date, seeds: Int(copy.seeds), note: copy.note,
            createdAt: copy.createdAt)
        seed.version = copy.version + 2
    }

    /// Makes an item anew from its copy, unless it is there.
    fileprivate func bringBack(_ copy: BinContents.ItemCopy, named name: String, to list: Lists) throws {
        guard try first(Item.self, "id", is: copy.id) == nil else { return }
        let item = Item(in: self, id: copy.id, of: list, name: name, isDone: copy.isDone)
        item.bringBack(copy.picture)
        item.version = copy.version + 2
    }
}
