/// The question a changed plant name on a sowing's form raises: rename the plant, or move the sowing?
public struct NameQuestion: Sendable, Hashable {
    /// The plant as it is now; `sowingCount` says how many sowings a renaming would carry along.
    public let plant: PlantRow
    /// The new name, tidied.
    public let newName: PlantForm
    /// The plant that has the new name already. If there is one, only moving is possible.
    public let existing: PlantRow?

    /// Makes a question.
    public init(plant: PlantRow, newName: PlantForm, existing: PlantRow?) {
        self.plant = plant
        self.newName = newName
        self.existing = existing
    }
}
