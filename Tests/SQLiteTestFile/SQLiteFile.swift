import CSQLite
import Foundation

/// A database file, read and written past the engine.
public struct SQLiteFile {
    /// Where the file is.
    public let url: URL

    /// - Parameter url: Where the file is.
    public init(_ url: URL) { self.url = url }

    /// The first column of each row as text; NULL as "NULL".
    public func texts(_ sql: String) -> [String] {
        var database: OpaquePointer?
        sqlite3_open_v2(url.path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        defer { sqlite3_close_v2(database) }
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
            return ["error: " + String(cString: sqlite3_errmsg(database))]
        }
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "NULL")
        }
        return rows
    }

    /// The names and types of a table's columns.
    public func columns(of table: String) -> [String] {
        texts("SELECT name || ' ' || type FROM pragma_table_info('\(table)')")
    }
}
