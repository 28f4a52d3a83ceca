import Foundation

/// An item of a list as a screen shows it: a copy of the stored values at one moment.
public struct ItemRow: Sendable, Hashable, Identifiable {
    /// The item's own id.
    public let id: UUID
    /// The list it stands in.
    public let listID: UUID
    /// The name as it was typed, white space tidied.
    public let name: String
    /// Whether it is ticked off.
    public let isDone: Bool
    /// The id of its picture, which another picture never has; nil without one.
    public let pictureID: UUID?
    /// Grows with each change of the row; of two rows with one id the greater version is the newer.
    public let version: Int
    /// Where the row stands among the items of its list.
    public let cursor: RowCursor

    /// Makes a row.
    public init(
        id: UUID, listID: UUID, name: String, isDone: Bool, pictureID: UUID?, version: Int, cursor: RowCursor
    ) {
        self.id = id
        self.listID = listID
        self.name = name
        self.isDone = isDone
        self.pictureID = pictureID
        self.version = version
        self.cursor = cursor
    }
}
