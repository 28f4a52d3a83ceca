/// A sowing's move from one plant to another.
public struct SowingMove: Sendable, Hashable {
    /// The sowing and the plant it belongs to now.
    public let detail: SowingDetail
    /// The plant it came from, as it is now.
    public let from: PlantRow
}
