import CSQLite
import CoreData
import Foundation
import Testing

@Suite("Store files") struct StoreFileTests {
    private func columns(_ url: URL, _ sql: String) -> [String] {
        var database: OpaquePointer?
        sqlite3_open_v2(url.path, &database, SQLITE_OPEN_READWRITE, nil)
        defer { sqlite3_close_v2(database) }
        var statement: OpaquePointer?
        sqlite3_prepare_v2(database, sql, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "NULL")
        }
        return rows
    }

    @Test("A store has Apple's tables, columns and indexes")
    func layout() throws {
        let url = try GardenStack.url()
        _ = try GardenStack.container(url, history: true)
        let tables = columns(url, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        for table in ["ACHANGE", "ATRANSACTION", "ZBED", "ZPLANT", "ZSEED", "ZTAG", "Z_METADATA", "Z_PRIMARYKEY"] {
            #expect(tables.contains(table))
        }
        let plant = columns(url, "SELECT name || ' ' || type FROM pragma_table_info('ZPLANT')")
        #expect(
            plant == [
                "Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER", "ZRATING INTEGER", "ZBED INTEGER",
                "Z_FOK_BED INTEGER", "ZHEIGHT FLOAT", "ZGENUS VARCHAR", "ZNICKNAME VARCHAR", "ZSPECIES VARCHAR",
            ])
        let seed = columns(url, "SELECT name FROM pragma_table_info('ZSEED')")
        #expect(
            seed == ["Z_PK", "Z_ENT", "Z_OPT", "ZNUMBER", "ZPLANT", "Z3_PLANT", "ZDATESOWN", "ZNOTE", "ZID"]
                || seed.contains("Z2_PLANT"))
        let indexes = columns(url, "SELECT name FROM sqlite_master WHERE type = 'index'")
        for index in ["ZSEED_ZPLANT_INDEX", "ZPLANT_Z_ENT_INDEX", "Z_Plant_UNIQUE_genus_species"] {
            #expect(indexes.contains(index))
        }
        #expect(columns(url, "SELECT Z_NAME FROM Z_PRIMARYKEY ORDER BY Z_ENT").prefix(3) == ["Bed", "Plant", "Tree"])
    }

    @Test("Dates, identifiers and numbers stand in the file as Apple's store has them")
    func values() throws {
        let url = try GardenStack.url()
        let context = try GardenStack.container(url).newBackgroundContext()
        try context.performAndWait {
            let id = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
            context.make("Seed", ["dateSown": Date(timeIntervalSinceReferenceDate: 0.1), "number": 3, "id": id])
            try context.save()
        }
        #expect(columns(url, "SELECT typeof(ZDATESOWN) || ZDATESOWN FROM ZSEED") == ["real0.1"])
        #expect(columns(url, "SELECT hex(ZID) FROM ZSEED") == ["00112233445566778899AABBCCDDEEFF"])
        #expect(columns(url, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Seed'") == ["1"])
        #expect(columns(url, "PRAGMA integrity_check") == ["ok"])
    }

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
        #expect(columns(url, "PRAGMA integrity_check") == ["ok"])
    }

    @Test("A store at /dev/null is an SQLite store in memory")
    func devNull() throws {
        let container = try GardenStack.container(URL(fileURLWithPath: "/dev/null"))
        #expect(container.persistentStoreCoordinator.persistentStores[0].type == NSSQLiteStoreType)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.make("Plant", ["genus": "A"])
            try context.save()
            context.reset()
            #expect(try context.all("Plant").count == 1)
        }
    }

    @Test("Stores that Apple's tools wrote open with their models, and give the rows they hold")
    func corpus() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let corpus = root.deletingLastPathComponent().appendingPathComponent("shared/corpus")
        guard let pairs = try? String(contentsOf: corpus.appendingPathComponent("PAIRS.jsonl"), encoding: .utf8) else {
            print("Skipped: there are no files made by Apple's tools at ../shared/corpus.")
            return
        }
        var opened = 0
        for line in pairs.split(separator: "\n") {
            guard let pair = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let modelPath = pair["model"] as? String, let storePath = pair["source"] as? String,
                storePath.hasPrefix("stores/"), !modelPath.contains("@")
            else { continue }
            let store = corpus.appendingPathComponent(storePath)
            guard FileManager.default.fileExists(atPath: store.path) else { continue }
            let copy = try GardenStack.url()
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
                try FileManager.default.copyItem(atPath: store.path + suffix, toPath: copy.path + suffix)
            }
            let source = corpus.appendingPathComponent(modelPath).deletingLastPathComponent()
            guard let model = NSManagedObjectModel(contentsOf: source) else {
                Issue.record("\(modelPath) cannot be read")
                continue
            }
            let container = NSPersistentContainer(name: "Corpus", managedObjectModel: model)
            container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: copy)]
            var failure: (any Error)?
            container.loadPersistentStores { _, error in failure = error }
            guard failure == nil else {
                Issue.record("\(storePath): \(failure.map { "\($0)" } ?? "")")
                continue
            }
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for entity in model.entities where entity.superentity == nil {
                    let name = try #require(entity.name)
                    let request = NSFetchRequest<NSManagedObject>(entityName: name)
                    let objects = try context.fetch(request)
                    #expect(objects.count == Int(columns(copy, "SELECT COUNT(*) FROM Z\(name.uppercased())")[0]))
                    for object in objects.prefix(20) {
                        for property in object.entity.propertiesByName.keys { _ = object.value(forKey: property) }
                    }
                }
            }
            opened += 1
        }
        print("Opened \(opened) stores made by Apple's tools.")
    }
}
