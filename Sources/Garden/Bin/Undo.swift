import Foundation

/// A deletion that can be undone, from any device, also after a restart.
public struct Undo: Sendable, Hashable, Identifiable {
    /// The id to undo it by.
    public let id: UUID
    /// What was deleted.
    public let kind: GardenKind
    /// The id the deleted thing had, and gets back.
    public let objectID: UUID
    /// What it belonged to: the plant of a sowing, the list of an item; nil for plants and lists.
    public let parentID: UUID?
    /// Its name; empty for a sowing.
    public let name: String
    /// The sowing, where it was one.
    public let sowing: SowingRow?
    /// How many sowings or items went with it.
    public let childCount: Int
    /// When it was deleted.
    public let deletedAt: Date

    /// Makes one.
    public init(
        id: UUID, kind: GardenKind, objectID: UUID, parentID: UUID?, name: String, sowing: SowingRow?,
        childCount: Int, deletedAt: Date
    ) {
        self.id = id
        self.kind = kind
        self.objectID = objectID
        self.parentID = parentID
        self.name = name
        self.sowing = sowing
        self.childCount = childCount
        self.deletedAt = deletedAt
    }

    /// What was deleted, in words: "Conophytum bilobum and 12 sowings", "12 seeds on Jan 8, 2026".
    ///
    /// - Parameter order: The order of day, month and year the reader is used to.
    public func title(_ order: DateOrder = .monthDayYear) -> String {
        switch kind {
        case .sowing: sowing?.title(order) ?? name
        case .plant where childCount > 0: "\(name) and \(Counted.sowings(childCount))"
        case .list where childCount > 0: "\(name) and \(Counted.items(childCount))"
        default: name
        }
    }
}
