import CoreData
import Foundation
import Testing

@Suite("Statements 96–100: undo and redo in a context") struct ContextUndoTests {
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

    @Test("Undo and redo post objects-did-change as any change does")
    func notifications() throws {
        try UndoStack.run { context, _ in
            let plants = try ["a", "b"].map { try UndoStack.plant(context, ["name": $0]) }
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
            let plants = try ["b", "d"].map { try UndoStack.plant(context, ["name": $0]) }
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
