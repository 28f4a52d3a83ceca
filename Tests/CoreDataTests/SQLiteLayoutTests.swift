import CoreData
import Foundation
import Testing

@Suite("The layout of SQLite stores is Apple's") struct SQLiteLayoutTests {
    private func file(history: Bool = false, model: NSManagedObjectModel = GardenStack.model) throws -> SQLiteFile {
        let url = try GardenStack.url()
        _ = try GardenStack.container(url, history: history, model: model)
        return SQLiteFile(url)
    }

    @Test("Entities are numbered by name, subentities behind their parent; keys are counted at the root")
    func entities() throws {
        let file = try file()
        #expect(
            file.texts("SELECT Z_ENT || ' ' || Z_NAME || ' ' || Z_SUPER || ' ' || Z_MAX FROM Z_PRIMARYKEY ORDER BY 1")
                == ["1 Bed 0 0", "2 Plant 0 0", "3 Tree 2 0", "4 Seed 0 0", "5 Tag 0 0"])
        #expect(
            file.texts("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
                == ["ZBED", "ZPLANT", "ZSEED", "ZTAG", "Z_2TAGS", "Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"])
        // Nothing needs the cache; an archive that is not quite Apple's would be worse than none.
        #expect(file.texts("SELECT COUNT(*) FROM Z_MODELCACHE") == ["0"])
    }

    @Test("A table has the columns of all subentities: integers, to-ones, orders, reals, text")
    func columns() throws {
        let file = try file()
        #expect(
            file.columns(of: "ZPLANT") == [
                "Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER", "ZRATING INTEGER", "ZBED INTEGER",
                "Z_FOK_BED INTEGER", "ZHEIGHT FLOAT", "ZGENUS VARCHAR", "ZNICKNAME VARCHAR", "ZSPECIES VARCHAR",
            ])
        // The plant of a seed may be a tree, so its entity stands beside it, under the number of Plant.
        #expect(
            file.columns(of: "ZSEED") == [
                "Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER", "ZNUMBER INTEGER", "ZPLANT INTEGER",
                "Z2_PLANT INTEGER", "ZDATESOWN TIMESTAMP", "ZNOTE VARCHAR", "ZID BLOB",
            ])
        #expect(file.columns(of: "Z_2TAGS") == ["Z_2PLANTS INTEGER", "Z_5TAGS INTEGER"])
        #expect(file.texts("SELECT name FROM pragma_table_info('Z_2TAGS') WHERE pk > 0").count == 2)
    }

    @Test("Indexes: to-one relationships, entities of shared tables, constraints, the second column of joins")
    func indexes() throws {
        let indexes = try file().texts(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite%' ORDER BY name")
        #expect(
            indexes == [
                "ZPLANT_ZBED_INDEX", "ZPLANT_Z_ENT_INDEX", "ZSEED_ZPLANT_INDEX", "Z_2TAGS_Z_5TAGS_INDEX",
                "Z_Plant_UNIQUE_genus_species",
            ])
    }

    @Test("Without inverses: a column for a to-one, Z<entity><NAME> in the destination's table for a to-many")
    func withoutInverse() throws {
        let file = try file(model: RecordStack.model)
        #expect(file.columns(of: "ZALIAS").contains("ZTARGET INTEGER"))
        #expect(file.columns(of: "ZPART").contains("Z1READERS INTEGER"))
        // Transient attributes have no column.
        #expect(!file.columns(of: "ZRECORD").contains { $0.hasPrefix("ZSCRATCH") })
    }

    @Test("Metadata: one row, version 1, the model's hashes; the history's tables and numbers")
    func metadata() throws {
        let file = try file(history: true)
        #expect(file.texts("SELECT Z_VERSION FROM Z_METADATA") == ["1"])
        #expect(UUID(uuidString: file.texts("SELECT Z_UUID FROM Z_METADATA")[0]) != nil)
        #expect(file.texts("PRAGMA auto_vacuum") == ["2"] && file.texts("PRAGMA page_size") == ["4096"])
        #expect(file.texts("PRAGMA journal_mode") == ["wal"])
        #expect(
            file.texts("SELECT Z_ENT || Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT")
                == ["16001CHANGE", "16002TRANSACTION", "16003TRANSACTIONSTRING"])
        let plist = try #require(Data(hex: file.texts("SELECT hex(Z_PLIST) FROM Z_METADATA")[0]))
        let values = try #require(
            PropertyListSerialization.propertyList(from: plist, format: nil) as? [String: Any])
        let hashes = values[NSStoreModelVersionHashesKey] as? [String: Data]
        #expect(hashes == GardenStack.model.entityVersionHashesByName)
        #expect(values["NSStoreModelVersionHashesVersion"] as? Int == 3)
    }

    @Test("What a save did stands in the history: 0 inserted, 1 updated, 2 deleted; author and context by name")
    func history() throws {
        let url = try GardenStack.url()
        let context = try GardenStack.container(url, history: true).newBackgroundContext()
        try context.performAndWait {
            context.transactionAuthor = "gardener"
            context.name = "shed"
            let seeds = (0..<2).map { context.make("Seed", ["number": $0]) }
            try context.save()
            seeds[0].setValue(5, forKey: "number")
            context.delete(seeds[1])
            try context.save()
        }
        let file = SQLiteFile(url)
        #expect(
            file.texts(
                "SELECT ZTRANSACTIONID || ' ' || ZCHANGETYPE || ' ' || ZENTITY || ' ' || ZENTITYPK FROM ACHANGE "
                    + "ORDER BY Z_PK") == ["1 0 4 1", "1 0 4 2", "2 1 4 1", "2 2 4 2"])
        let author = file.texts(
            "SELECT ZNAME FROM ATRANSACTION JOIN ATRANSACTIONSTRING s ON s.Z_PK = ZAUTHORTS")
        #expect(author == ["gardener", "gardener"])
        #expect(file.texts("SELECT Z_OPT FROM ZSEED") == ["2"])
    }

    @Test("Rows: entity numbers, foreign keys with their entity, pairs, orders from 2048 in steps of 1024")
    func rows() throws {
        let url = try GardenStack.url()
        let context = try GardenStack.container(url).newBackgroundContext()
        try context.performAndWait {
            let tree = context.make("Tree", ["genus": "T", "height": 2.5])
            let plants = [tree, context.make("Plant", ["genus": "P"])]
            let bed = context.make("Bed", ["name": "b"])
            bed.setValue(NSOrderedSet(array: plants.reversed()), forKey: "plants")
            context.make("Seed", ["plant": tree])
            tree.mutableSetValue(forKey: "tags").add(context.make("Tag", ["name": "t"]))
            try context.save()
        }
        let file = SQLiteFile(url)
        #expect(
            file.texts("SELECT ZGENUS || Z_ENT || ' ' || ZBED || ' ' || Z_FOK_BED FROM ZPLANT ORDER BY ZGENUS")
                == ["P2 1 2048", "T3 1 3072"])
        #expect(file.texts("SELECT Z2_PLANT FROM ZSEED") == ["3"])
        #expect(file.texts("SELECT Z_2PLANTS = (SELECT Z_PK FROM ZPLANT WHERE Z_ENT = 3) FROM Z_2TAGS") == ["1"])
        #expect(
            file.texts("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME IN ('Plant', 'Tree') ORDER BY 1") == ["0", "2"])
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
        #expect(SQLiteFile(url).texts("SELECT typeof(ZDATESOWN) || ZDATESOWN FROM ZSEED") == ["real0.1"])
        #expect(SQLiteFile(url).texts("SELECT hex(ZID) FROM ZSEED") == ["00112233445566778899AABBCCDDEEFF"])
        #expect(SQLiteFile(url).texts("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Seed'") == ["1"])
        #expect(SQLiteFile(url).texts("PRAGMA integrity_check") == ["ok"])
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

}
