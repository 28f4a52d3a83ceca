import CoreData
import Foundation

/// Finding who has a name already.
///
/// These look-ups make the refusal a quick and friendly one. What makes it certain is the uniqueness
/// constraint on the key: when two programs pass the look-up at the same moment, one save fails, and on
/// its second try the look-up finds the other's row.
extension NSManagedObjectContext {
    /// The plant that has this name.
    func plant(named name: PlantForm) throws -> Plant? {
        try first(Plant.self, "nameKey", is: NameKey.plant(genus: name.genus, species: name.species))
    }

    /// The list that has this name.
    func list(named name: String) throws -> Lists? {
        try first(Lists.self, "nameKey", is: NameKey.plain(name))
    }

    /// The item of a list that has this name.
    func item(named name: String, in listID: UUID) throws -> Item? {
        try first(
            Item.self,
            where: NSPredicate(
                format: "listID == %@ AND nameKey == %@", listID, NameKey.plain(name)))
    }

    // A form that is sent twice adds once. Who has the name is asked first and once: what the same form added at this
    // moment is seen by it, or by the retry after the save.

    /// The plant of this name that a form with the id has added; nil where the name is free.
    ///
    /// - Throws: `GardenError.duplicate` when another plant has the name.
    func plant(named name: PlantForm, addedAs id: UUID) throws -> Plant? {
        let plant = try plant(named: name)
        if let plant, plant.id != id { throw GardenError.duplicate(plant.duplicate(refusing: name)) }
        return plant
    }

    /// The list of this name that a form with the id has added; nil where the name is free.
    ///
    /// - Throws: `GardenError.duplicate` when another list has the name.
    func list(named name: String, addedAs id: UUID) throws -> Lists? {
        let list = try list(named: name)
        if let list, list.id != id { throw GardenError.duplicate(list.duplicate(refusing: name)) }
        return list
    }

    /// The item of this name that a form with the id has added to a list; nil where the name is free.
    ///
    /// - Throws: `GardenError.duplicate` when another item of the list has the name.
    func item(named name: String, in listID: UUID, addedAs id: UUID) throws -> Item? {
        let item = try item(named: name, in: listID)
        if let item, item.id != id { throw GardenError.duplicate(item.duplicate(refusing: name)) }
        return item
    }

    /// Makes sure that no other plant has this name.
    ///
    /// - Throws: `GardenError.duplicate`.
    func requireFree(_ name: PlantForm, except plant: Plant? = nil) throws {
        if let existing = try self.plant(named: name), existing != plant {
            throw GardenError.duplicate(existing.duplicate(refusing: name))
        }
    }

    /// Makes sure that no other list has this name.
    ///
    /// - Throws: `GardenError.duplicate`.
    func requireFreeList(_ name: String, except list: Lists? = nil) throws {
        if let existing = try self.list(named: name), existing != list {
            throw GardenError.duplicate(existing.duplicate(refusing: name))
        }
    }

    /// Makes sure that no other item of the list has this name.
    ///
    /// - Throws: `GardenError.duplicate`.
    func requireFreeItem(_ name: String, in listID: UUID, except item: Item? = nil) throws {
        if let existing = try self.item(named: name, in: listID), existing != item {
            throw GardenError.duplicate(existing.duplicate(refusing: name))
        }
    }
}

extension Plant {
    /// The refusal of a name this plant has.
    func duplicate(refusing name: PlantForm) -> Duplicate {
        Duplicate(kind: .plant, name: name.name, existing: .init(id: id ?? .missing, name: row.name))
    }
}

extension Lists {
    /// The refusal of a name this list has.
    func duplicate(refusing name: String) -> Duplicate {
        Duplicate(kind: .list, name: name, existing: .init(id: id ?? .missing, name: self.name ?? ""))
    }
}

extension Item {
    /// The refusal of a name this item has.
    func duplicate(refusing name: String) -> Duplicate {
        Duplicate(
            kind: .item, name: name,
            existing: .init(id: id ?? .missing, listID: listID, name: self.name ?? "", isDone: isDone))
    }
}
