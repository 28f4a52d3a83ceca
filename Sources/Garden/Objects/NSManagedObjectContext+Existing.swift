import CoreData
import Foundation

/// Looking things up by id, with the reason when they are not there.
extension NSManagedObjectContext {
    /// The plant with this id.
    ///
    /// - Throws: `GardenError.gone`, with the deletion that can be undone where there is one.
    func existingPlant(_ id: UUID) throws -> Plant {
        if let plant = try first(Plant.self, "id", is: id) { return plant }
        throw GardenError.gone(Gone(kind: .plant, id: id, deletion: try Deletion.taking(id, in: self)))
    }

    /// The sowing with this id, and its plant.
    ///
    /// - Throws: `GardenError.gone`, with the deletion of the sowing or of its plant.
    func existingSowing(_ id: UUID) throws -> (seed: Seed, plant: Plant) {
        if let seed = try first(Seed.self, "id", is: id), let plant = seed.plant { return (seed, plant) }
        throw GardenError.gone(Gone(kind: .sowing, id: id, deletion: try Deletion.taking(id, in: self)))
    }

    /// The list with this id.
    ///
    /// - Throws: `GardenError.gone`, with the deletion that can be undone where there is one.
    func existingList(_ id: UUID) throws -> Lists {
        if let list = try first(Lists.self, "id", is: id) { return list }
        throw GardenError.gone(Gone(kind: .list, id: id, deletion: try Deletion.taking(id, in: self)))
    }

    /// The item with this id in a list.
    ///
    /// - Throws: `GardenError.gone`, with the deletion of the item or of its list.
    func existingItem(_ id: UUID, in listID: UUID) throws -> Item {
        if let item = try first(Item.self, "id", is: id), item.listID == listID { return item }
        throw GardenError.gone(Gone(kind: .item, id: id, deletion: try Deletion.taking(id, in: self)))
    }
}
