import CoreData
import Foundation
import Testing

/// Two coordinators on one file are to each other what two processes are: they share nothing but the file.
@Suite("Two coordinators on one file") struct SecondCoordinatorTests {
    /// An object carried from block to block of its context.
    struct Held: @unchecked Sendable {
        // Used on its context's queue only.
        let object: NSManagedObject
        init(_ object: NSManagedObject) { self.object = object }
    }

    /// The batches that a context has merged, as counts of inserted, updated and deleted objects.
    final class Merges: @unchecked Sendable {
        // The stream is thread-safe; the token is set once, in the initialiser.
        private let stream: AsyncStream<Void>
        private var iterator: AsyncStream<Void>.Iterator
        private var token: (any NSObjectProtocol)?

        init(_ context: NSManagedObjectContext) {
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            self.stream = stream
            iterator = stream.makeAsyncIterator()
            token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: context, queue: nil
            ) { _ in continuation.yield() }
        }

        deinit { if let token { NotificationCenter.default.removeObserver(token) } }

        func next() async { _ = await iterator.next() }
    }

    private func pair() throws -> (NSManagedObjectContext, NSManagedObjectContext, [NSPersistentContainer]) {
        let url = try GardenStack.url()
        let containers = try (0..<2).map { _ in try GardenStack.container(url, history: true) }
        let reader = containers[0].newBackgroundContext()
        reader.automaticallyMergesChangesFromParent = true
        return (reader, containers[1].newBackgroundContext(), containers)
    }

    @Test("A store that is closed right after a save leaves nothing beside its file")
    func closing() throws {
        let url = try GardenStack.url()
        for number in 0..<50 {
            let container = try GardenStack.container(url, history: true)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                context.make("Plant", ["genus": "\(number)"])
                try context.save()
                context.reset()
            }
            let coordinator = container.persistentStoreCoordinator
            try coordinator.remove(coordinator.persistentStores[0])
            let files = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
            #expect(files == ["Store.sqlite"])
        }
    }

    @Test(
        "Inserts, changes, moves and deletions of the other one show up here, relationships too",
        .timeLimit(.minutes(10)))
    func merging() async throws {
        let (reader, writer, containers) = try pair()
        try await writer.perform {
            let plants = ["A", "B"].map { writer.make("Plant", ["genus": $0]) }
            for number in 0..<3 { writer.make("Seed", ["number": number, "plant": plants[0]]) }
            try writer.save()
        }
        let (a, b) = try await reader.perform {
            let plants = try reader.all("Plant")
            for plant in plants { _ = (plant.value(forKey: "seeds") as? NSSet)?.count }
            return (Held(plants[0]), Held(plants[1]))
        }
        let merges = Merges(reader)
        try await writer.perform {
            let seeds = try writer.all("Seed")
            seeds[0].setValue(try writer.all("Plant", "genus == 'B'")[0], forKey: "plant")
            writer.delete(seeds[1])
            seeds[2].setValue("seen", forKey: "note")
            writer.make("Plant", ["genus": "C"])
            try writer.save()
        }
        await merges.next()
        try await reader.perform {
            #expect(a.object.value(forKeyPath: "seeds.@count") as? Int == 1)
            #expect(b.object.value(forKeyPath: "seeds.@count") as? Int == 1)
            let left = (a.object.value(forKey: "seeds") as? NSSet)?.allObjects.first as? NSManagedObject
            #expect(left?.text("note") == "seen")
            let counts = try (reader.all("Plant").count, reader.all("Seed").count)
            #expect(counts == (3, 2))
        }
        _ = containers
    }

    @Test("Local edits stay on top of what the other one saved", .timeLimit(.minutes(10)))
    func localEdits() async throws {
        let (reader, writer, containers) = try pair()
        try await writer.perform {
            writer.make("Plant", ["genus": "A", "nickname": "first"])
            try writer.save()
        }
        let plant = try await reader.perform {
            let plant = try reader.all("Plant")[0]
            plant.setValue("ours", forKey: "nickname")
            return Held(plant)
        }
        let merges = Merges(reader)
        try await writer.perform {
            let plant = try writer.all("Plant")[0]
            plant.setValue("theirs", forKey: "nickname")
            plant.setValue(9, forKey: "rating")
            try writer.save()
        }
        await merges.next()
        try await reader.perform {
            #expect(plant.object.text("nickname") == "ours" && plant.object.number("rating") == 9)
            // The merge brought the version along, so the save is no conflict.
            try reader.save()
        }
        _ = containers
    }

    @Test("A controller hears of rows that the other one made match", .timeLimit(.minutes(10)))
    func controller() async throws {
        let (reader, writer, containers) = try pair()
        try await writer.perform {
            for number in 0..<3 { writer.make("Seed", ["number": number * 100]) }
            try writer.save()
        }
        let shown = try await reader.perform {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            request.predicate = try NSPredicate.parse("number < 50")
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: reader, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            return HeldController(controller)
        }
        let merges = Merges(reader)
        try await writer.perform {
            try writer.all("Seed", "number == 200")[0].setValue(7, forKey: "number")
            writer.make("Seed", ["number": 3])
            writer.delete(try writer.all("Seed", "number == 0")[0])
            try writer.save()
        }
        await merges.next()
        await reader.perform {
            #expect(shown.controller.fetchedObjects?.map { $0.number("number") } == [3, 7])
        }
        _ = containers
    }

    struct HeldController: @unchecked Sendable {
        // Used on its context's queue only.
        let controller: NSFetchedResultsController<NSManagedObject>
        init(_ controller: NSFetchedResultsController<NSManagedObject>) { self.controller = controller }
    }

    @Test("Both save at once, many times: every save is there, keys are never given twice, versions never lost")
    func bothWrite() async throws {
        let url = try GardenStack.url()
        let containers = try (0..<2).map { _ in try GardenStack.container(url, history: true) }
        let counter = containers[0].newBackgroundContext()
        try await counter.perform {
            counter.make("Seed", ["number": 0, "note": "counter"])
            try counter.save()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (worker, container) in (containers + containers).enumerated() {
                group.addTask {
                    let context = container.newBackgroundContext()
                    for number in 0..<10 {
                        try await context.perform {
                            context.make("Plant", ["genus": "\(worker)-\(number)"])
                            try context.save()
                        }
                        // Adding one, again until nobody came between.
                        while true {
                            let failure = try await context.perform { () throws -> Int? in
                                let seed = try context.all("Seed")[0]
                                context.refresh(seed, mergeChanges: false)
                                seed.setValue((seed.number("number") ?? 0) + 1, forKey: "number")
                                defer { context.rollback() }
                                return code { try context.save() }
                            }
                            if failure == nil { break }
                            #expect(failure == NSManagedObjectMergeError)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let check = try GardenStack.container(url).newBackgroundContext()
        let (plants, numbers) = try await check.perform {
            try (check.all("Plant").count, check.all("Seed").map { $0.number("number") })
        }
        #expect(plants == 40 && numbers == [40])
        #expect(SQLiteFile(url).texts("PRAGMA integrity_check") == ["ok"])
        #expect(SQLiteFile(url).texts("SELECT COUNT(*) FROM ATRANSACTION") == ["81"])
    }
}
