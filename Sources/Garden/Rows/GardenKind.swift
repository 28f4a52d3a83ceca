/// The kinds of things Perennial keeps.
public enum GardenKind: String, Sendable, Hashable, CaseIterable, Codable {
    case plant, sowing, list, item

    /// The kind as the first word of a sentence: "Plant".
    public var capitalised: String {
        switch self {
        case .plant: "Plant"
        case .sowing: "Sowing"
        case .list: "List"
        case .item: "Item"
        }
    }
}
