/// The query that reads the rows at the other end of a to-many relationship.
struct RelatedSQL {
    /// Which sources are asked for.
    enum Filter {
        /// One, bound as an integer.
        case one
        /// Those of a JSON array.
        case list
        /// All.
        case none
    }

    let destination: SQLEntity
    private let from: String
    private let source: String
    /// The column of the destination's own table that has the key of the source.
    private let ownColumn: String?
    private let order: String?

    init(_ toMany: SQLToMany) {
        switch toMany {
        case .foreignKey(let destination, let column, let orderColumn):
            self.destination = destination
            from = "\(destination.table) t0"
            source = "t0.\(column)"
            ownColumn = column
            order = orderColumn.map { "t0.\($0)" }
        case .join(let join):
            destination = join.destination
            from = "\(join.table) j JOIN \(join.destination.table) t0 ON t0.Z_PK = j.\(join.destinationColumn)"
            source = "j.\(join.sourceColumn)"
            ownColumn = nil
            order = join.orderColumn.map { "j.\($0)" }
        }
    }

    /// Where the key of the source stands in a row of the query: among the columns that are read anyway, or behind
    /// them.
    func sourceColumn(_ reader: RowReader) -> Int32 {
        ownColumn.flatMap { reader.position(of: $0) } ?? reader.columnCount
    }

    func text(_ reader: RowReader, _ filter: Filter) -> String {
        var sql =
            "SELECT \(reader.columns)\(sourceColumn(reader) == reader.columnCount ? ", \(source)" : "") FROM \(from)"
        switch filter {
        case .one: sql += " WHERE \(source) = ?"
        case .list: sql += " WHERE \(source) IN (SELECT value FROM json_each(?))"
        case .none: break
        }
        if let order { sql += " ORDER BY \(order)" }
        return sql
    }
}
