import Foundation

// Binary attributes with external storage: reading them, and clearing away what an interrupted save left.
extension SQLiteStore {
    /// Where values are that are too long for their columns; nil for a store in memory.
    var externalDataFolder: ExternalDataFolder? { isInMemory ? nil : ExternalDataFolder(besides: path) }

    /// Where a value stands.
    struct ExternalPlace {
        let table: String
        let column: String
        let primaryKey: Int64
    }

    /// The bytes that a column stands for; nil when there are none.
    ///
    /// - Parameters:
    ///   - column: what stands in the column.
    ///   - place: which column it is; nil when that is not known.
    /// - Throws: an error when the bytes are in a file that cannot be read.
    func externalData(_ column: Data, at place: ExternalPlace?) throws -> Data? {
        var column = column
        while true {
            let name: String
            switch ExternalForm(column) {
            case .here(let data): return data
            case .file(let found): name = found
            case nil: throw unreadable("in a file without a name")
            }
            if let data = externalDataFolder?.data(name) { return data }
            // Somebody may have saved another value after this row was read and before its file was. Then what
            // stands there now is to be read.
            let now = try place.flatMap { try present($0) }
            if place == nil || now == column { throw unreadable("in the file \(name)") }
            guard let now else { return nil }
            column = now
        }
    }

    private func present(_ place: ExternalPlace) throws -> Data? {
        try withConnection("read") { connection in
            let statement = try connection.statement("SELECT \(place.column) FROM \(place.table) WHERE Z_PK = ?")
            statement.bind(place.primaryKey, at: 1)
            defer { statement.reset() }
            return try statement.step() ? statement.data(0) : nil
        }
    }

    private func unreadable(_ what: String) -> NSError {
        CocoaErrorText.error(
            NSFileReadUnknownError,
            "The store at \(path) keeps a value \(what), which cannot be read. Copy the folder "
                + "\(externalDataFolder?.path ?? "") together with the store.")
    }

    /// Removes files that no row names any more, once no query generation is held that may.
    func removeFiles(_ names: Set<String>) {
        let unnamed = generations.withLock { $0.keep(names) }
        for name in unnamed { externalDataFolder?.remove(name) }
    }

    /// A query generation is held no more.
    func forget(_ generation: StoreGeneration) {
        let unnamed = generations.withLock { $0.remove(ObjectIdentifier(generation)) }
        for name in unnamed { externalDataFolder?.remove(name) }
    }

    /// Removes files that no row names: what a save wrote that was cut off before its commit.
    ///
    /// Saves write their files while they hold the file's write lock, so whoever holds it sees no half of one.
    func removeStrayFiles(_ connection: SQLiteConnection) throws {
        guard let folder = externalDataFolder else { return }
        let names = folder.names
        // Beside a copy with another extension it cannot be known whose they are.
        if names.isEmpty || folder.otherStore != nil { return }
        let named = try connection.namesOfExternalFiles()
        for name in names where !named.contains(name) { folder.remove(name) }
    }
}

extension SQLiteConnection {
    /// The names of all files beside the store that its rows name.
    func namesOfExternalFiles() throws -> Set<String> {
        var names: Set<String> = []
        // Whatever the model says: any column may be of another version of it.
        for table in try tableNames() where table.hasPrefix("Z") && !table.hasPrefix("Z_") {
            var columns: [String] = []
            try query(
                "SELECT name FROM pragma_table_info(?) WHERE type IN ('BLOB', '')", { $0.bind(table, at: 1) }
            ) { if let name = $0.string(0) { columns.append(name) } }
            for column in columns {
                try query("SELECT \"\(column)\" FROM \"\(table)\" WHERE length(\"\(column)\") = 38") { row in
                    if let data = row.data(0), case .file(let name) = ExternalForm(data) { names.insert(name) }
                }
            }
        }
        return names
    }
}
