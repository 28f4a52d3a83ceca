/// The fields of a plant's form, as typed.
public struct PlantForm: Sendable, Hashable {
    /// The genus.
    public var genus: String
    /// The species; may be empty.
    public var species: String

    /// Makes a form.
    public init(genus: String, species: String) {
        self.genus = genus
        self.species = species
    }

    /// Both names as one: "Conophytum bilobum".
    public var name: String { species.isEmpty ? genus : "\(genus) \(species)" }

    /// The values a form begins with.
    public init(_ plant: PlantRow) { self.init(genus: plant.genus, species: plant.species) }
}
