import CoreData
import Foundation
import Testing

@Suite("Groups and events of a context") struct UndoGroupTests {
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
            let plant = try UndoStack.plant(context, ["rating": 1])
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
}
