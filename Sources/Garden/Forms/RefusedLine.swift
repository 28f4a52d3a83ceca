/// A pasted line that cannot be an item.
public struct RefusedLine: Sendable, Hashable {
    /// The line as it was pasted, cut to 200 characters.
    public let line: String
    /// The reason in a sentence.
    public let message: String
}
