import Foundation

/// Something that was asked for and is not there: it never was, or it was deleted.
public struct Gone: Sendable, Hashable {
    /// What was asked for.
    public let kind: GardenKind
    /// Its id; nil where it was asked for by name.
    public let id: UUID?
    /// The deletion that took it away and can be undone; nil where none is known.
    public let deletion: Undo?

    /// Makes one.
    public init(kind: GardenKind, id: UUID?, deletion: Undo? = nil) {
        self.kind = kind
        self.id = id
        self.deletion = deletion
    }

    /// The reason in a sentence.
    public var message: String {
        switch deletion {
        case let deletion? where deletion.kind != kind:
            "This \(kind.rawValue) was deleted together with “\(deletion.title())”."
        case .some: "This \(kind.rawValue) was deleted."
        case nil: "There is no such \(kind.rawValue)."
        }
    }
}
