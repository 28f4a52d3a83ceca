import CoreData
import Foundation
import Testing

@Suite("Objects and their changes") struct ObjectTests {
    @Test("A new object is inserted, has its defaults and a temporary ID; saving makes the ID permanent (16, 17, 19)")
    func insertion() throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "Lithops"])
            #expect(plant.isInserted && !plant.isFault && plant.objectID.isTemporaryID)
            #expect(plant.text("species") == "" && plant.number("rating") == 0)
            try context.save()
            #expect(!plant.isInserted && !plant.isUpdated && !plant.isDeleted && !plant.objectID.isTemporaryID)
            let uri = plant.objectID.uriRepresentation()
            #expect(uri.absoluteString.hasSuffix("/Plant/p1"))
            #expect(container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri) == plant.objectID)
        }
    }

    @Test("obtainPermanentIDs gives the ID that the save keeps (18)")
    func permanentIDs() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            let seed = context.make("Seed", ["plant": plant])
            try context.obtainPermanentIDs(for: [plant])
            let id = plant.objectID
            #expect(!id.isTemporaryID)
            try context.save()
            #expect(plant.objectID == id)
            context.reset()
            #expect(try context.all("Seed").first?.value(forKeyPath: "plant.genus") as? String == "Lithops")
            _ = seed
        }
    }

    @Test("changedValues holds unsaved edits, committedValues the saved ones (26, 27, 28, 30)")
    func changes() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            #expect(plant.committedValues(forKeys: ["genus"]).isEmpty)
            try context.save()
            #expect(plant.changedValues().isEmpty && !context.hasChanges)
            plant.setValue("Conophytum", forKey: "genus")
            plant.setValue("Haworthia", forKey: "genus")
            #expect(plant.isUpdated && context.updatedObjects == [plant])
            #expect(plant.changedValues()["genus"] as? String == "Haworthia")
            #expect(plant.committedValues(forKeys: ["genus"])["genus"] as? String == "Lithops")
            try context.save()
            #expect(plant.committedValues(forKeys: ["genus"])["genus"] as? String == "Haworthia")
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

    @Test("One row, one object in a context (8, 78)")
    func identity() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            try context.save()
            #expect(try context.all("Plant").first === plant)
            #expect(try context.existingObject(with: plant.objectID) === plant)
            #expect(context.registeredObject(for: plant.objectID) === plant)
        }
    }

    @Test("A clean object nobody holds leaves the context; one with changes stays (5)")
    func weakness() throws {
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        context.performAndWait {
            context.make("Plant", ["genus": "Lithops"])
            #expect(context.registeredObjects.count == 1)
            #expect(throws: Never.self) { try context.save() }
        }
        context.performAndWait { #expect(context.registeredObjects.isEmpty) }
    }

    @Test("A fault reads its row on the first access; a row that is gone reads as empty and deleted (82)")
    func faults() throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "Lithops"])
            try context.save()
            let id = plant.objectID
            let other = container.newBackgroundContext()
            try other.performAndWait {
                let fault = other.object(with: id)
                #expect(fault.isFault)
                #expect(fault.text("genus") == "Lithops" && !fault.isFault)
                other.delete(fault)
                try other.save()
                let gone = other.object(with: id)
                #expect(gone.text("genus") == nil && gone.isDeleted)
                #expect(code { _ = try other.existingObject(with: id) } == NSManagedObjectReferentialIntegrityError)
            }
        }
    }

    @Test("rollback gives up inserts, edits and deletions (94, 95)")
    func rollback() throws {
        try GardenStack.run { context, _ in
            let kept = context.make("Plant", ["genus": "Lithops"])
            let doomed = context.make("Plant", ["genus": "Aloe"])
            try context.save()
            kept.setValue("Changed", forKey: "genus")
            context.delete(doomed)
            context.make("Plant", ["genus": "New"])
            context.rollback()
            #expect(!context.hasChanges && !doomed.isDeleted)
            #expect(kept.text("genus") == "Lithops")
            #expect(try context.all("Plant").count == 2)
        }
    }

    @Test("reset makes all objects faults without a context (12)")
    func reset() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            try context.save()
            context.delete(plant)
            context.reset()
            #expect(plant.isFault && plant.managedObjectContext == nil && !context.hasChanges)
            #expect(try context.all("Plant").count == 1)
        }
    }

    @Test("refresh without merging gives up edits, with merging keeps them (91, 92)")
    func refresh() throws {
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
            #expect(plant.text("genus") == "Aloe" && plant.text("nickname") == "pebble")
            context.refresh(plant, mergeChanges: false)
            #expect(plant.isFault && plant.text("genus") == "Lithops" && !context.hasChanges)
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
