import CoreData
import Foundation

/// The screen of one plant and its sowings.
///
/// Every method may be called from any thread, blocks while it works, and throws `GardenError` only.
public final class PlantViewModel: Sendable {
    let container: PersistenceContainer
    let id: UUID

    /// Makes a view model for the plant with an id.
    public init(_ container: PersistenceContainer, id: UUID) {
        self.container = container
        self.id = id
    }

    /// The plant, with the number of its sowings and of seeds in all.
    ///
    /// - Throws: `GardenError.gone`.
    public func plant() throws -> PlantRow {
        try container.read { try $0.existingPlant(id).row }
    }

    /// One portion of the plant's sowings, newest first.
    ///
    /// - Parameters:
    ///   - cursor: The `next` of the portion before; nil for the first.
    ///   - limit: The greatest number of rows.
    /// - Throws: `GardenError.gone` when the plant is.
    public func sowings(after cursor: RowCursor? = nil, limit: Int = 50) throws -> RowPage<SowingRow> {
        try container.read { context in
            let plant = try context.existingPlant(id)
            let seeds = try context.portion(
                of: Seed.self, where: NSPredicate(format: "plantID == %@", id), after: cursor,
                isDescending: true, limit: RowLimit.clamped(limit) + 1)
            return RowPage(seeds.map(\.row), limit: limit, total: Int(plant.sowingCount))
        }
    }
}
