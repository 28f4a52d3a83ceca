import CSQLite
import Foundation

// Opening a file: finding out what it is, making what is missing, refusing what is not ours.
extension SQLiteStore {
    func open() throws {
        let isNew = isInMemory || !Self.hasContent(path)
        if isNew, isReadOnly {
            throw CocoaErrorText.error(
                NSFileReadUnknownError, "There is no store at \(path) to open for reading.")
        }
        let connection = try connect(creating: isNew)
        if isNew {
            // Only settable while the file is empty.
            try connection.execute("PRAGMA page_size = 4096")
            try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        }
        try requireStoreOrEmpty(connection)
        // What is refused is refused before anything is changed, the journal mode included.
        let isStore = try connection.tableNames().contains("Z_METADATA")
        var source = isStore ? try takeUp(connection) : nil
        // What cannot be migrated is refused before anything is changed, too.
        if let source { _ = try changes(from: source, connection) }
        try prepare(connection)
        try connection.execute(isReadOnly ? "BEGIN" : "BEGIN IMMEDIATE")
        do {
            if try connection.tableNames().contains("Z_METADATA") {
                // Made or migrated by somebody else between the look at it and the lock.
                if !isStore || source != nil { source = try takeUp(connection) }
                if let source {
                    try migrate(connection, from: source)
                    _ = try takeUp(connection)
                }
            } else {
                try create(connection)
            }
            if !isReadOnly { try createDerivedTriggers(schema, connection) }
            if tracksHistory, !isReadOnly { try createHistoryTables(connection) }
            // What cannot be cleared away now is cleared away another time.
            if !isNew, !isReadOnly { try? removeStrayFiles(connection) }
            try connection.execute("COMMIT")
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            throw error
        }
        // They are what the file has.
        _ = takeUnwrittenMetadata()
        if options.truth(NSSQLiteAnalyzeOption) == true { try connection.execute("ANALYZE") }
        if options.truth(NSSQLiteManualVacuumOption) == true { try connection.execute("VACUUM") }
        if !isInMemory { openedFile = FileIdentity(path) }
        giveBack(connection)
        if tracksHistory { try startHistory() }
    }

    static func hasContent(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_size > 0
    }

    /// Refuses a file that is an SQLite database of somebody else's, before anything in it is changed.
    private func requireStoreOrEmpty(_ connection: SQLiteConnection) throws {
        let tables = try connection.tableNames()
        guard !tables.isEmpty, !tables.contains("Z_METADATA") else { return }
        throw Self.noStore(at: path)
    }

    static func noStore(at path: String) -> NSError {
        CocoaErrorText.error(
            NSFileReadCorruptFileError,
            "The file at \(path) is an SQLite database but no Core Data store. Choose another file.",
            [NSFilePathErrorKey: path])
    }

    // MARK: An existing store

    /// Finds out what the store is.
    ///
    /// - Returns: the earlier version of the model it was written with, if it has to be migrated.
    private func takeUp(_ connection: SQLiteConnection) throws -> ModelLayout? {
        var found = try Self.metadata(connection)
        found[NSStoreTypeKey] = type
        metadata = found
        let model = persistentStoreCoordinator?.managedObjectModel
        if options.truth(NSIgnorePersistentStoreVersioningOption) != true, let model,
            !model.isConfiguration(withName: modelConfiguration, compatibleWithStoreMetadata: found),
            // One that holds more than the configuration will do.
            !model.isConfiguration(withName: nil, compatibleWithStoreMetadata: found)
        {
            if let source = try sourceOfMigration(found) { return source }
            throw incompatible(model, found)
        }
        let numbers = try entityNumbers(connection)
        adopt(SQLSchema(model: self.model, numbers: numbers, existing: try columns(connection)))
        try requireColumns(connection)
        return nil
    }

    /// The metadata in a store's file.
    static func metadata(_ connection: SQLiteConnection) throws -> [String: Any] {
        var found: [String: Any] = [:]
        try connection.query("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1") { row in
            if let plist = row.data(1) {
                // A damaged property list is no list: who looks for something in it then says what is wrong.
                let value = try? PropertyListSerialization.propertyList(from: plist, format: nil)
                found = value as? [String: Any] ?? [:]
            }
            found[NSStoreUUIDKey] = row.string(0) ?? UUID().uuidString
        }
        found[NSStoreTypeKey] = NSSQLiteStoreType
        return found
    }

    /// The `Z_ENT` of the entities, by name.
    func entityNumbers(_ connection: SQLiteConnection) throws -> [String: Int] {
        var numbers: [String: Int] = [:]
        try connection.query("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY") { row in
            if let name = row.string(0) { numbers[name] = Int(row.integer(1)) }
        }
        return numbers
    }

    private func incompatible(_ model: NSManagedObjectModel, _ metadata: [String: Any]) -> NSError {
        let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let own = model.versionHashes(ofConfiguration: modelConfiguration)
        let differing = Set(stored.keys).union(own.keys).filter { stored[$0] != own[$0] }.sorted()
        return CocoaErrorText.error(
            NSPersistentStoreIncompatibleVersionHashError,
            "The store at \(path) was written with another version of the model. These entities differ: "
                + differing.joined(separator: ", ") + ". Open it with the model it was written with.",
            [NSFilePathErrorKey: path, "metadata": metadata])
    }

    /// The columns of the store's tables, by table.
    func columns(_ connection: SQLiteConnection) throws -> [String: Set<String>] {
        var result: [String: Set<String>] = [:]
        for table in try connection.tableNames() where table.hasPrefix("Z") {
            var names: Set<String> = []
            try connection.query("SELECT name FROM pragma_table_info(?)", { $0.bind(table, at: 1) }) {
                if let name = $0.string(0) { names.insert(name) }
            }
            result[table] = names
        }
        return result
    }

    /// Makes sure that every column the model needs is there, so that no statement fails later.
    private func requireColumns(_ connection: SQLiteConnection) throws {
        let existing = try columns(connection)
        for entity in schema.entities.compactMap({ $0 }) where entity.root == nil && isHere(entity) {
            let needed = (schema.tableColumns[entity.table] ?? []).map(\.name)
            let missing = needed.filter { existing[entity.table]?.contains($0) != true }
            if !missing.isEmpty {
                throw CocoaErrorText.error(
                    NSPersistentStoreIncompatibleSchemaError,
                    "The store at \(path) lacks \(missing.joined(separator: ", ")) in \(entity.table), which the "
                        + "model \(entity.name) needs. The file is damaged or was written with another model.",
                    [NSFilePathErrorKey: path])
            }
        }
    }

    /// Whether the store holds the entity: all, unless it is of one configuration.
    func isHere(_ entity: SQLEntity) -> Bool {
        guard configurationName != "PF_DEFAULT_CONFIGURATION_NAME",
            let entities = model.model.entities(forConfigurationName: configurationName)
        else { return true }
        let family = entity.layout.root.family
        return family.contains { member in entities.contains { $0 === member.entity } }
    }

    // MARK: A new store

    private func create(_ connection: SQLiteConnection) throws {
        for entity in schema.entities.compactMap({ $0 }) where entity.root == nil && isHere(entity) {
            for sql in SQLSchemaText.table(of: entity, in: schema) { try connection.execute(sql) }
        }
        for join in schema.joins {
            for sql in SQLSchemaText.join(join) { try connection.execute(sql) }
        }
        try connection.execute(
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)")
        try connection.execute(
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
        try connection.execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
        let keys = try connection.statement("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)")
        for entity in schema.entities.compactMap({ $0 }) where isHere(entity) {
            keys.bind(Int64(entity.number), at: 1)
            keys.bind(entity.name, at: 2)
            let parent = entity.layout.superlayout.map { schema[$0.ordinal].number } ?? 0
            keys.bind(Int64(parent), at: 3)
            try keys.run()
        }
        var made = VersionMetadata.entries(for: model.model, configuration: modelConfiguration)
        made[NSStoreTypeKey] = type
        made["_NSAutoVacuumLevel"] = "2"
        made[NSStoreUUIDKey] = UUID().uuidString
        metadata = made
        try insertMetadata(connection)
    }

    func insertMetadata(_ connection: SQLiteConnection) throws {
        let statement = try connection.statement("INSERT OR REPLACE INTO Z_METADATA VALUES (1, ?, ?)")
        statement.bind(identifier, at: 1)
        statement.bind(try Self.metadataPlist(metadata), at: 2)
        try statement.run()
    }

    static func metadataPlist(_ metadata: [String: Any]) throws -> Data {
        var plist = metadata
        plist[NSStoreUUIDKey] = nil
        guard let tree = PlistTree(plist) else {
            throw CocoaErrorText.error(
                NSPersistentStoreSaveError,
                "The store's metadata has a value that no property list can hold. Use strings, numbers, dates, "
                    + "data, arrays and dictionaries.")
        }
        return BinaryPlistWriter.data(tree)
    }
}
