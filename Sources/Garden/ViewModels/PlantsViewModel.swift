import CoreData
import Foundation

/// The screen of all plants: finding, adding, renaming and deleting them.
///
/// Every method may be called from any thread, blocks while it works, and throws `GardenError` only.
public final class PlantsViewModel: Sendable {
    private let container: PersistenceContainer

    /// Makes a view model on a store.
    public init(_ container: PersistenceContainer) { self.container = container }

    /// One portion of the plants, sorted by genus and species.
    ///
    /// - Parameters:
    ///   - search: Words that have to be in the name, in any order; case and diacritics do not matter.
    ///     Empty for all plants.
    ///   - cursor: The `next` of the portion before; nil for the first.
    ///   - limit: The greatest number of rows.
    public func rows(
        search: String = "", after cursor: RowCursor? = nil, limit: Int = 50
    ) throws -> RowPage<PlantRow> {
        let predicate = PlantSearch.predicate(search)
        return try container.read { context in
            let plants = try context.portion(
                of: Plant.self, where: predicate, after: cursor, limit: RowLimit.clamped(limit) + 1)
            // A search reads every plant, so that it is not done again where the first portion has all it finds.
            let isWhole = cursor == nil && plants.count <= RowLimit.clamped(limit)
            let total = try isWhole ? plants.count : context.number(of: Plant.self, where: predicate)
            return RowPage(plants.map(\.row), limit: limit, total: total)
        }
    }

    /// One portion of the plants, beginning after a plant that is known by its id. It may have been
    /// deleted meanwhile: then the portion begins after where it stood.
    ///
    /// - Throws: `GardenError.gone` when there is no trace of that plant.
    public func rows(search: String = "", afterRow id: UUID, limit: Int = 50) throws -> RowPage<PlantRow> {
        let cursor = try container.read { context in
            if let plant = try context.first(Plant.self, "id", is: id) { return plant.row.cursor }
            guard let deletion = try Deletion.taking(id, in: context),
                let copy = try context.first(Deletion.self, "id", is: deletion.id)?.copies().plant
            else { throw GardenError.gone(Gone(kind: .plant, id: id)) }
            return RowCursor(key: SortKey.plant(genus: copy.genus, species: copy.species))
        }
        return try rows(search: search, after: cursor, limit: limit)
    }

    /// The number of all plants.
    public func count() throws -> Int {
        try container.read { try $0.number(of: Plant.self) }
    }

    /// One plant.
    ///
    /// - Throws: `GardenError.gone`.
    public func plant(_ id: UUID) throws -> PlantRow {
        try container.read { try $0.existingPlant(id).row }
    }

    /// The plant that is meant by an id, or by a name ("Conophytum bilobum", in any spelling that is the
    /// same name).
    ///
    /// - Throws: `GardenError.gone` when there is none.
    public func find(_ nameOrID: String) throws -> PlantRow {
        try container.read { context in
            let id = UUID(uuidString: nameOrID)
            if let id, let plant = try context.first(Plant.self, "id", is: id) { return plant.row }
            if let plant = try context.plant(named: PlantForm(genus: nameOrID, species: "")) { return plant.row }
            guard let id else { throw GardenError.gone(Gone(kind: .plant, id: nil)) }
            return try context.existingPlant(id).row
        }
    }

    /// Adds a plant.
    ///
    /// - Parameters:
    ///   - genus: The genus, 1 to 200 characters.
    ///   - species: The species, up to 200 characters; may be empty.
    ///   - id: The id of the new plant. A form that is sent twice with one id adds one plant;
    ///     sent again with another name, after going back, it adds that too.
    /// - Throws: `GardenError.duplicate`, `.invalid`.
    public func add(genus: String, species: String, id: UUID = UUID()) throws -> PlantRow {
        let name = try PlantForm(genus: genus, species: species).checked()
        return try container.write { context in
            if let plant = try context.plant(named: name, addedAs: id) { return plant.row }
            let sent = try context.first(Plant.self, "id", is: id)
            return Plant(in: context, id: sent == nil ? id : UUID(), genus: name.genus, species: name.species).row
        }
    }

    /// Renames a plant; its sowings stay with it.
    ///
    /// - Parameters:
    ///   - id: The plant.
    ///   - base: The names when the form was opened.
    ///   - new: The names as typed.
    /// - Throws: `GardenError.duplicate`, `.invalid`, `.conflict`, `.gone`.
    public func rename(_ id: UUID, base: PlantForm, to new: PlantForm) throws -> PlantSaved {
        let new = try new.checked()
        return try container.write { context in
            let plant = try context.existingPlant(id)
            let current = PlantForm(plant.row)
            var merge = ThreeWayMerge()
            let name = merge.name(base: base.tidied, theirs: current, yours: new)
            try merge.requireNoClash(.plant, id, current: .plant(current))
            if name != current {
                try context.requireFree(name, except: plant)
                plant.setName(genus: name.genus, species: name.species)
            }
            return PlantSaved(plant: plant.row, merged: merge.merged)
        }
    }

    /// Deletes a plant and its sowings.
    ///
    /// - Returns: What brings them back.
    /// - Throws: `GardenError.gone`.
    public func delete(_ id: UUID) throws -> Undo {
        try container.write { try Deletion.delete($0.existingPlant(id), in: $0) }
    }

    /// Deletes a plant and its sowings, unless more sowings would go than the person was told.
    ///
    /// - Parameters:
    ///   - id: The plant.
    ///   - announced: The number of sowings the person knows would go; 0 where nobody was asked.
    /// - Throws: `GardenError.gone`.
    public func delete(_ id: UUID, announced: Int) throws -> PlantDeletion {
        try container.write { context in
            let plant = try context.existingPlant(id)
            if Int(plant.sowingCount) > announced { return .question(plant.row) }
            return .deleted(try Deletion.delete(plant, in: context))
        }
    }

    /// Adds ten plants with a few sowings each, to look around with. Plants that are there already are
    /// left alone.
    ///
    /// - Parameter today: The day where the gardener is; the sowings lie before it.
    /// - Returns: The plants that were added.
    public func addSamplePlants(today: CalendarDay) throws -> [PlantRow] {
        try container.write { context in
            var added: [PlantRow] = []
            for sample in SamplePlant.all where try context.plant(named: sample.name) == nil {
                let plant = Plant(
                    in: context, id: UUID(), genus: sample.name.genus, species: sample.name.species)
                for sowing in sample.sowings {
                    _ = Seed(
                        in: context, id: UUID(), of: plant, on: today.daysBefore(sowing.daysAgo),
                        seeds: sowing.seeds, note: sowing.note)
                }
                added.append(plant.row)
            }
            return added
        }
    }
}
