import Foundation

/// One row that came, changed, moved or went.
public struct LiveChange: Sendable, Hashable {
    /// What happened to the row.
    public enum Action: String, Sendable, Hashable {
        case insert, update, move, delete
    }

    /// What happened.
    public let action: Action
    /// The row's id.
    public let id: UUID
    /// The row's version after the change; a deletion counts as one more. Who holds a greater version
    /// of the row leaves it as it is.
    public let version: Int
    /// Where the row stands now; for a deletion, where it stood.
    public let cursor: RowCursor
    /// The row as it is now; nil for a deletion.
    public let row: LiveRow?
    /// The id of the row it stands after now; nil for the first row and for deletions.
    public let after: UUID?

    /// Makes a change.
    public init(
        action: Action, id: UUID, version: Int, cursor: RowCursor, row: LiveRow? = nil, after: UUID? = nil
    ) {
        self.action = action
        self.id = id
        self.version = version
        self.cursor = cursor
        self.row = row
        self.after = after
    }
}
