/// Where the rows of a to-many relationship are.
enum SQLToMany {
    /// The destination's table has the key of the source in `column`, and the order in `orderColumn`.
    case foreignKey(destination: SQLEntity, column: String, orderColumn: String?)
    /// A table of pairs.
    case join(SQLJoin)
}

/// A table of pairs for a many-to-many relationship, seen from one side.
struct SQLJoin {
    let table: String
    /// The column with the key of this side.
    let sourceColumn: String
    /// The column with the key of the other side.
    let destinationColumn: String
    /// The column with the order of the objects as this side sees them.
    let orderColumn: String?
    /// The column with the order as the other side sees it.
    let inverseOrderColumn: String?
    let destination: SQLEntity
    /// Whether this side is the one that writes the pairs when both changed.
    let isPrimary: Bool
}
