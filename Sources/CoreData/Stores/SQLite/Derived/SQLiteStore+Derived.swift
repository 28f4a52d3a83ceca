import CSQLite
import Foundation

// Derived attributes are computed by the store itself, by triggers, as rows are written.
extension SQLiteStore {
    /// Makes the triggers that are not there, and computes what they keep for the rows there are.
    func createDerivedTriggers(_ schema: SQLSchema, _ connection: SQLiteConnection) throws {
        for column in try DerivedColumn.all(in: schema) where isHere(column.entity) {
            let pattern = "Z_DA_*_\(column.attribute.entity.name ?? "")_\(column.attribute.name)_*"
            var isThere = false
            try connection.query(
                "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name GLOB ? LIMIT 1",
                { $0.bind(pattern, at: 1) }
            ) { _ in isThere = true }
            if isThere { continue }
            for sql in try column.triggers() { try connection.execute(sql) }
            try connection.execute(try column.filling())
        }
    }

    /// Drops the triggers of derived attributes, for a migration to make those of the new version.
    func dropDerivedTriggers(_ connection: SQLiteConnection) throws {
        var names: [String] = []
        try connection.query("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'Z_DA_*'") {
            if let name = $0.string(0) { names.append(name) }
        }
        for name in names { try connection.execute("DROP TRIGGER \"\(name.replacing("\"", with: "\"\""))\"") }
    }
}

extension SQLFunctions {
    /// What the triggers of derived attributes call, under the names that Apple's framework gives them.
    static func registerDerived(on connection: OpaquePointer) {
        func add(_ name: String, _ count: Int32, _ flags: Int32 = SQLITE_DETERMINISTIC, _ body: @escaping Function) {
            sqlite3_create_function_v2(connection, name, count, SQLITE_UTF8 | flags, nil, body, nil, nil, nil)
        }
        // Whoever wants to know the values reads them again, so nobody has to be told.
        add("NSCoreDataDATriggerUpdatedAffectedObjectValue", 5) { context, _, _ in sqlite3_result_null(context) }
        add("NSCoreDataDATriggerInsertUpdatedAffectedObjectValue", 5) { context, _, _ in sqlite3_result_null(context) }
        add("NSCoreDataNow", 0, 0) { context, _, _ in
            sqlite3_result_double(context, Date().timeIntervalSinceReferenceDate)
        }
        add("NSCoreDataCanonical", 1) { context, _, values in
            SQLFunctions.change(context, values) { StringFolding.all.fold($0) }
        }
        add("NSCoreDataToUpper", 1) { context, _, values in SQLFunctions.change(context, values) { $0.uppercased() } }
        add("NSCoreDataToLower", 1) { context, _, values in SQLFunctions.change(context, values) { $0.lowercased() } }
    }
}
