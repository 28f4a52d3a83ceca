extension RowPage {
    /// The page of a fetch that asked for one row more than `limit`, to see whether there is a next one.
    init(_ fetched: [Row], limit: Int, total: Int, cursor: (Row) -> RowCursor) {
        let rows = Array(fetched.prefix(RowLimit.clamped(limit)))
        self.init(rows: rows, next: fetched.count > rows.count ? rows.last.map(cursor) : nil, total: total)
    }
}

extension RowPage where Row == PlantRow {
    init(_ fetched: [Row], limit: Int, total: Int) {
        self.init(fetched, limit: limit, total: total, cursor: \.cursor)
    }
}

extension RowPage where Row == SowingRow {
    init(_ fetched: [Row], limit: Int, total: Int) {
        self.init(fetched, limit: limit, total: total, cursor: \.cursor)
    }
}

extension RowPage where Row == ItemRow {
    init(_ fetched: [Row], limit: Int, total: Int) {
        self.init(fetched, limit: limit, total: total, cursor: \.cursor)
    }
}
