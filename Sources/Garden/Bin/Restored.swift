import Foundation

/// What an undo brought back, and where it is.
public struct Restored: Sendable, Hashable {
    /// What came back.
    public let kind: GardenKind
    /// Its id: the old one, or the id of what it was merged into.
    public let id: UUID
    /// What it belongs to: the plant of a sowing, the list of an item; nil for plants and lists.
    public let parentID: UUID?
}
