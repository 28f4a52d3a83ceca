/// What became of pasted lines.
public struct AddedItems: Sendable, Hashable {
    /// The items that were added, in the order of the lines.
    public let added: [ItemRow]
    /// The lines that name an item already there, or one further up among the lines.
    public let duplicates: [Duplicate]
    /// The lines that cannot be a name, each with the reason.
    public let refused: [RefusedLine]
}
