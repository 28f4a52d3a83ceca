import Foundation

/// A plant as a screen shows it: a copy of the stored values at one moment.
public struct PlantRow: Sendable, Hashable, Identifiable {
    /// The plant's own id. It never changes, whatever the plant is called.
    public let id: UUID
    /// The genus as it was typed, white space tidied. Never empty.
    public let genus: String
    /// The species as it was typed, white space tidied. May be empty.
    public let species: String
    /// The number of sowings of this plant.
    public let sowingCount: Int
    /// The seeds of all its sowings together.
    public let seedTotal: Int
    /// The id of its picture, which another picture never has; nil without one.
    public let pictureID: UUID?
    /// Grows with each change of the row; of two rows with one id the greater version is the newer.
    public let version: Int
    /// Equal for all plants of one genus, however the genus is spelt (case, quotes, `x` or `×`).
    public let sectionKey: String
    /// Where the row stands among all plants.
    public let cursor: RowCursor

    /// Genus and species as one name: "Conophytum bilobum".
    public var name: String { species.isEmpty ? genus : "\(genus) \(species)" }

    /// What heads the row's section when the row is the section's first: the genus as it is spelt here.
    public var sectionTitle: String { genus }

    /// Makes a row.
    public init(
        id: UUID, genus: String, species: String, sowingCount: Int, seedTotal: Int, pictureID: UUID?,
        version: Int, sectionKey: String, cursor: RowCursor
    ) {
        self.id = id
        self.genus = genus
        self.species = species
        self.sowingCount = sowingCount
        self.seedTotal = seedTotal
        self.pictureID = pictureID
        self.version = version
        self.sectionKey = sectionKey
        self.cursor = cursor
    }
}
