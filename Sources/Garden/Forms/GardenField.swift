/// The fields people fill in. The raw value is the field's name in forms and in JSON.
public enum GardenField: String, Sendable, Hashable, CaseIterable {
    case genus, species, dateSown, numberOfSeeds, note, name
    /// Which plant a sowing belongs to.
    case plant
    /// Which list an item stands in.
    case list
    /// Whether an item is ticked off.
    case done
    /// The picture of a plant or an item.
    case picture

    /// The field's label on screen.
    public var label: String {
        switch self {
        case .genus: "Genus"
        case .species: "Species"
        case .dateSown: "Date sown"
        case .numberOfSeeds: "Number of seeds"
        case .note: "Note"
        case .name: "Name"
        case .plant: "Plant"
        case .list: "List"
        case .done: "Done"
        case .picture: "Picture"
        }
    }
}
