import CoreData
import Foundation
import Testing

@Suite("Undo and redo of values and relationships") struct UndoOfValueTests {
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
            let plant = try UndoStack.plant(context, bridged(old))
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
            let plant = try UndoStack.plant(context, ["rating": 1])
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
            let plant = try UndoStack.plant(context, ["rating": 1])
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
            let plant = try UndoStack.plant(context, ["rating": 1])
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
            let plants = try ["a", "b", "c"].map { try UndoStack.plant(context, ["name": $0]) }
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
            let plants = try ["a", "b", "c"].map { try UndoStack.plant(context, ["name": $0, "bed": bed]) }
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
            let plant = try UndoStack.plant(context, ["name": "a"])
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
            let plants = try ["a", "b", "c"].map { try UndoStack.plant(context, ["name": $0]) }
            let seed = context.make("Seed", ["name": "s", "plant": plants[0]])
            try context.save()
            seed.setValue(plants[1], forKey: "plant")
            let late = try UndoStack.plant(context, ["name": "late"])
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
}
