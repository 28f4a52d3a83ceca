import Foundation

// Lightweight migration: the tables are changed where they are, in the transaction in which the store is opened, so
// that all of it happens or nothing.
extension SQLiteStore {
    /// The layout of the model a store was written with, where it is to be brought to this one.
    ///
    /// - Returns: nil when the options do not ask for that.
    /// - Throws: `NSMigrationMissingSourceModelError` when no version compiled into the program is that model,
    ///   `NSMigrationError` when the store may only be read.
    func sourceOfMigration(_ metadata: [String: Any]) throws -> ModelLayout? {
        guard options.truth(NSMigratePersistentStoresAutomaticallyOption) == true, !isInMemory else {
            return nil
        }
        guard
            let model = ManagedModelRegistry.version(
                writing: metadata, configuration: modelConfiguration, before: model.model)
        else {
            throw CocoaErrorText.error(
                NSMigrationMissingSourceModelError,
                "The store at \(path) was written with a model that is no version of those compiled into the program. "
                    + "Open it with the program it was made by, or a newer one.",
                [NSFilePathErrorKey: path, "metadata": metadata])
        }
        guard options.truth(NSInferMappingModelAutomaticallyOption) == true else {
            throw CocoaErrorText.error(
                NSMigrationMissingMappingModelError,
                "The store at \(path) was written with an earlier version of the model, and there is no mapping to "
                    + "this one. Set NSInferMappingModelAutomaticallyOption to have it inferred.",
                [NSFilePathErrorKey: path, "metadata": metadata])
        }
        guard !isReadOnly else {
            throw CocoaErrorText.error(
                NSMigrationError,
                "The store at \(path) was written with an earlier version of the model, and is opened for reading only. "
                    + "Open it for writing once, which brings it to this version, or a copy of it.",
                [NSFilePathErrorKey: path, "metadata": metadata])
        }
        return ModelLayout.layout(of: model)
    }

    /// Finds out what a migration would do, and changes nothing.
    ///
    /// - Throws: `NSInferredMappingModelError`.
    func changes(from source: ModelLayout, _ connection: SQLiteConnection) throws -> (SchemaChanges, SQLSchema) {
        let numbers = try entityNumbers(connection)
        let existing = try columns(connection)
        let new = SQLSchema(model: model, numbers: numbers, existing: existing)
        let old = SQLSchema(model: source, numbers: numbers, existing: existing)
        return (try SchemaChanges(from: old, to: new), new)
    }

    /// Brings the tables to the model, in the transaction under way.
    ///
    /// - Throws: an error of `NSCocoaErrorDomain` when rows do not fit the model; the transaction is to be rolled back.
    func migrate(_ connection: SQLiteConnection, from source: ModelLayout) throws {
        let (changes, new) = try changes(from: source, connection)
        let roots = new.entities.compactMap { $0 }.filter { $0.root == nil && isHere($0) }
        for root in roots { try dropIndexes(of: root.table, connection) }
        try dropDerivedTriggers(connection)
        for sql in changes.statements { try connection.execute(sql) }
        try createDerivedTriggers(new, connection)
        for filling in changes.fillings where isHere(filling.entity) { try fill(filling, connection) }
        for root in roots {
            for sql in SQLSchemaText.table(of: root, in: new).dropFirst() {
                do {
                    try connection.execute(sql)
                } catch let failure as SQLiteFailure where failure.isUniqueness {
                    throw CocoaErrorText.error(
                        NSMigrationConstraintViolationError,
                        "The store at \(path) cannot be brought to this version of the model: several objects of "
                            + "\(root.name) have values that the new version lets only one have.",
                        [NSFilePathErrorKey: path])
                }
            }
        }
        let entries = VersionMetadata.entries(for: model.model, configuration: modelConfiguration)
        for (key, value) in entries { metadata[key] = value }
        try insertMetadata(connection)
        try connection.execute("DELETE FROM Z_MODELCACHE")
    }

    private func dropIndexes(of table: String, _ connection: SQLiteConnection) throws {
        var names: [String] = []
        try connection.query(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?",
            { $0.bind(table, at: 1) }
        ) { if let name = $0.string(0) { names.append(name) } }
        for name in names { try connection.execute("DROP INDEX \"\(name.replacing("\"", with: "\"\""))\"") }
    }

    /// Gives rows without a value the attribute's default, and makes sure that a value that has to be is there.
    private func fill(_ filling: SchemaChanges.Filling, _ connection: SQLiteConnection) throws {
        let (table, column) = (filling.entity.table, filling.column)
        let place = "\(column) IS NULL AND Z_ENT = \(filling.entity.number)"
        if let value = filling.attribute.defaultValue, let bound = SQLValue(ComparisonValue(value)) {
            let statement = try connection.statement("UPDATE \(table) SET \(column) = ? WHERE \(place)")
            bound.bind(to: statement, at: 1)
            try statement.run()
        }
        guard !filling.attribute.isOptional else { return }
        var isMissing = false
        try connection.query("SELECT 1 FROM \(table) WHERE \(place) LIMIT 1") { _ in isMissing = true }
        if isMissing {
            throw CocoaErrorText.error(
                NSValidationMissingMandatoryPropertyError,
                "The store at \(path) cannot be brought to this version of the model: \(filling.entity.name)."
                    + "\(filling.attribute.name) has to have a value, and objects have none. Give it a default value.",
                [NSFilePathErrorKey: path])
        }
    }
}
