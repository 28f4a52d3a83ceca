import CoreData
import Foundation
import Testing

@Suite("Statements 1–12: contexts and what they know of") struct ContextLifeCycleTests {
    @Test("1. A new context has a coordinator, no changes and no objects")
    func newContext() throws {
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        #expect(context.persistentStoreCoordinator === container.persistentStoreCoordinator)
        context.performAndWait { #expect(!context.hasChanges && context.registeredObjects.isEmpty) }
    }

    @Test("2. A save without changes succeeds, and tells nobody")
    func emptySave() throws {
        try GardenStack.run { context, _ in
            let notices = Notices(context)
            try context.save()
            #expect(notices.words() == [])
        }
    }

    @Test("4. hasChanges is true after an insertion, a change and a deletion, and false after each save")
    func hasChanges() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            for change in [{}, { plant.setValue("Aloe", forKey: "genus") }, { context.delete(plant) }] {
                change()
                #expect(context.hasChanges)
                try context.save()
                #expect(!context.hasChanges)
            }
        }
    }

    @Test("5, 6. A clean object nobody holds leaves at the end of the outermost block; one with changes stays")
    func weakness() throws {
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            try context.performAndWait {
                context.make("Plant", ["genus": "Lithops"])
                try context.save()
            }
            #expect(context.registeredObjects.count == 1)
        }
        try context.performAndWait {
            #expect(context.registeredObjects.isEmpty)
            try context.all("Plant")[0].setValue("Aloe", forKey: "genus")
        }
        context.performAndWait { #expect(context.registeredObjects.count == 1) }
    }

    @Test("5. With retainsRegisteredObjects everything stays")
    func retaining() throws {
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        context.retainsRegisteredObjects = true
        try context.performAndWait {
            context.make("Plant", ["genus": "Lithops"])
            try context.save()
        }
        context.performAndWait { #expect(context.registeredObjects.count == 1) }
    }

    @Test("8. One row, one object in a context: looked up, fetched, or asked for by ID")
    func identity() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            try context.save()
            #expect(try context.all("Plant").first === plant)
            #expect(try context.existingObject(with: plant.objectID) === plant)
            #expect(context.registeredObject(for: plant.objectID) === plant)
            #expect(context.object(with: plant.objectID) === plant)
        }
    }

    @Test("9. performAndWait inside performAndWait; what was enqueued before runs before")
    func order() throws {
        let context = try GardenStack.container().newBackgroundContext()
        let log = Log()
        context.perform { log.words.append("first") }
        context.perform { log.words.append("second") }
        context.performAndWait { context.performAndWait { log.words.append("third") } }
        #expect(log.words == ["first", "second", "third"])
    }

    private final class Log: @unchecked Sendable {
        // Used on the context's queue, and by the test after that.
        var words: [String] = []
    }

    @Test("10. performAndWait runs on the caller's thread, perform on another")
    func threads() async throws {
        let context = try GardenStack.container().newBackgroundContext()
        func onThisThread() -> Bool {
            let here = Thread.current
            return context.performAndWait { Thread.current === here }
        }
        #expect(onThisThread())
        let log = Log()
        await withCheckedContinuation { continuation in
            context.perform {
                log.words.append(Thread.isMainThread ? "main" : "other")
                continuation.resume()
            }
        }
        #expect(log.words == ["other"])
    }

    @Test("11. A block ends with its changes processed; within it that takes a call")
    func processing() throws {
        let context = try GardenStack.container().newBackgroundContext()
        let notices = Notices(context)
        context.performAndWait {
            context.make("Plant", ["genus": "Lithops"])
            #expect(notices.words() == [])
            context.processPendingChanges()
            #expect(notices.words() == ["changed"])
            context.make("Plant", ["genus": "Aloe"])
        }
        context.performAndWait { #expect(notices.words() == ["changed"]) }
    }

    @Test("12. reset makes all objects faults without a context, drops changes, and says that all is invalid")
    func reset() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            try context.save()
            let notices = Notices(context)
            context.delete(plant)
            context.reset()
            #expect(plant.isFault && plant.managedObjectContext == nil && !context.hasChanges)
            #expect(notices.taken().last?.info[NSInvalidatedAllObjectsKey] != nil)
            // There is nothing more to forget, so nobody is told.
            context.reset()
            #expect(notices.words() == [])
            #expect(try context.all("Plant").count == 1)
        }
    }
}
