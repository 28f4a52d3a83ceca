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
    /// The row as it is now; for a deletion the row as it was.
    public let row: LiveRow
    /// The id of the row it stands after now; nil for the first row and for deletions.
    public let after: UUID?
}

/// The changes one save made to what a topic shows.
///
/// Deletions come first, then the other changes from top to bottom, so that the row named by `after` is
/// always in place when a change is applied.
public struct LiveChanges: Sendable, Hashable {
    /// What is being watched.
    public let topic: LiveTopic
    /// The changes, in the order to apply them.
    public let changes: [LiveChange]
    /// The number of rows the topic has now.
    public let total: Int
}

/// What a subscriber is told.
public enum LiveEvent: Sendable, Hashable {
    /// Rows changed.
    case changes(LiveChanges)
    /// More changed since the subscriber's position than can be told row by row: fetch the screen anew.
    case reset(LiveTopic)
}
