/// The line of a model file a value was read from.
///
/// All lines are equal to one another: where something was written is no part of what it says, so a model
/// compares equal to itself written in another layout.
public struct SourceLine: Sendable, Hashable {
    /// Counted from 1; nil for a value that was made in code.
    public var number: Int?

    /// Makes a line.
    public init(_ number: Int? = nil) {
        self.number = number
    }

    public static func == (left: SourceLine, right: SourceLine) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}
