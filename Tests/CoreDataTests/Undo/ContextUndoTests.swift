import CoreData
import Foundation
import Testing

@Suite("Undo and redo in a context") struct ContextUndoTests {
    private func plant(_ context: NSManagedObjectContext, _ values: [String: Any] = [:]) throws -> UndonePlant {
        try #require(context.make("Plant", values) as? UndonePlant)
    }

    // MARK: Statements 96–100

    @Test("96. undo removes all inserts made since the last group; redo brings them back")
    func inserts() throws {
        try UndoStack.run(byEvent: true) { context, manager in
            let plants = ["a", "b"].map { context.make("Plant", ["name": $0]) }
            context.undo()
            let left = try context.all("Plant")
            #expect(left.isEmpty && !context.hasChanges)
            #expect(plants.allSatisfy { $0.managedObjectContext == nil && !$0.isInserted })
            context.redo()
            #expect(try Set(context.all("Plant")) == Set(plants))
            #expect(context.insertedObjects == Set(plants) && plants.map { $0.text("name") } == ["a", "b"])
        }
    }

    @Test("97. Without an undo manager undo does nothing; rollback works")
    func withoutManager() throws {
        try GardenStack.run { context, _ in
            let seed = context.make("Seed")
            context.undo()
            context.redo()
            #expect(context.insertedObjects == [seed])
            context.rollback()
            #expect(!context.hasChanges)
        }
    }

    @Test("98. rollback clears the undo stack too: a later redo, or undo, does nothing; so does reset")
    func rollback() throws {
        try UndoStack.run { context, manager in
            for clear in [context.rollback, context.reset] {
                context.make("Plant")
                context.processPendingChanges()
                context.make("Plant")
                context.undo()
                #expect(manager.canUndo && manager.canRedo)
                context.make("Seed")
                clear()
                #expect(!manager.canUndo && !manager.canRedo)
                context.redo()
                context.undo()
                let left = try context.all("Plant") + context.all("Seed")
                #expect(left.isEmpty && !context.hasChanges)
            }
        }
    }

    @Test("99. Changes between disable and enableUndoRegistration, each flushed by processPendingChanges, stay")
    func disabled() throws {
        try UndoStack.run(byEvent: true) { context, manager in
            let first = context.make("Plant", ["name": "first"])
            context.processPendingChanges()
            manager.disableUndoRegistration()
            let second = context.make("Plant", ["name": "second"])
            first.setValue(3, forKey: "rating")
            context.processPendingChanges()
            manager.enableUndoRegistration()
            second.setValue("renamed", forKey: "name")
            context.undo()
            let left = try context.all("Plant")
            #expect(left == [second] && second.text("name") == "second")
            context.redo()
            #expect(first.number("rating") == 3 && second.text("name") == "renamed")
        }
    }

    @Test("100. A background context has no undo manager unless one is set, nor has the view context")
    func none() throws {
        let container = try GardenStack.container(model: UndoStack.model)
        #expect(container.newBackgroundContext().undoManager == nil && container.viewContext.undoManager == nil)
        #expect(NSManagedObjectContext(.privateQueue).undoManager == nil)
    }

    // MARK: Insertions and deletions

    @Test("Redo of an insert brings back the same object with its values and temporary ID, and not awakeFromInsert")
    func sameObject() throws {
        try UndoStack.run { context, _ in
            let plant = try plant(context, ["name": "a", "scratch": "s"])
            let id = plant.objectID
            _ = plant.taken()
            context.undo()
            #expect(plant.taken() == ["snapshot \(NSSnapshotEventType.undoInsertion.rawValue)"])
            #expect(context.registeredObject(for: id) == nil)
            context.redo()
            #expect(plant.taken() == ["snapshot \(NSSnapshotEventType.undoDeletion.rawValue)"])
            #expect(plant.objectID === id && context.registeredObject(for: id) === plant && plant.isInserted)
            #expect(plant.text("name") == "a" && plant.text("scratch") == "s")
            try context.save()
            #expect(!plant.objectID.isTemporaryID)
        }
    }

    @Test("An insert that comes back after other saves is saved with its relationships")
    func lateReturn() throws {
        try UndoStack.run { context, _ in
            let bed = context.make("Bed", ["name": "bed"])
            context.processPendingChanges()
            let plant = try plant(context, ["name": "a", "bed": bed])
            context.processPendingChanges()
            context.undo()
            #expect(bed.names("plants") == [])
            try context.save()
            context.redo()
            #expect(bed.names("plants") == ["a"] && plant.value(forKey: "bed") as? NSManagedObject === bed)
            try context.save()
            context.refreshAllObjects()
            #expect(bed.names("plants") == ["a"])
            #expect(try context.all("Plant", "bed.name == 'bed'") == [plant])
        }
    }

    @Test("Undo of a delete brings back the object, what cascaded from it, and both ends of what was nullified")
    func deletion() throws {
        try UndoStack.run { context, _ in
            let bed = context.make("Bed", ["name": "bed"])
            let tag = context.make("Tag", ["name": "tag"])
            let plants = try ["a", "b", "c"].map { try plant(context, ["name": $0]) }
            bed.setValue(NSOrderedSet(array: [plants[2], plants[0], plants[1]]), forKey: "plants")
            let seeds = ["s", "t"].map { context.make("Seed", ["name": $0, "plant": plants[0]]) }
            plants[0].mutableSetValue(forKey: "tags").add(tag)
            plants[1].setValue(plants[0], forKey: "parent")
            plants[2].setValue(plants[0], forKey: "next")
            try context.save()
            func check() {
                #expect(bed.names("plants") == ["c", "a", "b"] && plants[0].names("bed") == ["bed"])
                #expect(plants[0].names("seeds") == ["s", "t"] && seeds.allSatisfy { $0.names("plant") == ["a"] })
                #expect(tag.names("plants") == ["a"] && plants[0].names("tags") == ["tag"])
                #expect(plants[1].names("parent") == ["a"] && plants[0].names("children") == ["b"])
                #expect(plants[2].names("next") == ["a"] && plants[0].names("previous") == ["c"])
            }
            for _ in 0..<2 {
                context.delete(plants[0])
                context.processPendingChanges()
                #expect(context.deletedObjects == [plants[0], seeds[0], seeds[1]])
                _ = plants[0].taken()
                context.undo()
                #expect(plants[0].taken() == ["snapshot \(NSSnapshotEventType.undoDeletion.rawValue)"])
                #expect(!context.hasChanges && !plants[0].isDeleted)
                check()
                context.redo()
                #expect(context.deletedObjects == [plants[0], seeds[0], seeds[1]])
                #expect(bed.names("plants") == ["c", "b"] && tag.names("plants") == [])
                #expect(plants[1].names("parent") == [] && plants[2].names("next") == [])
                context.undo()
                check()
                // The second time what was deleted is saved in between, below.
            }
            context.delete(plants[0])
            try context.save()
            #expect(try context.all("Seed").isEmpty)
            context.undo()
            check()
            #expect(context.insertedObjects == [plants[0], seeds[0], seeds[1]])
            try context.save()
            context.refreshAllObjects()
            check()
        }
    }

    @Test("Undo of a saved insert is a pending delete; of a saved delete a pending insert of the same object and ID")
    func acrossSaves() throws {
        try UndoStack.run { context, _ in
            let plant = try plant(context, ["name": "a"])
            try context.save()
            let id = plant.objectID
            context.undo()
            #expect(context.deletedObjects == [plant] && plant.isDeleted)
            try context.save()
            #expect(try context.all("Plant").isEmpty && plant.managedObjectContext == nil)
            context.redo()
            #expect(context.insertedObjects == [plant] && plant.objectID == id && plant.text("name") == "a")
            try context.save()
            context.refresh(plant, mergeChanges: false)
            #expect(try context.all("Plant") == [plant] && plant.text("name") == "a" && plant.objectID == id)
            context.delete(plant)
            try context.save()
            context.undo()
            #expect(context.insertedObjects == [plant])
            context.redo()
            #expect(!context.hasChanges && plant.managedObjectContext == nil)
            context.undo()
            try context.save()
            #expect(try context.all("Plant").map(\.objectID) == [id])
        }
    }

    @Test("Other contexts see a row that an undone delete brings back", arguments: [false, true])
    func otherContexts(history: Bool) throws {
        let container = try GardenStack.container(history: history, model: UndoStack.model)
        let (context, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        other.performAndWait { other.automaticallyMergesChangesFromParent = true }
        let plant = try context.performAndWait {
            let manager = UndoManager()
            manager.groupsByEvent = false
            context.undoManager = manager
            let plant = context.make("Plant", ["name": "a"])
            try context.save()
            return plant
        }
        let id = context.performAndWait { plant.objectID }
        let seen = other.performAndWait { other.object(with: id) }
        other.performAndWait { #expect(seen.text("name") == "a") }
        try context.performAndWait {
            context.delete(plant)
            try context.save()
        }
        other.performAndWait { #expect(seen.isDeleted) }
        try context.performAndWait {
            context.undo()
            plant.setValue("back", forKey: "name")
            try context.save()
        }
        try other.performAndWait {
            let found = try other.all("Plant")
            #expect(!seen.isDeleted && seen.text("name") == "back")
            #expect(found == [seen])
        }
    }

    // MARK: Values

    @Test("Each kind of attribute goes back and forth, transient ones too")
    func attributes() throws {
        try UndoStack.run { context, _ in
            let old: [String: NSObject] = [
                "name": "old" as NSString, "rating": 1 as NSNumber, "day": NSDate(timeIntervalSinceReferenceDate: 1),
                "id": NSUUID(), "price": NSDecimalNumber(string: "1.5"), "photo": NSData(data: Data([1, 2])),
                "extra": ["a", "b"] as NSArray, "scratch": "old" as NSString,
            ]
            let new: [String: NSObject] = [
                "name": String(repeating: "long", count: 2000) as NSString, "rating": 2 as NSNumber,
                "day": NSDate(timeIntervalSinceReferenceDate: 2), "id": NSUUID(),
                "price": NSDecimalNumber(string: "2.5"), "photo": NSData(data: Data(count: 200_000)),
                "extra": ["c"] as NSArray, "scratch": "new" as NSString,
            ]
            func bridged(_ values: [String: NSObject]) -> [String: Any] {
                values.mapValues { value in
                    switch value {
                    case let value as NSString: value as String
                    case let value as NSDate: value as Date
                    case let value as NSUUID: value as UUID
                    case let value as NSData: value as Data
                    default: value
                    }
                }
            }
            let plant = try plant(context, bridged(old))
            try context.save()
            for key in new.keys.sorted() {
                plant.setValue(bridged(new)[key], forKey: key)
                context.processPendingChanges()
                #expect((plant.value(forKey: key) as? NSObject)?.isEqual(new[key]) == true, "\(key)")
                context.undo()
                #expect((plant.value(forKey: key) as? NSObject)?.isEqual(old[key]) == true, "\(key)")
                #expect(!context.hasChanges, "\(key)")
                context.redo()
                #expect((plant.value(forKey: key) as? NSObject)?.isEqual(new[key]) == true, "\(key)")
                context.undo()
                plant.setValue(nil, forKey: key)
                context.undo()
                #expect((plant.value(forKey: key) as? NSObject)?.isEqual(old[key]) == true, "\(key)")
            }
        }
    }

    @Test("Several changes of a value in one step are one; undo calls awake(fromSnapshotEvents:) with undoUpdate")
    func onceForAStep() throws {
        try UndoStack.run { context, manager in
            let plant = try plant(context, ["rating": 1])
            try context.save()
            _ = plant.taken()
            for rating in 2...4 { plant.setValue(rating, forKey: "rating") }
            context.processPendingChanges()
            plant.setValue(5, forKey: "rating")
            context.undo()
            #expect(plant.number("rating") == 4 && plant.isUpdated)
            #expect(plant.taken() == ["snapshot \(NSSnapshotEventType.undoUpdate.rawValue)"])
            context.undo()
            #expect(plant.number("rating") == 1 && !plant.isUpdated && !context.hasChanges)
            context.redo()
            context.redo()
            #expect(plant.number("rating") == 5 && plant.changedValues().keys.sorted() == ["rating"])
        }
    }

    @Test("A value that was set and set back is no step; a primitive value is one when its change is told of")
    func noStep() throws {
        try UndoStack.run { context, manager in
            let plant = try plant(context, ["rating": 1])
            try context.save()
            manager.removeAllActions()
            plant.setValue(2, forKey: "rating")
            plant.setValue(1, forKey: "rating")
            context.processPendingChanges()
            #expect(!manager.canUndo)
            plant.setPrimitiveValue(3, forKey: "rating")
            context.processPendingChanges()
            #expect(!manager.canUndo)
            plant.willChangeValue(forKey: "rating")
            plant.setPrimitiveValue(4, forKey: "rating")
            plant.didChangeValue(forKey: "rating")
            context.undo()
            #expect(plant.number("rating") == 3)
        }
    }

    @Test("After a save undo makes the opposite change one to be saved")
    func valuesAcrossSaves() throws {
        try UndoStack.run { context, _ in
            let plant = try plant(context, ["rating": 1])
            try context.save()
            plant.setValue(2, forKey: "rating")
            try context.save()
            context.undo()
            #expect(plant.number("rating") == 1 && context.updatedObjects == [plant])
            #expect(plant.committedValues(forKeys: ["rating"])["rating"] as? Int == 2)
            try context.save()
            context.refreshAllObjects()
            #expect(plant.number("rating") == 1)
            context.redo()
            try context.save()
            context.refreshAllObjects()
            #expect(plant.number("rating") == 2)
        }
    }

    @Test("To-one, one-to-one, to-many, many-to-many and one-way relationships go back at both ends")
    func relationships() throws {
        try UndoStack.run { context, _ in
            let plants = try ["a", "b", "c"].map { try plant(context, ["name": $0]) }
            let seed = context.make("Seed", ["name": "s", "plant": plants[0]])
            let tags = ["t", "u"].map { context.make("Tag", ["name": $0]) }
            let bed = context.make("Bed", ["name": "bed"])
            plants[0].setValue(plants[1], forKey: "next")
            plants[0].mutableSetValue(forKey: "tags").add(tags[0])
            bed.mutableSetValue(forKey: "favourites").add(tags[0])
            try context.save()
            context.refreshAllObjects()
            let changes: [() -> Void] = [
                { seed.setValue(plants[1], forKey: "plant") },
                { plants[1].mutableSetValue(forKey: "seeds").add(seed) },
                { plants[0].mutableSetValue(forKey: "seeds").remove(seed) },
                { plants[2].setValue(plants[1], forKey: "next") },
                { plants[1].setValue(nil, forKey: "previous") },
                { tags[1].mutableSetValue(forKey: "plants").addObjects(from: plants) },
                { plants[0].setValue(NSSet(object: tags[1]), forKey: "tags") },
                // It is in there already: the relationship is not read before it is changed.
                { plants[0].mutableSetValue(forKey: "tags").add(tags[0]) },
                { bed.setValue(NSSet(object: tags[1]), forKey: "favourites") },
            ]
            for (number, change) in changes.enumerated() {
                change()
                context.processPendingChanges()
                context.undo()
                #expect(seed.names("plant") == ["a"] && plants[0].names("seeds") == ["s"], "\(number)")
                #expect(plants[1].names("seeds") == [], "\(number)")
                #expect(plants[0].names("next") == ["b"] && plants[1].names("previous") == ["a"], "\(number)")
                #expect(plants[2].names("next") == [], "\(number)")
                #expect(plants[0].names("tags") == ["t"] && tags[0].names("plants") == ["a"], "\(number)")
                #expect(tags[1].names("plants") == [] && bed.names("favourites") == ["t"], "\(number)")
                context.rollback()
            }
        }
    }

    @Test("The order of an ordered relationship goes back and forth, and is saved")
    func order() throws {
        try UndoStack.run { context, _ in
            let bed = context.make("Bed", ["name": "bed"])
            let plants = try ["a", "b", "c"].map { try plant(context, ["name": $0, "bed": bed]) }
            try context.save()
            bed.setValue(NSOrderedSet(array: [plants[2], plants[1], plants[0]]), forKey: "plants")
            context.processPendingChanges()
            plants[1].setValue(nil, forKey: "bed")
            context.undo()
            #expect(bed.names("plants") == ["c", "b", "a"])
            context.undo()
            #expect(bed.names("plants") == ["a", "b", "c"] && !context.hasChanges)
            context.redo()
            try context.save()
            context.refreshAllObjects()
            #expect(bed.names("plants") == ["c", "b", "a"])
            context.undo()
            try context.save()
            context.refreshAllObjects()
            #expect(bed.names("plants") == ["a", "b", "c"])
        }
    }

    @Test("Deleting again by redo goes by the rules: one that is denied is refused as it was")
    func denied() throws {
        try UndoStack.run { context, _ in
            let plant = try plant(context, ["name": "a"])
            let label = context.make("Label", ["name": "l", "plant": plant])
            try context.save()
            context.delete(plant)
            context.processPendingChanges()
            context.undo()
            context.redo()
            #expect(label.value(forKey: "plant") as? NSManagedObject === plant)
            #expect(code { try context.save() } == NSValidationRelationshipDeniedDeleteError)
            context.undo()
            #expect(!context.hasChanges && plant.names("labels") == ["l"])
        }
    }

    @Test("What left a relationship meanwhile is not in it when its owner comes back")
    func leftMeanwhile() throws {
        try UndoStack.run { context, manager in
            let beds = ["a", "b"].map { context.make("Bed", ["name": $0]) }
            let label = context.make("Label", ["name": "l", "sign": beds[0]])
            try context.save()
            context.delete(beds[0])
            try context.save()
            manager.disableUndoRegistration()
            label.setValue(beds[1], forKey: "sign")
            context.processPendingChanges()
            manager.enableUndoRegistration()
            context.undo()
            #expect(beds.map { $0.names("signs") } == [[], ["l"]] && beds[0].isInserted)
        }
    }

    @Test("Changes that were not registered stay, and both ends of every relationship agree all the same")
    func unregistered() throws {
        try UndoStack.run { context, manager in
            let plants = try ["a", "b", "c"].map { try plant(context, ["name": $0]) }
            let seed = context.make("Seed", ["name": "s", "plant": plants[0]])
            try context.save()
            seed.setValue(plants[1], forKey: "plant")
            let late = try plant(context, ["name": "late"])
            context.processPendingChanges()
            manager.disableUndoRegistration()
            seed.setValue(plants[2], forKey: "plant")
            let loose = context.make("Seed", ["name": "loose", "plant": late])
            context.processPendingChanges()
            manager.enableUndoRegistration()
            context.undo()
            #expect(seed.names("plant") == ["a"])
            #expect(plants.map { $0.names("seeds") } == [["s"], [], []])
            #expect(loose.isInserted && loose.value(forKey: "plant") == nil)
            try context.save()
        }
    }

    @Test("What others saved, and was taken over between two steps, stays when the later one is undone")
    func merged() throws {
        let container = try GardenStack.container(model: UndoStack.model)
        let (context, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        try context.performAndWait {
            let manager = UndoManager()
            manager.groupsByEvent = false
            context.undoManager = manager
            let plant = context.make("Plant", ["name": "a", "rating": 1])
            try context.save()
            plant.setValue(2, forKey: "rating")
            context.processPendingChanges()
            let token = context.mergeSaves(of: other)
            defer { NotificationCenter.default.removeObserver(token) }
            let id = plant.objectID
            try other.performAndWait {
                other.object(with: id).setValue("theirs", forKey: "name")
                try other.save()
            }
            plant.setValue(3, forKey: "rating")
            context.processPendingChanges()
            context.undo()
            #expect(plant.number("rating") == 2 && plant.text("name") == "theirs" && manager.redoCount == 1)
            context.undo()
            #expect(plant.number("rating") == 1 && plant.text("name") == "theirs" && !context.hasChanges)
        }
    }

    // MARK: Groups and events

    @Test("Groups within a group are undone as one, and setActionName names what is undone")
    func groups() throws {
        try UndoStack.run { context, manager in
            manager.beginUndoGrouping()
            let first = context.make("Plant")
            manager.beginUndoGrouping()
            let second = context.make("Plant")
            manager.endUndoGrouping()
            context.make("Plant")
            manager.setActionName("Add Plants")
            manager.endUndoGrouping()
            first.setValue(1, forKey: "rating")
            second.setValue(1, forKey: "rating")
            context.processPendingChanges()
            #expect(manager.undoActionName == "" && manager.undoCount == 2)
            context.undo()
            #expect(context.insertedObjects.count == 3 && manager.undoMenuItemTitle == "Undo Add Plants")
            context.undo()
            #expect(!context.hasChanges && manager.redoMenuItemTitle == "Redo Add Plants")
            context.redo()
            #expect(context.insertedObjects.count == 3 && first.value(forKey: "rating") == nil)
        }
    }

    @Test("A block is an event: what it changed is undone as one, and blocks one by one")
    func blocks() throws {
        let container = try GardenStack.container(model: UndoStack.model)
        let context = container.newBackgroundContext()
        let manager = UndoManager()
        context.performAndWait { context.undoManager = manager }
        func count() throws -> Int { try context.performAndWait { try context.all("Plant").count } }
        context.performAndWait {
            context.make("Plant")
            context.processPendingChanges()
            context.performAndWait { _ = context.make("Plant") }
            manager.setActionName("Two")
        }
        context.performAndWait { _ = context.make("Plant") }
        #expect(manager.groupingLevel == 0 && manager.undoCount == 2)
        context.performAndWait { context.undo() }
        #expect(try count() == 2 && manager.undoActionName == "Two")
        context.performAndWait { context.undo() }
        #expect(try count() == 0 && !manager.canUndo)
        context.performAndWait {
            context.redo()
            context.redo()
        }
        #expect(try count() == 3)
    }

    @Test("A turn of the main queue is an event of the view context") @MainActor
    func turns() async throws {
        let container = try GardenStack.container(model: UndoStack.model)
        let context = container.viewContext
        let manager = UndoManager()
        context.undoManager = manager
        for count in 1...2 {
            context.make("Plant")
            // Behind the turn, and what was put behind it for its end.
            for _ in 0..<2 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
            #expect(manager.undoCount == count && manager.groupingLevel == 0)
        }
        context.undo()
        #expect(context.insertedObjects.count == 1)
    }

    @Test("levelsOfUndo bounds the steps of a context")
    func levels() throws {
        try UndoStack.run { context, manager in
            manager.levelsOfUndo = 2
            for _ in 0..<4 {
                context.make("Plant")
                context.processPendingChanges()
            }
            for _ in 0..<4 { context.undo() }
            #expect(context.insertedObjects.count == 2)
        }
    }

    @Test("A manager that is set later takes back what is changed from then on; one taken away nothing")
    func settingLate() throws {
        try UndoStack.run { context, manager in
            context.undoManager = nil
            let plant = try plant(context, ["rating": 1])
            plant.setValue(2, forKey: "rating")
            context.undoManager = manager
            #expect(!manager.canUndo)
            plant.setValue(3, forKey: "rating")
            context.undo()
            #expect(plant.number("rating") == 2 && plant.isInserted)
            context.undoManager = nil
            #expect(!manager.canUndo && !manager.canRedo)
            plant.setValue(4, forKey: "rating")
            context.undo()
            #expect(plant.number("rating") == 4)
        }
    }

    @Test("Neither the manager nor the context keeps the other's user alive")
    func cycles() throws {
        let manager = UndoManager()
        weak var context: NSManagedObjectContext?
        weak var plant: NSManagedObject?
        try {
            let container = try GardenStack.container(model: UndoStack.model)
            let made = container.newBackgroundContext()
            context = made
            made.performAndWait {
                made.undoManager = manager
                plant = made.make("Plant")
            }
            #expect(manager.canUndo && plant != nil)
        }()
        #expect(context == nil && plant == nil && !manager.canUndo)
    }

    // MARK: News

    @Test("Undo and redo post objects-did-change as any change does")
    func notifications() throws {
        try UndoStack.run { context, _ in
            let plants = try ["a", "b"].map { try plant(context, ["name": $0]) }
            try context.save()
            nonisolated(unsafe) var posts: [[String: [String]]] = []
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
            ) { note in
                var post: [String: [String]] = [:]
                for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
                    guard let set = note.userInfo?[key] as? NSSet else { continue }
                    post[key] = set.allObjects.compactMap { ($0 as? NSManagedObject)?.text("name") }.sorted()
                }
                posts.append(post)
            }
            defer { NotificationCenter.default.removeObserver(token) }
            plants[0].setValue(1, forKey: "rating")
            context.delete(plants[1])
            context.make("Plant", ["name": "c"])
            context.undo()
            context.redo()
            let change = [NSInsertedObjectsKey: ["c"], NSUpdatedObjectsKey: ["a"], NSDeletedObjectsKey: ["b"]]
            let opposite = [NSInsertedObjectsKey: ["b"], NSUpdatedObjectsKey: ["a"], NSDeletedObjectsKey: ["c"]]
            #expect(posts == [change, opposite, change])
        }
    }

    @Test("A fetched results controller follows undo and redo")
    func controllers() throws {
        try UndoStack.run { context, manager in
            let plants = try ["b", "d"].map { try plant(context, ["name": $0]) }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let mirror = ControllerTests.Mirror()
            controller.delegate = mirror
            try controller.performFetch()
            mirror.sections = [("", plants)]
            manager.removeAllActions()
            context.make("Plant", ["name": "a"])
            context.processPendingChanges()
            plants[0].setValue("e", forKey: "name")
            context.processPendingChanges()
            context.delete(plants[1])
            context.processPendingChanges()
            func shown() -> [String] { (mirror.sections.first?.rows ?? []).compactMap { $0.text("name") } }
            let steps = [["a", "e"], ["a", "d", "e"], ["a", "b", "d"], ["b", "d"]]
            for step in steps.dropFirst() {
                context.undo()
                #expect(shown() == step && controller.fetchedObjects?.compactMap { $0.text("name") } == step)
            }
            for step in steps.reversed().dropFirst() {
                context.redo()
                #expect(shown() == step)
            }
        }
    }
}
