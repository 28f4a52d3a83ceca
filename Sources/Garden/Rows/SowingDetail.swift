import Foundation

/// A sowing together with its plant: what the screen of one sowing shows.
public struct SowingDetail: Sendable, Hashable {
    /// The sowing.
    public let sowing: SowingRow
    /// The plant that was sown.
    public let plant: PlantRow

    /// Makes a detail.
    public init(sowing: SowingRow, plant: PlantRow) {
        self.sowing = sowing
        self.plant = plant
    }

    /// The values a form begins with. Sent back as the form's base, they tell what each side changed.
    public var form: SowingForm {
        SowingForm(
            plantID: plant.id, genus: plant.genus, species: plant.species, dateSown: sowing.date.iso,
            numberOfSeeds: String(sowing.numberOfSeeds), note: sowing.note)
    }
}
