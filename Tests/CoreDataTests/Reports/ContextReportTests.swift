import CoreData
import Foundation
import Testing

@Suite("Reports: contexts") struct ContextReportTests {
    @Test("A willSave that never stops changing its object is an error, not a loop without end; then it can be saved")
    func endlessWillSave() throws {
        try RecordStack.run { context, _ in
            let record = try #require(context.make("Record") as? Record)
            record.onWillSave = { $0.setValue(($0.number("score") ?? 0) + 1, forKey: "score") }
            #expect(code { try context.save() } == NSCoreDataError)
            #expect(context.insertedObjects == [record])
            record.onWillSave = nil
            record.setValue(1, forKey: "score")
            try context.save()
        }
    }

    @Test("awakeFromInsert comes with the insertion alone: not with a fetch, a refresh or a rollback")
    func awakening() throws {
        try RecordStack.run { context, _ in
            let record = try #require(context.make("Record") as? Record)
            try context.save()
            record.setValue("x", forKey: "title")
            context.rollback()
            context.refresh(record, mergeChanges: false)
            _ = record.text("title")
            context.delete(record)
            context.rollback()
            #expect(record.taken().filter { $0.hasPrefix("awakeFromInsert") }.count == 1)
        }
    }

    @Test("An equal value set makes the object updated, but nothing is written: its version stays")
    func equalValue() throws {
        let url = try GardenStack.url()
        let context = try GardenStack.container(url).newBackgroundContext()
        let versions = "SELECT Z_OPT FROM ZPLANT"
        try context.performAndWait {
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            plant.setValue("A", forKey: "genus")
            #expect(plant.hasChanges && !plant.hasPersistentChangedValues && context.hasChanges)
            try context.save()
            #expect(SQLiteFile(url).texts(versions) == ["1"])
            plant.setValue("B", forKey: "genus")
            try context.save()
            #expect(SQLiteFile(url).texts(versions) == ["2"])
        }
    }

    @Test("A property without nil over an empty column reads as the zero of its type")
    func emptyColumn() throws {
        let url = try GardenStack.url()
        func context() throws -> NSManagedObjectContext {
            let container = NSPersistentContainer(name: "Workshop")
            container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
            var failure: (any Error)?
            container.loadPersistentStores { _, error in failure = error }
            if let failure { throw failure }
            return container.newBackgroundContext()
        }
        let first = try context()
        try first.performAndWait {
            _ = Maker(context: first)
            try first.save()
        }
        #expect(SQLiteFile(url).texts("UPDATE ZMAKER SET ZNAME = NULL, ZAGE = NULL, ZISGUEST = NULL") == [])
        let second = try context()
        try second.performAndWait {
            let maker = try #require(try second.all("Maker").first as? Maker)
            #expect(maker.name == "" && maker.age == 0 && !maker.isGuest)
        }
    }
}
