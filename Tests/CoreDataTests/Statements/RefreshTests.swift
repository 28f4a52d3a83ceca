import CoreData
import Foundation
import Testing

@Suite("Statements 91–95: refreshing and rolling back") struct RefreshTests {
    @Test("91. refresh without merging: a fault, told before and after, the edit gone, the stored value read again")
    func withoutMerging() throws {
        try RecordStack.run { context, _ in
            let record = try #require(context.make("Record") as? Record)
            try context.save()
            record.setValue("changed", forKey: "title")
            _ = record.taken()
            context.refresh(record, mergeChanges: false)
            #expect(record.taken() == ["willTurnIntoFault", "didTurnIntoFault"])
            #expect(record.isFault && !context.hasChanges)
            #expect(record.text("title") == "untitled" && record.taken() == ["awakeFromFetch"])
        }
    }

    @Test("92. refresh with merging keeps unsaved edits over what is stored by now")
    func merging() throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "Lithops", "nickname": "stone"])
            try context.save()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                try other.all("Plant")[0].setValue("pebble", forKey: "nickname")
                try other.save()
            }
            plant.setValue("Aloe", forKey: "genus")
            context.refresh(plant, mergeChanges: true)
            #expect(!plant.isFault && plant.text("genus") == "Aloe" && plant.text("nickname") == "pebble")
            #expect(plant.committedValues(forKeys: ["nickname"])["nickname"] as? String == "pebble")
            try context.save()
        }
    }

    @Test("93. refreshAllObjects makes faults of the unchanged; the changed keep values and edits")
    func all() throws {
        try GardenStack.run { context, _ in
            let plants = ["A", "B"].map { context.make("Plant", ["genus": $0]) }
            try context.save()
            plants[0].setValue("C", forKey: "genus")
            context.refreshAllObjects()
            #expect(!plants[0].isFault && plants[0].text("genus") == "C" && plants[0].isUpdated)
            #expect(plants[1].isFault)
        }
    }

    @Test("94, 95. rollback gives up insertions, edits and deletions")
    func rollback() throws {
        try GardenStack.run { context, _ in
            let kept = context.make("Plant", ["genus": "Lithops"])
            let doomed = context.make("Plant", ["genus": "Aloe"])
            try context.save()
            kept.setValue("Changed", forKey: "genus")
            context.delete(doomed)
            let new = context.make("Plant", ["genus": "New"])
            context.rollback()
            #expect(context.insertedObjects.isEmpty && context.updatedObjects.isEmpty && context.deletedObjects.isEmpty)
            #expect(!doomed.isDeleted && new.managedObjectContext == nil)
            #expect(kept.text("genus") == "Lithops")
            #expect(Set(try context.all("Plant")) == [kept, doomed])
        }
    }
}
