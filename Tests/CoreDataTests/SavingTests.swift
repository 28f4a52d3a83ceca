import CoreData
import Foundation
import Testing

@Suite("Saving") struct SavingTests {
    @Test("A missing value keeps the whole save out; with it the same save goes through (111, 119)")
    func validation() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant")
            context.make("Tag", ["name": "hardy"])
            do {
                try context.save()
                Issue.record("saved a plant without a genus")
            } catch let error as NSError {
                #expect(error.domain == NSCocoaErrorDomain && error.code == NSValidationMissingMandatoryPropertyError)
                #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "genus")
                #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === plant)
            }
            #expect(context.insertedObjects.count == 2)
            plant.setValue("Lithops", forKey: "genus")
            try context.save()
        }
    }

    @Test("Several failures come as one error with a list (114)")
    func several() throws {
        try GardenStack.run { context, _ in
            context.make("Plant")
            context.make("Plant")
            do {
                try context.save()
            } catch let error as NSError {
                #expect(error.code == NSValidationMultipleErrorsError)
                #expect((error.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 2)
            }
        }
    }

    @Test("A number the attribute cannot hold is an error of the save, and nothing is written")
    func outOfRange() throws {
        try GardenStack.run { context, _ in
            let seed = context.make("Seed", ["number": 70_000])
            #expect(code { try context.save() } == NSValidationNumberTooLargeError)
            seed.setValue(32_767, forKey: "number")
            try context.save()
            #expect(try context.all("Seed").count == 1)
        }
    }

    @Test("A second object with a constraint's values fails the save; without it the rest is saved (143)")
    func duplicate() throws {
        try GardenStack.run { context, container in
            context.make("Plant", ["genus": "A", "species": "x"])
            try context.save()
            let culprit = context.make("Plant", ["genus": "A", "species": "x"])
            for number in 0..<50 { context.make("Seed", ["number": number]) }
            do {
                try context.save()
                Issue.record("saved a duplicate")
            } catch let error as NSError {
                #expect(error.code == NSManagedObjectConstraintMergeError)
                let conflicts = error.userInfo["conflictList"] as? [NSConstraintConflict]
                #expect(conflicts?.first?.conflictingObjects.first === culprit)
                #expect(conflicts?.first?.constraint == ["genus", "species"])
            }
            context.delete(culprit)
            try context.save()
            #expect(try context.all("Seed").count == 50 && context.all("Plant").count == 1)
        }
    }

    @Test("The in-memory store enforces constraints too")
    func duplicateInMemory() throws {
        try GardenStack.run(type: NSInMemoryStoreType) { context, _ in
            context.make("Plant", ["genus": "A"])
            context.make("Plant", ["genus": "A"])
            #expect(code { try context.save() } == NSManagedObjectConstraintMergeError)
        }
    }

    @Test(
        "Merge policies settle a duplicate: the row stays one, and keeps its ID",
        arguments: [
            (NSMergePolicy.mergeByPropertyObjectTrump, "new"), (.overwrite, "new"), (.mergeByPropertyStoreTrump, "old"),
            (.rollback, "old"),
        ])
    func constraintPolicies(policy: NSMergePolicy, nickname: String) throws {
        try GardenStack.run { context, container in
            let first = context.make("Plant", ["genus": "A", "nickname": "old"])
            try context.save()
            let id = first.objectID
            let other = container.newBackgroundContext()
            try other.performAndWait {
                other.mergePolicy = policy
                let twin = other.make("Plant", ["genus": "A", "nickname": "new"])
                other.make("Seed", ["plant": twin])
                try other.save()
                other.reset()
                let plants = try other.all("Plant")
                #expect(plants.count == 1 && plants[0].objectID == id && plants[0].text("nickname") == nickname)
                #expect(try other.all("Seed")[0].value(forKey: "plant") as? NSManagedObject === plants[0])
            }
        }
    }

    @Test(
        "Two contexts changed one row: each policy has its result (126, 128–131)",
        arguments: [
            (NSMergePolicy.mergeByPropertyStoreTrump, "theirs", "ours", 7),
            (.mergeByPropertyObjectTrump, "ours", "ours", 7), (.overwrite, "ours", "ours", 0),
            (.rollback, "theirs", "A", 7),
        ])
    func stalePolicies(policy: NSMergePolicy, nickname: String, genus: String, rating: Int) throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "A", "nickname": "first"])
            try context.save()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                let theirs = try other.all("Plant")[0]
                theirs.setValue("theirs", forKey: "nickname")
                theirs.setValue(7, forKey: "rating")
                try other.save()
            }
            plant.setValue("ours", forKey: "nickname")
            plant.setValue("ours", forKey: "genus")
            #expect(code { try context.save() } == NSManagedObjectMergeError)
            #expect(plant.text("nickname") == "ours" && context.hasChanges)
            context.mergePolicy = policy
            try context.save()
            for step in ["in the object", "in the store"] {
                #expect(plant.text("nickname") == nickname, "\(step)")
                #expect(plant.text("genus") == genus, "\(step)")
                #expect(plant.number("rating") == rating, "\(step)")
                context.refresh(plant, mergeChanges: false)
            }
        }
    }

    @Test(
        "Changing a row that another context deleted: written again, or gone; never an endless conflict",
        arguments: [
            (NSMergePolicy.mergeByPropertyObjectTrump, 1), (.overwrite, 1), (.mergeByPropertyStoreTrump, 0),
            (.rollback, 0),
        ])
    func deletedElsewhere(policy: NSMergePolicy, remaining: Int) throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                other.delete(try other.all("Plant")[0])
                try other.save()
            }
            plant.setValue("B", forKey: "genus")
            #expect(code { try context.save() } == NSManagedObjectMergeError)
            context.mergePolicy = policy
            try context.save()
            #expect(!context.hasChanges)
            #expect(try context.all("Plant").count == remaining)
        }
    }

    @Test("Did-save names what was saved; a save without changes tells nothing (37, 38, 40)")
    func notifications() throws {
        try GardenStack.run { context, _ in
            let heard = Heard(context)
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            #expect(heard.names == ["will", "changed", "did"])
            #expect((heard.lastInserted as? Set<NSManagedObject>) == [plant])
            try context.save()
            #expect(heard.names.count == 3)
        }
    }

    /// The notifications of a context, in order.
    final class Heard: @unchecked Sendable {
        // Filled on the context's queue, by the test that waits for it.
        var names: [String] = []
        var lastInserted: Any?
        private var tokens: [any NSObjectProtocol] = []

        init(_ context: NSManagedObjectContext) {
            for (name, word) in [
                (Notification.Name.NSManagedObjectContextWillSave, "will"),
                (.NSManagedObjectContextObjectsDidChange, "changed"), (.NSManagedObjectContextDidSave, "did"),
            ] {
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                        [unowned self] note in
                        names.append(word)
                        if word == "did" { lastInserted = note.userInfo?[NSInsertedObjectsKey] }
                    })
            }
        }

        deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
    }
}
