import CoreData
import Foundation
import Testing

@Suite("Statements 122–124: what is called on an object when it is saved") struct SaveHookTests {
    private func record(_ context: NSManagedObjectContext) throws -> Record {
        try #require(context.make("Record") as? Record)
    }

    @Test("122. willSave and didSave come once for each changed object and save")
    func once() throws {
        try RecordStack.run { context, _ in
            let record = try record(context)
            try context.save()
            _ = record.taken()
            record.setValue(3, forKey: "score")
            try context.save()
            #expect(record.taken() == ["willSave", "didSave"])
            try context.save()
            #expect(record.taken() == [])
        }
    }

    @Test("123, 124. What willSave sets is saved with the rest; objects changed there are asked again")
    func changes() throws {
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

    @Test("What willSave sets as a primitive value is saved too, and brings no second call")
    func primitives() throws {
        try RecordStack.run { context, _ in
            let record = try record(context)
            record.onWillSave = { $0.setPrimitiveValue(($0.number("score") ?? 0) + 1, forKey: "score") }
            _ = record.taken()
            try context.save()
            #expect(record.taken() == ["willSave", "didSave"])
            context.refresh(record, mergeChanges: false)
            #expect(record.number("score") == 1)
        }
    }
}
