import CoreData
import Foundation

/// The screen of one sowing: entering, changing, moving and deleting it.
///
/// Every method may be called from any thread, blocks while it works, and throws `GardenError` only.
public final class SowingViewModel: Sendable {
    let container: PersistenceContainer

    /// Makes a view model on a store.
    public init(_ container: PersistenceContainer) { self.container = container }

    /// One sowing and its plant.
    ///
    /// - Throws: `GardenError.gone`; its `deletion` may be that of the whole plant.
    public func sowing(_ id: UUID) throws -> SowingDetail {
        try container.read { context in
            let (seed, plant) = try context.existingSowing(id)
            return SowingDetail(sowing: seed.row, plant: plant.row)
        }
    }

    /// Moves a sowing to another plant. Both plants' numbers follow in the same save.
    ///
    /// - Throws: `GardenError.gone` for whichever is.
    public func move(_ id: UUID, to plantID: UUID) throws -> SowingMove {
        try container.write { context in
            let (seed, oldPlant) = try context.existingSowing(id)
            let newPlant = try context.existingPlant(plantID)
            if newPlant != oldPlant { seed.move(to: newPlant) }
            return SowingMove(
                detail: SowingDetail(sowing: seed.row, plant: newPlant.row), from: oldPlant.row)
        }
    }

    /// Moves a sowing to a plant that is added for it.
    ///
    /// - Parameters:
    ///   - id: The sowing.
    ///   - name: The new plant's names.
    ///   - plantID: The new plant's id. A form that is sent twice with one id adds one plant.
    /// - Throws: `GardenError.duplicate` (the existing plant can be chosen instead), `.invalid`, `.gone`.
    public func move(_ id: UUID, toNewPlant name: PlantForm, plantID: UUID = UUID()) throws -> SowingMove {
        let name = try name.checked()
        return try container.write { context in
            let (seed, oldPlant) = try context.existingSowing(id)
            let newPlant: Plant
            if let added = try context.first(Plant.self, "id", is: plantID) {
                newPlant = added
            } else {
                try context.requireFree(name)
                newPlant = Plant(in: context, id: plantID, genus: name.genus, species: name.species)
            }
            if newPlant != oldPlant { seed.move(to: newPlant) }
            return SowingMove(
                detail: SowingDetail(sowing: seed.row, plant: newPlant.row), from: oldPlant.row)
        }
    }

    /// Deletes a sowing.
    ///
    /// - Returns: What brings it back.
    /// - Throws: `GardenError.gone`.
    public func delete(_ id: UUID) throws -> Undo {
        try container.write { try Deletion.delete($0.existingSowing(id).seed, in: $0) }
    }
}
