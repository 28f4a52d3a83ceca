/// One portion of a sorted list.
public struct RowPage<Row: Sendable>: Sendable {
    /// The rows, in order.
    public let rows: [Row]
    /// What to ask for next, or nil when these rows are the last.
    public let next: RowCursor?
    /// The number of rows in the whole list (of all that match, where there was a search).
    public let total: Int

    /// Makes a portion.
    public init(rows: [Row], next: RowCursor?, total: Int) {
        self.rows = rows
        self.next = next
        self.total = total
    }
}
