import CSQLite
import CoreData
import Foundation
import Testing

@Suite("Files that cannot be opened or written") struct BadFileTests {
    @Test("A file that is no store, or somebody else's database, is refused and left as it was")
    func foreignFiles() throws {
        let text = try GardenStack.url()
        let content = Data("This is a letter, and no store at all. ".utf8)
        try content.write(to: text)
        #expect(code { _ = try GardenStack.container(text) } == 259)
        #expect(try Data(contentsOf: text) == content)
        let other = try GardenStack.url()
        var database: OpaquePointer?
        sqlite3_open(other.path, &database)
        sqlite3_exec(database, "CREATE TABLE letters (text TEXT)", nil, nil, nil)
        sqlite3_close_v2(database)
        let before = try Data(contentsOf: other)
        #expect(code { _ = try GardenStack.container(other) } == 259)
        #expect(try Data(contentsOf: other) == before)
    }

    @Test("A store of another model is refused with the entities that differ (179)")
    func wrongModel() throws {
        let url = try GardenStack.url()
        _ = try GardenStack.container(url)
        let entity = NSEntityDescription()
        entity.name = "Plant"
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        #expect(
            code {
                try coordinator.addPersistentStore(
                    ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
            } == NSPersistentStoreIncompatibleVersionHashError)
    }

    @Test("A damaged file gives an error, not a crash")
    func damaged() throws {
        let url = try GardenStack.url()
        do {
            let container = try GardenStack.container(url)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for number in 0..<2000 { context.make("Seed", ["number": number, "note": "note \(number)"]) }
                try context.save()
            }
            let store = container.persistentStoreCoordinator.persistentStores[0]
            try container.persistentStoreCoordinator.remove(store)
        }
        let whole = try Data(contentsOf: url)
        var random = Random(state: 3)
        for _ in 0..<15 {
            var bytes = whole
            for _ in 0..<20 { bytes[random.next(bytes.count)] = UInt8(random.next(256)) }
            let copy = try GardenStack.url()
            try bytes.write(to: copy)
            guard let container = try? GardenStack.container(copy) else { continue }
            let context = container.newBackgroundContext()
            context.performAndWait {
                let seeds = (try? context.all("Seed")) ?? []
                for seed in seeds { _ = (seed.text("note"), seed.number("number"), seed.value(forKey: "plant")) }
                context.make("Seed", ["number": 1])
                try? context.save()
            }
        }
    }

    @Test("A full disk fails the save and loses nothing; with room the same save goes through")
    func fullDisk() throws {
        let url = try GardenStack.url()
        let container = try GardenStack.container(
            url, options: [NSSQLitePragmasOption: ["max_page_count": "120"] as NSDictionary])
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.make("Plant", ["genus": "kept"])
            try context.save()
            let big = context.make("Plant", ["genus": "big", "nickname": String(repeating: "x", count: 2_000_000)])
            #expect(code { try context.save() } == 640)
            #expect(context.insertedObjects == [big])
            big.setValue("short", forKey: "nickname")
            try context.save()
            #expect(try context.all("Plant").count == 2)
        }
        #expect(SQLiteFile(url).texts("PRAGMA integrity_check") == ["ok"])
    }

    @Test(
        "Where no file can be made is an error that names the path",
        arguments: ["/proc/perennial/Store.sqlite", "/nowhere/at/all/Store.sqlite", "/proc/version", "/tmp"])
    func unwritable(path: String) {
        do {
            _ = try GardenStack.container(URL(fileURLWithPath: path))
            Issue.record("opened a store at \(path)")
        } catch let error as NSError {
            #expect(error.domain == NSCocoaErrorDomain)
            #expect(error.localizedDescription.contains(path), "\(error.localizedDescription)")
        }
    }

    @Test("A store opened for reading refuses a save, keeps the changes, and leaves the file alone")
    func readOnly() throws {
        let url = try GardenStack.url()
        let writer = try GardenStack.container(url).newBackgroundContext()
        try writer.performAndWait {
            writer.make("Plant", ["genus": "A"])
            try writer.save()
        }
        let context = try GardenStack.container(url, options: [NSReadOnlyPersistentStoreOption: true as NSNumber])
            .newBackgroundContext()
        try context.performAndWait {
            let plant = try context.all("Plant")[0]
            plant.setValue("B", forKey: "genus")
            #expect(code { try context.save() } == 513)
            #expect(plant.text("genus") == "B" && context.updatedObjects == [plant])
        }
        #expect(SQLiteFile(url).texts("SELECT ZGENUS FROM ZPLANT") == ["A"])
        let missing = try GardenStack.url()
        #expect(
            code {
                _ = try GardenStack.container(
                    missing, options: [NSReadOnlyPersistentStoreOption: true as NSNumber])
            } == 256)
        #expect(!FileManager.default.fileExists(atPath: missing.path))
    }

    @Test("A table somebody took away is found when opening, not by a failing statement later")
    func missingColumn() throws {
        let url = try GardenStack.url()
        try {
            let container = try GardenStack.container(url)
            let store = container.persistentStoreCoordinator.persistentStores[0]
            try container.persistentStoreCoordinator.remove(store)
        }()
        _ = SQLiteFile(url).texts("ALTER TABLE ZPLANT DROP COLUMN ZNICKNAME")
        #expect(code { _ = try GardenStack.container(url) } == NSPersistentStoreIncompatibleSchemaError)
    }

    @Test("While another program holds the store, a save waits as long as told, then fails and loses nothing")
    func locked() throws {
        let url = try GardenStack.url()
        let context = try GardenStack.container(url, options: [NSPersistentStoreTimeoutOption: 0.05 as NSNumber])
            .newBackgroundContext()
        var database: OpaquePointer?
        sqlite3_open(url.path, &database)
        defer { sqlite3_close_v2(database) }
        sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil)
        try context.performAndWait {
            let plant = context.make("Plant", ["genus": "A"])
            #expect(code { try context.save() } == NSPersistentStoreTimeoutError)
            #expect(context.insertedObjects == [plant] && plant.objectID.isTemporaryID)
            // Reading is not in the way of writing.
            #expect(try context.count(for: stored("Plant")) == 0)
            sqlite3_exec(database, "ROLLBACK", nil, nil, nil)
            try context.save()
            #expect(!plant.objectID.isTemporaryID)
        }
    }

    @Test("A store that was removed from its coordinator gives errors, and no crash")
    func removed() throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            context.refresh(plant, mergeChanges: false)
            let coordinator = container.persistentStoreCoordinator
            try coordinator.remove(coordinator.persistentStores[0])
            #expect(coordinator.persistentStores.isEmpty)
            #expect(plant.text("genus") == nil)
            context.make("Plant", ["genus": "B"])
            #expect(code { try context.save() } != nil)
        }
    }
}
