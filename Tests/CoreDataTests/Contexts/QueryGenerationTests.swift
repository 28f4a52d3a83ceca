import CSQLite
import Foundation
import Testing

@testable import CoreData

@Suite("Query generations") struct QueryGenerationTests {
    private struct Garden {
        let container: NSPersistentContainer
        let (reader, writer): (NSManagedObjectContext, NSManagedObjectContext)

        init() throws {
            container = try GardenStack.container()
            (reader, writer) = (container.newBackgroundContext(), container.newBackgroundContext())
            try write { $0.make("Seed", ["number": 1]).setValue($0.make("Plant", ["genus": "Aloe"]), forKey: "plant") }
        }

        func write(_ change: (NSManagedObjectContext) throws -> Void) throws {
            try writer.performAndWait {
                try change(writer)
                try writer.save()
            }
        }

        func add(_ genus: String) throws { try write { $0.make("Plant", ["genus": genus]) } }

        func read<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
            try reader.performAndWait { try body(reader) }
        }

        func total(_ context: NSManagedObjectContext? = nil) throws -> Int {
            let context = context ?? reader
            return try context.performAndWait { try context.total("Plant") }
        }
    }

    @Test("A pinned context reads what there was: fetches, counts, faults and relationships alike")
    func pinned() throws {
        let garden = try Garden()
        let plant = try garden.read { context in
            try context.setQueryGenerationFrom(.current)
            let plant = try context.all("Plant")[0]
            context.refreshAllObjects()
            return Held(plant)
        }
        try garden.write { context in
            let plant = try context.all("Plant")[0]
            plant.setValue("changed", forKey: "nickname")
            context.delete(try context.all("Seed")[0])
            context.make("Plant", ["genus": "Later"])
        }
        try garden.read { context in
            #expect(plant.object.text("nickname") == nil)
            #expect((plant.object.value(forKey: "seeds") as? NSSet)?.count == 1)
            #expect(try context.total("Plant") == 1 && context.all("Plant", "nickname == 'changed'").isEmpty)
            #expect(try context.all("Seed").map { $0.number("number") } == [1])
            try context.setQueryGenerationFrom(nil)
            context.refreshAllObjects()
            #expect(try context.total("Plant") == 2 && plant.object.text("nickname") == "changed")
            #expect((plant.object.value(forKey: "seeds") as? NSSet)?.count == 0)
        }
    }

    @Test("The state is taken by the first reading, not by the setting")
    func pinnedByReading() throws {
        let garden = try Garden()
        try garden.read { try $0.setQueryGenerationFrom(.current) }
        try garden.add("Before")
        #expect(try garden.total() == 2)
        try garden.add("After")
        #expect(try garden.total() == 2)
    }

    @Test("A context without a generation has no token; a pinned one has one, which asking takes")
    func token() throws {
        let garden = try Garden()
        try garden.read { context in
            #expect(context.queryGenerationToken == nil)
            try context.setQueryGenerationFrom(.current)
            #expect(
                context.queryGenerationToken != nil && context.queryGenerationToken !== NSQueryGenerationToken.current)
        }
        try garden.add("After")
        #expect(try garden.total() == 1)
    }

    @Test("Another context with the token of the first sees what the first sees")
    func shared() throws {
        let garden = try Garden()
        let token = try garden.read { context in
            try context.setQueryGenerationFrom(.current)
            return try #require(context.queryGenerationToken)
        }
        try garden.add("After")
        let other = garden.container.newBackgroundContext()
        try other.performAndWait { try other.setQueryGenerationFrom(token) }
        #expect(try garden.total(other) == 1 && garden.total() == 1)
        // It stays as long as somebody reads it.
        try garden.read { try $0.setQueryGenerationFrom(nil) }
        #expect(try garden.total(other) == 1 && garden.total() == 2)
    }

    enum Step: CaseIterable { case save, merge, reset }

    @Test("A save, a merge and reset take the context on to the present", arguments: Step.allCases)
    func goingOn(step: Step) throws {
        let garden = try Garden()
        try garden.read { try $0.setQueryGenerationFrom(.current) }
        #expect(try garden.total() == 1)
        if step == .merge { garden.reader.automaticallyMergesChangesFromParent = true }
        try garden.add("After")
        if step != .merge { #expect(try garden.total() == 1) }
        try garden.read { context in
            switch step {
            case .save:
                context.make("Plant", ["genus": "Own"])
                try context.save()
            case .merge: break
            case .reset: context.reset()
            }
        }
        #expect(try garden.total() == (step == .save ? 3 : 2))
        try garden.add("Later still")
        if step != .merge { #expect(try garden.total() == (step == .save ? 3 : 2)) }
    }

    @Test("A save of a pinned context meets what was saved since as a conflict")
    func conflict() throws {
        let garden = try Garden()
        let plant = try garden.read { context in
            try context.setQueryGenerationFrom(.current)
            return Held(try context.all("Plant")[0])
        }
        try garden.write { try $0.all("Plant")[0].setValue("theirs", forKey: "nickname") }
        try garden.read { context in
            plant.object.setValue(3, forKey: "rating")
            #expect(code { try context.save() } == NSManagedObjectMergeError)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            #expect(plant.object.text("nickname") == "theirs" && plant.object.number("rating") == 3)
        }
    }

    @Test("A generation that holds up too much is given up: reading throws 134060, and the present one can be had")
    func gone() throws {
        let garden = try Garden()
        let token = try garden.read { context in
            try context.setQueryGenerationFrom(.current)
            return try #require(context.queryGenerationToken)
        }
        // 64 MiB in saves of 2 MiB.
        let text = String(repeating: "x", count: 1 << 21)
        for number in 0..<40 { try garden.write { $0.make("Seed", ["note": text, "number": number]) } }
        try garden.read { context in
            #expect(code { _ = try context.total("Plant") } == NSCoreDataError)
            #expect(code { _ = try context.all("Plant") } == NSCoreDataError)
            #expect(code { try context.setQueryGenerationFrom(token) } == NSCoreDataError)
            try context.setQueryGenerationFrom(.current)
            #expect(try context.total("Seed") == 41)
        }
    }

    @Test("The log is folded once nobody holds a generation")
    func folded() throws {
        let garden = try Garden()
        try garden.read { context in
            try context.setQueryGenerationFrom(.current)
            _ = try context.total("Plant")
        }
        let store = try #require(garden.container.persistentStoreCoordinator.persistentStores.first as? SQLiteStore)
        func backfilled() throws -> Bool {
            try store.withConnection("folded") { connection in
                var (log, done) = (Int32(0), Int32(0))
                sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, &log, &done)
                return log == done
            }
        }
        try garden.add("After")
        #expect(try !backfilled())
        try garden.read { try $0.setQueryGenerationFrom(nil) }
        #expect(try backfilled())
    }

    @Test("A store in memory has one state; a closed store's can be read no more")
    func otherStores() throws {
        let memory = try GardenStack.container(type: NSInMemoryStoreType)
        let (a, b) = (memory.newBackgroundContext(), memory.newBackgroundContext())
        try a.performAndWait { try a.setQueryGenerationFrom(.current) }
        try b.performAndWait {
            b.make("Plant", ["genus": "Aloe"])
            try b.save()
        }
        #expect(try a.performAndWait { try a.total("Plant") } == 1)

        let garden = try Garden()
        try garden.read { context in
            try context.setQueryGenerationFrom(.current)
            _ = try context.total("Plant")
            let coordinator = garden.container.persistentStoreCoordinator
            for store in coordinator.persistentStores { try coordinator.remove(store) }
            #expect(throws: (any Error).self) { try context.setQueryGenerationFrom(context.queryGenerationToken) }
        }
    }

    @Test("A context on the main queue that is used there without a block is pinned too") @MainActor func onMain()
        throws
    {
        let garden = try Garden()
        let context = garden.container.viewContext
        try context.setQueryGenerationFrom(.current)
        #expect(try context.total("Plant") == 1)
        try garden.add("After")
        #expect(try context.total("Plant") == 1)
        #expect(try context.all("Plant").count == 1)
        // A block of another context reads its own state, and lets this one read its own.
        try garden.read { (reader: NSManagedObjectContext) throws in
            #expect(try reader.total("Plant") == 2)
            #expect(try context.total("Plant") == 1)
            #expect(try reader.total("Plant") == 2)
        }
        try context.setQueryGenerationFrom(nil)
        #expect(try context.total("Plant") == 2)
    }

    @Test("What is read outside a block on the main queue holds nothing up") @MainActor func holdsNothing() throws {
        let garden = try Garden()
        let context = garden.container.viewContext
        for _ in 0..<5 { #expect(try context.total("Plant") == 1) }
        #expect(context.readSessions.isEmpty)
    }

    @Test("A state that was taken of other stores is refused") func foreign() throws {
        let (garden, other) = (try Garden(), try Garden())
        let token = try other.read { context in
            try context.setQueryGenerationFrom(.current)
            return try #require(context.queryGenerationToken)
        }
        try garden.read { context in
            #expect(code { try context.setQueryGenerationFrom(token) } == NSCoreDataError)
            let total = try context.total("Plant")
            #expect(total == 1)
        }
    }

    @Test("A token lives on without its context, and lets go of the file when nobody has it") func alone() throws {
        let garden = try Garden()
        var token: NSQueryGenerationToken?
        do {
            let context = garden.container.newBackgroundContext()
            token = try context.performAndWait {
                try context.setQueryGenerationFrom(.current)
                return context.queryGenerationToken
            }
        }
        try garden.add("After")
        try garden.read { context in
            try context.setQueryGenerationFrom(token)
            #expect(try context.total("Plant") == 1)
            try context.setQueryGenerationFrom(nil)
        }
        token = nil
        let store = try #require(garden.container.persistentStoreCoordinator.persistentStores.first as? SQLiteStore)
        #expect(store.generations.withLock { $0.isEmpty })
    }

    @Test("Two contexts read one state at once, on two threads", .timeLimit(.minutes(1))) func together() async throws {
        let garden = try Garden()
        let token = try garden.read { context in
            try context.setQueryGenerationFrom(.current)
            return try #require(context.queryGenerationToken)
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                let context = garden.container.newBackgroundContext()
                group.addTask {
                    await context.perform {
                        do {
                            try context.setQueryGenerationFrom(token)
                            for _ in 0..<200 {
                                let seeds = try context.all("Seed", "plant.genus == %@", "Aloe")
                                #expect(seeds.count == 1)
                                #expect((seeds[0].value(forKey: "plant") as? NSManagedObject)?.text("genus") == "Aloe")
                                #expect(try context.total("Plant") == 1)
                                context.refreshAllObjects()
                            }
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
            group.addTask { for number in 0..<50 { do { try garden.add("\(number)") } catch { Issue.record(error) } } }
        }
    }

    @Test("A value in a file of its own is the one of the state that is read, until nobody reads that")
    func externalData() throws {
        let container = try GardenStack.container(model: PictureStack.model)
        let (reader, writer) = (container.newBackgroundContext(), container.newBackgroundContext())
        let (old, new) = (Data(repeating: 1, count: 200_000), Data(repeating: 2, count: 300_000))
        let store = try #require(container.persistentStoreCoordinator.persistentStores.first as? SQLiteStore)
        func write(_ change: (NSManagedObject) -> Void) throws {
            try writer.performAndWait {
                try writer.all("Picture").forEach(change)
                try writer.save()
            }
        }
        try writer.performAndWait {
            for title in ["changed", "deleted"] { writer.make("Picture", ["title": title, "data": old]) }
            try writer.save()
        }
        try reader.performAndWait {
            try reader.setQueryGenerationFrom(.current)
            #expect(try reader.total("Picture") == 2)
        }
        try write { if $0.text("title") == "deleted" { writer.delete($0) } else { $0.setValue(new, forKey: "data") } }
        try reader.performAndWait {
            #expect(try reader.all("Picture").map { $0.value(forKey: "data") as? Data } == [old, old])
            try reader.setQueryGenerationFrom(nil)
            reader.reset()
            #expect(try reader.all("Picture").map { $0.value(forKey: "data") as? Data } == [new])
        }
        #expect(store.externalDataFolder?.names.count == 1)
    }

    @Test("A context with a parent reads what the parent reads") func children() throws {
        let garden = try Garden()
        try garden.read { try $0.setQueryGenerationFrom(.current) }
        #expect(try garden.total() == 1)
        try garden.add("After")
        #expect(try garden.total(garden.reader.child()) == 1)
    }

    @Test("To set the generation of a context with a parent ends the program, with a sentence")
    func childIsRefused() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let child = try GardenStack.container().newBackgroundContext().child()
            try child.performAndWait { try child.setQueryGenerationFrom(.current) }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("reads what its parent reads"))
    }
}
