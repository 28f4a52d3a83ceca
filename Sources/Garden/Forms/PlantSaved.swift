/// What became of a plant's form.
public struct PlantSaved: Sendable, Hashable {
    /// The plant as it is now.
    public let plant: PlantRow
    /// The fields somebody else changed while the form was open; their values were kept.
    public let merged: [GardenField]
}
