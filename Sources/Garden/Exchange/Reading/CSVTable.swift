/// A table with names in its first line.
struct CSVTable<Column: TableColumn> {
    private var reader: CSVReader
    private let columns: [Column?]

    /// One row: what stands in each column.
    struct Row {
        /// The line it begins in, from 1.
        let line: Int
        fileprivate let cells: [Column: String]

        /// The text in a column; empty where there is none.
        subscript(column: Column) -> String { cells[column] ?? "" }

        /// The place of a column in this row, for a fault.
        func place(_ column: Column) -> String { "line \(line), \(column.title)" }
    }

    /// Finds the names in the first line, and with them what parts the cells.
    ///
    /// - Parameter bytes: UTF-8 without a byte order mark.
    /// - Returns: Nil when no column has a name that is known.
    /// - Throws: A fault when two columns have one name.
    init?(_ bytes: [UInt8]) throws(ImportFault) {
        // What some spreadsheets write and read before the first line.
        let named = bytes.prefix(4).elementsEqual("sep=".utf8) && bytes.count > 4 ? bytes[4] : nil
        let separators: [UInt8] = named.map { [$0] } ?? [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        var best: (reader: CSVReader, columns: [Column?])?
        var mostKnown = 0
        for separator in separators {
            var reader = CSVReader(bytes, separator: separator)
            if named != nil { _ = try reader.next() }
            guard let header = try? Self.header(&reader) else { continue }
            let columns = header.map { Column(named: $0) }
            let known = columns.count { $0 != nil }
            if known > mostKnown { (best, mostKnown) = ((reader, columns), known) }
        }
        guard let best else { return nil }
        (reader, columns) = best
        for column in Column.allCases where columns.count(where: { $0 == column }) > 1 {
            throw ImportFault("line 1", "Two columns are called “\(column.title)”.")
        }
    }

    /// Whether there is such a column.
    func has(_ column: Column) -> Bool { columns.contains(column) }

    /// How many bytes were read.
    var position: Int { reader.position }

    /// The next row in which anything stands; nil at the end.
    ///
    /// - Throws: A fault when there are more cells than columns, or the table is cut off.
    mutating func next() throws(ImportFault) -> Row? {
        while let record = try reader.next() {
            if record.isBlank { continue }
            if !record.cells.dropFirst(columns.count).allSatisfy({ $0.isEmpty }) {
                throw ImportFault(
                    "line \(record.line)",
                    "There are \(record.cells.count) cells, but \(columns.count) columns; put a text in quotes when it has what parts the cells in it."
                )
            }
            var cells: [Column: String] = [:]
            for (column, cell) in zip(columns, record.cells) {
                if let column { cells[column] = FormulaGuard.unguarded(cell) }
            }
            return Row(line: record.line, cells: cells)
        }
        return nil
    }

    /// The first record in which anything stands.
    private static func header(_ reader: inout CSVReader) throws(ImportFault) -> [String] {
        while let record = try reader.next() {
            if !record.isBlank { return record.cells }
        }
        return []
    }
}
