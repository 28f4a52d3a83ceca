import Foundation

/// The fields of a sowing's form, as typed.
public struct SowingForm: Sendable, Hashable {
    /// The plant the form was opened for.
    public var plantID: UUID
    /// The genus in the form.
    public var genus: String
    /// The species in the form; may be empty.
    public var species: String
    /// The day, as `2026-03-01`.
    public var dateSown: String
    /// The number of seeds, as typed.
    public var numberOfSeeds: String
    /// The note; may be empty.
    public var note: String

    /// Makes a form.
    public init(
        plantID: UUID, genus: String, species: String, dateSown: String, numberOfSeeds: String, note: String
    ) {
        self.plantID = plantID
        self.genus = genus
        self.species = species
        self.dateSown = dateSown
        self.numberOfSeeds = numberOfSeeds
        self.note = note
    }

    /// The form of a new sowing of `plant`.
    ///
    /// - Parameters:
    ///   - plant: The plant to sow.
    ///   - today: The day where the gardener is.
    public init(newFor plant: PlantRow, today: CalendarDay) {
        self.init(
            plantID: plant.id, genus: plant.genus, species: plant.species, dateSown: today.iso,
            numberOfSeeds: "", note: "")
    }
}
