import CoreData
import Foundation
import Testing

@Suite("Statements 26–36: changes and how they are kept") struct ChangeTrackingTests {
    @Test("26, 30. changedValues() holds only unsaved edits, with new values; the object is updated until the save")
    func changedValues() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            try context.save()
            #expect(plant.changedValues().isEmpty)
            plant.setValue("Aloe", forKey: "genus")
            plant.setValue(nil, forKey: "rating")
            #expect(plant.isUpdated && !plant.isInserted && context.updatedObjects == [plant])
            #expect(plant.changedValues()["genus"] as? String == "Aloe")
            #expect(plant.changedValues()["rating"] is NSNull && plant.changedValues().count == 2)
            try context.save()
            #expect(!plant.isUpdated && plant.changedValues().isEmpty)
        }
    }

    @Test("27. committedValues shows what was saved last, however often a value is set")
    func committedValues() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            try context.save()
            plant.setValue("Conophytum", forKey: "genus")
            plant.setValue("Haworthia", forKey: "genus")
            #expect(plant.committedValues(forKeys: ["genus"])["genus"] as? String == "Lithops")
            try context.save()
            #expect(plant.committedValues(forKeys: ["genus"])["genus"] as? String == "Haworthia")
        }
    }

    @Test("changedValuesForCurrentEvent has what the values were, until changes are processed")
    func changedInEvent() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Aloe"])
            #expect(plant.changedValuesForCurrentEvent()["genus"] is NSNull)
            try context.save()
            plant.setValue("Haworthia", forKey: "genus")
            plant.setValue("Zebra", forKey: "nickname")
            let old = plant.changedValuesForCurrentEvent()
            #expect(old.count == 2 && old["genus"] as? String == "Aloe" && old["nickname"] is NSNull)
            context.processPendingChanges()
            #expect(plant.changedValuesForCurrentEvent().isEmpty && plant.changedValues().count == 2)
        }
    }

    @Test("27. committedValues(forKeys: nil) has every stored property, NSNull for those without a value")
    func allCommittedValues() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record", ["scratch": "note"])
            let parts = (0..<2).map { _ in context.make("Part", ["record": record]) }
            try context.save()
            record.setValue(5, forKey: "score")
            let values = record.committedValues(forKeys: nil)
            #expect(Set(values.keys) == ["day", "parts", "score", "title", "touched"])
            #expect(values["title"] as? String == "untitled" && values["score"] is NSNull)
            #expect(values["parts"] as? Set<NSManagedObject> == Set(parts))
            #expect(parts[0].committedValues(forKeys: ["guarded", "record"])["guarded"] is NSNull)
            #expect(parts[0].committedValues(forKeys: ["record"])["record"] as? NSManagedObject === record)
        }
    }

    @Test("28. What was never saved has no committed values")
    func neverSaved() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            #expect(plant.committedValues(forKeys: ["genus"])["genus"] == nil)
        }
    }

    @Test("29. setPrimitiveValue is no change, until didChangeValue makes it one")
    func primitiveValues() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record")
            try context.save()
            record.setPrimitiveValue("quiet", forKey: "title")
            #expect(!record.hasChanges && record.changedValues().isEmpty)
            #expect(record.primitiveValue(forKey: "title") as? String == "quiet")
            record.willChangeValue(forKey: "title")
            record.setPrimitiveValue("loud", forKey: "title")
            record.didChangeValue(forKey: "title")
            #expect(record.changedValues()["title"] as? String == "loud")
            try context.save()
            context.refresh(record, mergeChanges: false)
            #expect(record.text("title") == "loud")
        }
    }

    @Test("31. A change of transient values alone is a change, but none that a save writes")
    func transientChange() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record")
            try context.save()
            record.setValue("note", forKey: "scratch")
            #expect(record.hasChanges && !record.hasPersistentChangedValues && record.changedValues().isEmpty)
        }
    }

    @Test("32. A transient value survives a save, and ends with a refresh")
    func transientValue() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record", ["scratch": "note"])
            try context.save()
            #expect(record.text("scratch") == "note")
            context.refreshAllObjects()
            #expect(record.text("scratch") == nil)
        }
    }

    @Test("35. value(forKey:) asks the subclass before the model")
    func subclassKeys() throws {
        try RecordStack.run { context, _ in
            #expect(context.make("Record", ["title": "quiet"]).value(forKey: "shout") as? String == "QUIET")
        }
    }

    @Test("setValue(forKeyPath:) sets the property at the end, and nothing where one on the way is nil")
    func keyPaths() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "A"])
            let seed = context.make("Seed", ["number": 1])
            seed.setValue("B", forKeyPath: "plant.genus")
            seed.setValue(plant, forKeyPath: "plant")
            seed.setValue("B", forKeyPath: "plant.genus")
            #expect(plant.text("genus") == "B")
            seed.setValue(context.make("Bed", ["name": "south"]), forKeyPath: "plant.bed")
            #expect(seed.value(forKeyPath: "plant.bed.name") as? String == "south")
            #expect(plant.dictionaryWithValues(forKeys: ["genus", "nickname"])["nickname"] is NSNull)
            plant.setValuesForKeys(["genus": "C", "nickname": "stone", "rating": NSNull()])
            #expect(plant.text("genus") == "C" && plant.number("rating") == nil)
            try context.save()
        }
    }

    @Test("36. After a save that failed the changes are still there, in front of the store, until they are given up")
    func failedSave() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            try context.save()
            plant.setValue("Aloe", forKey: "genus")
            context.make("Plant", ["genus": "Aloe"])
            #expect(code { try context.save() } == NSManagedObjectConstraintMergeError)
            #expect(try context.all("Plant", "genus == 'Aloe'").count == 2)
            context.rollback()
            #expect(try context.all("Plant").map { $0.text("genus") } == ["Lithops"])
        }
    }

    @Test("Setting an equal value is a change, but nothing that a save writes")
    func equalValue() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            try context.save()
            plant.setValue("Lithops", forKey: "genus")
            #expect(plant.hasChanges && !plant.hasPersistentChangedValues)
            try context.save()
            #expect(!context.hasChanges)
        }
    }

    @Test("Texts and bytes of every length come back as they were", arguments: [0, 1, 15, 16, 4096, 4097, 300_000])
    func lengths(length: Int) throws {
        try GardenStack.run { context, _ in
            let text = String(repeating: "é", count: length)
            let plant = context.make("Plant", ["genus": text])
            try context.save()
            plant.setValue(1, forKey: "rating")
            try context.save()
            context.reset()
            #expect(try context.all("Plant")[0].text("genus") == text)
        }
    }
}
