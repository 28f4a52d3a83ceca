import Foundation

/// A list as a screen shows it: a copy of the stored values at one moment.
public struct ListRow: Sendable, Hashable, Identifiable {
    /// The list's own id.
    public let id: UUID
    /// The name as it was typed, white space tidied.
    public let name: String
    /// The number of items that are not ticked off.
    public let openCount: Int
    /// The number of all items.
    public let itemCount: Int
    /// Grows with each change of the row; of two rows with one id the greater version is the newer.
    public let version: Int
    /// Where the row stands among all lists.
    public let cursor: RowCursor

    /// Makes a row.
    public init(id: UUID, name: String, openCount: Int, itemCount: Int, version: Int, cursor: RowCursor) {
        self.id = id
        self.name = name
        self.openCount = openCount
        self.itemCount = itemCount
        self.version = version
        self.cursor = cursor
    }
}
