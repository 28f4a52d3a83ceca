/// What became of a plant's form.
public struct PlantSaved: Sendable, Hashable {
    /// The plant as it is now.
    public let plant: PlantRow
    /// The fields somebody else changed while the form was open; their values were kept.
    public let merged: [GardenField]
}

/// What became of a sowing's form.
public enum SowingSaveResult: Sendable, Hashable {
    /// It is stored. `merged` are the fields somebody else changed while the form was open; their values
    /// were kept.
    case saved(SowingDetail, merged: [GardenField])
    /// Nothing is stored yet: the name was changed, and the form has to be sent again with the answer.
    case nameQuestion(NameQuestion)
}

/// A sowing's move from one plant to another.
public struct SowingMove: Sendable, Hashable {
    /// The sowing and the plant it belongs to now.
    public let detail: SowingDetail
    /// The plant it came from, as it is now.
    public let from: PlantRow
}

/// What became of pasted lines.
public struct AddedItems: Sendable, Hashable {
    /// The items that were added, in the order of the lines.
    public let added: [ItemRow]
    /// The lines that name an item already there, or one further up among the lines.
    public let duplicates: [Duplicate]
    /// The lines that cannot be a name, each with the reason.
    public let refused: [RefusedLine]
}

/// A pasted line that cannot be an item.
public struct RefusedLine: Sendable, Hashable {
    /// The line as it was pasted, cut to 200 characters.
    public let line: String
    /// The reason in a sentence.
    public let message: String
}
