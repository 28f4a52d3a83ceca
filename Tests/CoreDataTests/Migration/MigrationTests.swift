import CoreData
import Foundation
import SQLiteTestFile
import Testing

@Suite("Lightweight migration") struct MigrationTests {
    /// Two versions of a model, compiled in under a name of their own.
    struct Versions {
        let old: NSManagedObjectModel
        let new: NSManagedObjectModel

        /// - Parameter rest: attributes, relationships and so on of the entity `Plant`, and further entities.
        init(_ old: String, _ new: String) throws {
            let sources = [new, old].map { rest in
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="Plant">\(rest)</entity></model>
                """
            }
            let name = "Migrated-\(UUID())"
            let models = try sources.enumerated().map { number, source in
                let folder = try GardenStack.url().deletingLastPathComponent()
                    .appendingPathComponent("\(number).xcdatamodel")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(source.utf8).write(to: folder.appendingPathComponent("contents"))
                return try #require(NSManagedObjectModel(contentsOf: folder))
            }
            (self.new, self.old) = (models[0], models[1])
            ManagedModelRegistry.register(
                RegisteredModel(
                    name: name, module: "Tests",
                    versions: sources.enumerated().map { RegisteredModelVersion(name: "\(name) \($0)", source: $1) },
                    classes: []))
        }

        /// A store with plants, written with the old version.
        func store(_ plants: [[String: Any]]) throws -> URL {
            let url = try GardenStack.url()
            let container = try GardenStack.container(url, model: old)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for plant in plants { context.make("Plant", plant) }
                try context.save()
            }
            for store in container.persistentStoreCoordinator.persistentStores {
                try container.persistentStoreCoordinator.remove(store)
            }
            return url
        }

        /// What a key has in each plant, sorted by name, once the store was opened with the new version.
        func values(_ key: String, in url: URL) throws -> [String?] {
            let context = try GardenStack.container(url, model: new).newBackgroundContext()
            return try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
                request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
                return try context.fetch(request).map { plant in
                    let value = plant.value(forKey: key)
                    return (value as? Data).map { "\([UInt8]($0))" } ?? value.map { "\($0)" }
                }
            }
        }
    }

    static let name = #"<attribute name="name" optional="YES" attributeType="String"/>"#
    static var plants: [[String: Any]] { [["name": "a", "count": 7, "bytes": Data([2, 0, 1])], ["name": "b"]] }
    static let count = #"<attribute name="count" optional="YES" attributeType="Integer 16"/>"#
    static let bytes = #"<attribute name="bytes" optional="YES" attributeType="Binary"/>"#

    struct Case: Sendable {
        let what: String
        let new: String
        let key: String
        let values: [String?]
    }

    static let cases: [Case] = [
        Case(
            what: "an attribute comes",
            new: name + count + bytes + #"<attribute name="x" optional="YES" attributeType="String"/>"#,
            key: "x", values: [nil, nil]),
        Case(
            what: "one with a default value",
            new: name + count + bytes + #"<attribute name="x" attributeType="Double" defaultValueString="1.5"/>"#,
            key: "x", values: ["1.5", "1.5"]),
        Case(what: "one goes", new: name + bytes, key: "name", values: ["a", "b"]),
        Case(
            what: "one is renamed",
            new: name + bytes + #"<attribute name="n" optional="YES" attributeType="Integer 16" elementID="count"/>"#,
            key: "n", values: ["7", nil]),
        Case(
            what: "one has to have a value now",
            new: name + bytes + #"<attribute name="count" attributeType="Integer 16" defaultValueString="3"/>"#,
            key: "count", values: ["7", "3"]),
        Case(
            what: "a number becomes wider",
            new: name + bytes + #"<attribute name="count" optional="YES" attributeType="Integer 64"/>"#,
            key: "count", values: ["7", nil]),
        Case(
            what: "bytes may stand in a file",
            new: name + count
                + #"<attribute name="bytes" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>"#,
            key: "bytes", values: ["[2, 0, 1]", nil]),
        Case(
            what: "a constraint comes",
            new: name + count + bytes
                + #"<uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>"#,
            key: "name", values: ["a", "b"]),
    ]

    @Test("A store of an earlier version has the later one's attributes", arguments: cases.indices)
    func migration(index: Int) throws {
        let example = Self.cases[index]
        let versions = try Versions(Self.name + Self.count + Self.bytes, example.new)
        let url = try versions.store(Self.plants)
        #expect(try versions.values(example.key, in: url) == example.values, "\(example.what)")
        // Migrated once, it is a store of the later version.
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: versions.new)
        let store = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        #expect(
            store.metadata[NSStoreModelVersionHashesKey] as? [String: Data] == versions.new.entityVersionHashesByName)
        // And like one that was made anew, but for the order of columns.
        let fresh = try GardenStack.url()
        _ = try GardenStack.container(fresh, model: versions.new)
        #expect(Self.names(in: url) == Self.names(in: fresh))
    }

    /// The columns and indexes of the plants' table.
    private static func names(in url: URL) -> Set<String> {
        let file = SQLiteFile(url)
        let columns = file.texts("SELECT name || ' ' || type FROM pragma_table_info('ZPLANT')")
        return Set(columns + file.texts("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"))
    }

    @Test(
        "What cannot be inferred is refused, and the store is as it was",
        arguments: [
            (#"<attribute name="count" optional="YES" attributeType="String"/>"#, NSInferredMappingModelError),
            (#"<attribute name="count" optional="YES" attributeType="Boolean"/>"#, NSInferredMappingModelError),
            (#"<attribute name="must" attributeType="String"/>"#, NSValidationMissingMandatoryPropertyError),
            (
                #"<relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Plant"/>"#,
                NSInferredMappingModelError
            ),
            (
                #"<uniquenessConstraints><uniquenessConstraint><constraint value="kind"/></uniquenessConstraint></uniquenessConstraints>"#,
                NSMigrationConstraintViolationError
            ),
        ])
    func refusal(more: String, code: Int) throws {
        let kind = #"<attribute name="kind" optional="YES" attributeType="String"/>"#
        let versions = try Versions(Self.name + kind + Self.count, Self.name + kind + more)
        let url = try versions.store([["name": "a", "kind": "k"], ["name": "b", "kind": "k"]])
        let before = try Data(contentsOf: url)
        var found = 0
        do { _ = try versions.values("name", in: url) } catch { found = (error as NSError).code }
        #expect(found == code)
        let context = try GardenStack.container(url, model: versions.old).newBackgroundContext()
        try context.performAndWait {
            let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Plant"))
            #expect(count == 2)
        }
        if code == NSInferredMappingModelError { #expect(try Data(contentsOf: url) == before) }
    }

    @Test("Without the options a store of another version is refused, with both what is missing is named")
    func options() throws {
        let versions = try Versions(Self.name, Self.name + Self.count)
        let url = try versions.store([["name": "a"]])
        func code(_ options: [String: Bool], _ model: NSManagedObjectModel) -> Int {
            do {
                try NSPersistentStoreCoordinator(managedObjectModel: model).addPersistentStore(
                    ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
                return 0
            } catch { return (error as NSError).code }
        }
        let (migrate, infer) = (NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption)
        #expect(code([:], versions.new) == NSPersistentStoreIncompatibleVersionHashError)
        #expect(code([migrate: true], versions.new) == NSMigrationMissingMappingModelError)
        let readOnly = [migrate: true, infer: true, NSReadOnlyPersistentStoreOption: true]
        #expect(code(readOnly, versions.new) == NSMigrationError)
        #expect(code([migrate: true, infer: true], GardenStack.model) == NSInferredMappingModelError)
        #expect(code([migrate: true, infer: true], versions.new) == 0)
        let stranger = try GardenStack.url()
        _ = try GardenStack.container(stranger)
        do {
            try NSPersistentStoreCoordinator(managedObjectModel: versions.new).addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: stranger, options: [migrate: true, infer: true])
            Issue.record("It was opened.")
        } catch { #expect((error as NSError).code == NSMigrationMissingSourceModelError) }
        let description = NSPersistentStoreDescription(url: url)
        #expect(description.shouldMigrateStoreAutomatically && description.shouldInferMappingModelAutomatically)
        description.shouldMigrateStoreAutomatically = false
        #expect(description.options[migrate] == false as NSNumber)
    }

    @Test("Subentities share a table, and a value of theirs that comes is in their rows alone") func inheritance()
        throws
    {
        func model(_ herb: String) -> String {
            Self.name + #"</entity><entity name="Herb" parentEntity="Plant">"# + herb
        }
        let versions = try Versions(
            model(""), model(#"<attribute name="scent" attributeType="String" defaultValueString="none"/>"#))
        let url = try versions.store([["name": "a"]])
        let old = try GardenStack.container(url, model: versions.old)
        let writer = old.newBackgroundContext()
        try writer.performAndWait {
            writer.make("Herb", ["name": "mint"])
            try writer.save()
        }
        for store in old.persistentStoreCoordinator.persistentStores {
            try old.persistentStoreCoordinator.remove(store)
        }
        let context = try GardenStack.container(url, model: versions.new).newBackgroundContext()
        try context.performAndWait {
            let herbs = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Herb"))
            #expect(herbs.map { $0.value(forKey: "scent") as? String } == ["none"])
            let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Plant"))
            #expect(count == 2)
        }
        #expect(
            SQLiteFile(url).texts("SELECT ifnull(ZSCENT, '-') FROM ZPLANT ORDER BY ZNAME") == ["-", "none"])
    }
}
