import CoreData
import Foundation
import Testing

@Suite("Undo and redo of insertions and deletions") struct UndoOfInsertionTests {
    @Test("Redo of an insert brings back the same object with its values and temporary ID, and not awakeFromInsert")
    func sameObject() throws {
        try UndoStack.run { context, _ in
            let plant = try UndoStack.plant(context, ["name": "a", "scratch": "s"])
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
            let plant = try UndoStack.plant(context, ["name": "a", "bed": bed])
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
            let plants = try ["a", "b", "c"].map { try UndoStack.plant(context, ["name": $0]) }
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
            let plant = try UndoStack.plant(context, ["name": "a"])
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

    @Test("A fault made for the ID while the deletion was saved is not a second object", arguments: [false, true])
    func twin(wasRead: Bool) throws {
        try UndoStack.run { context, _ in
            let plant = try UndoStack.plant(context, ["name": "a"])
            try context.save()
            let id = plant.objectID
            context.delete(plant)
            try context.save()
            let fault = context.object(with: id)
            #expect(fault !== plant)
            if wasRead { #expect(fault.text("name") == nil) }
            context.undo()
            #expect(context.object(with: id) === plant)
            try context.save()
            #expect(context.object(with: id) === plant && plant.text("name") == "a" && !plant.isDeleted)
            #expect(fault.text("name") == nil && fault.managedObjectContext == nil && fault.isDeleted)
            #expect(context.registeredObjects.contains(plant) && !context.registeredObjects.contains(fault))
            plant.setValue("b", forKey: "name")
            try context.save()
            #expect(try context.all("Plant", "name == 'b'") == [plant])
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
}
