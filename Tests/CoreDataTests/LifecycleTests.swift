import CoreData
import Foundation
import Testing

@Suite("What is called on an object in its life") struct LifecycleTests {
    private func record(_ context: NSManagedObjectContext) throws -> Record {
        try #require(context.make("Record") as? Record)
    }

    @Test("awakeFromInsert comes once and finds the defaults; saving calls willSave and didSave once (14, 15, 122)")
    func insertion() throws {
        try RecordStack.run { context, _ in
            let record = try record(context)
            #expect(record.taken() == ["awakeFromInsert untitled"])
            context.processPendingChanges()
            try context.save()
            #expect(record.taken() == ["willSave", "didSave"])
            record.setValue(3, forKey: "score")
            try context.save()
            #expect(record.taken() == ["willSave", "didSave"])
            try context.save()
            #expect(record.taken() == [])
        }
    }

    @Test("The first read of a fault reads the row once and calls awakeFromFetch once (82)")
    func firing() throws {
        try RecordStack.run { context, container in
            let id = try { () throws -> NSManagedObjectID in
                let record = try record(context)
                try context.save()
                return record.objectID
            }()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                let fault = try #require(other.object(with: id) as? Record)
                #expect(fault.isFault && fault.taken() == [])
                #expect(fault.text("title") == "untitled" && fault.number("score") == nil)
                #expect(!fault.isFault && fault.taken() == ["awakeFromFetch"])
                let fetched = try #require(other.all("Record").first as? Record)
                #expect(fetched === fault && fault.taken() == [])
            }
        }
    }

    @Test("Turning into a fault is told before and after, once each; the edit is gone (91)")
    func faulting() throws {
        try RecordStack.run { context, _ in
            let record = try record(context)
            try context.save()
            record.setValue("changed", forKey: "title")
            _ = record.taken()
            context.refresh(record, mergeChanges: false)
            #expect(record.taken() == ["willTurnIntoFault", "didTurnIntoFault"])
            #expect(record.isFault && !context.hasChanges)
            #expect(record.text("title") == "untitled" && record.taken() == ["awakeFromFetch"])
        }
    }

    @Test("prepareForDeletion comes with each delete, and isDeleted is true at once (101, 102)")
    func deletion() throws {
        try RecordStack.run { context, _ in
            let record = try record(context)
            try context.save()
            _ = record.taken()
            context.delete(record)
            #expect(record.isDeleted)
            context.delete(record)
            #expect(record.taken() == ["prepareForDeletion", "prepareForDeletion"])
            try context.save()
            #expect(record.taken() == ["willSave", "didSave"])
            #expect(!record.isDeleted && record.managedObjectContext == nil)
            #expect(try context.all("Record").isEmpty)
        }
    }

    @Test("What willSave sets is saved with the rest; objects changed there are asked again (123, 124)")
    func changesInWillSave() throws {
        try RecordStack.run { context, _ in
            let record = try record(context)
            try context.save()
            _ = record.taken()
            let day = Date(timeIntervalSinceReferenceDate: 7)
            record.onWillSave = { record in
                if record.value(forKey: "touched") == nil { record.setValue(day, forKey: "touched") }
            }
            record.setValue(1, forKey: "score")
            try context.save()
            #expect(record.taken() == ["willSave", "willSave", "didSave"] && !context.hasChanges)
            context.refresh(record, mergeChanges: false)
            #expect(record.value(forKey: "touched") as? Date == day)
        }
    }

    @Test("A willSave that never stops changing its object is an error, not a loop without end")
    func endlessWillSave() throws {
        try RecordStack.run { context, _ in
            let record = try record(context)
            record.onWillSave = { $0.setValue(($0.number("score") ?? 0) + 1, forKey: "score") }
            #expect(code { try context.save() } == NSCoreDataError)
            #expect(context.insertedObjects == [record])
            record.onWillSave = nil
            record.setValue(1, forKey: "score")
            try context.save()
        }
    }

    @Test("setPrimitiveValue is no change (29); value(forKey:) asks the subclass first (35)")
    func keys() throws {
        try RecordStack.run { context, _ in
            let record = try record(context)
            try context.save()
            record.setPrimitiveValue("quiet", forKey: "title")
            #expect(!record.hasChanges && record.changedValues().isEmpty && record.text("title") == "quiet")
            #expect(record.value(forKey: "shout") as? String == "QUIET")
        }
    }

    @Test("A transient value survives a save, is written nowhere, and ends with a refresh (31, 32)")
    func transient() throws {
        try RecordStack.run { context, _ in
            let record = try record(context)
            try context.save()
            record.setValue("note", forKey: "scratch")
            #expect(record.hasChanges && !record.hasPersistentChangedValues)
            try context.save()
            #expect(record.text("scratch") == "note")
            context.refreshAllObjects()
            #expect(record.text("scratch") == nil)
        }
    }

    @Test("An object without a context has its defaults and keeps what is set, until it is inserted (24)")
    func standAlone() throws {
        try RecordStack.run { context, _ in
            let entity = try #require(RecordStack.model.entitiesByName["Record"])
            let record = Record(entity: entity, insertInto: nil)
            #expect(record.text("title") == "untitled" && record.managedObjectContext == nil)
            record.setValue("alone", forKey: "title")
            context.insert(record)
            try context.save()
            context.reset()
            #expect(try context.all("Record").map { $0.text("title") } == ["alone"])
        }
    }
}
