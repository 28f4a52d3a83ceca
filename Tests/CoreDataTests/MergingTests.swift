import CoreData
import Foundation
import Testing

@Suite("Contexts and other processes") struct MergingTests {
    @Test("134–136. automaticallyMergesChangesFromParent shows others' saves, local edits kept")
    func automatic() throws {
        let container = try GardenStack.container()
        let reader = container.newBackgroundContext()
        reader.automaticallyMergesChangesFromParent = true
        let writer = container.newBackgroundContext()
        try writer.performAndWait {
            writer.make("Plant", ["genus": "A", "nickname": "first"])
            writer.make("Plant", ["genus": "B"])
            try writer.save()
        }
        let (a, b) = try reader.performAndWait {
            let plants = try reader.all("Plant")
            let a = try #require(plants.first { $0.text("genus") == "A" })
            let b = try #require(plants.first { $0.text("genus") == "B" })
            a.setValue("edited", forKey: "nickname")
            return (Held(a), Held(b))
        }
        try writer.performAndWait {
            for plant in try writer.all("Plant") {
                if plant.text("genus") == "B" { writer.delete(plant) } else { plant.setValue(5, forKey: "rating") }
            }
            try writer.save()
        }
        // The merge was enqueued by the save, so what is enqueued now comes after it.
        reader.performAndWait {
            #expect(a.object.number("rating") == 5 && a.object.text("nickname") == "edited")
            #expect(b.object.isDeleted && b.object.text("genus") == "B")
        }
    }

    @Test("A long text that is not saved is what it was after a merge", arguments: [100, 500, 900, 3000, 5000])
    func unsavedText(length: Int) throws {
        let container = try GardenStack.container()
        let (context, writer) = (container.newBackgroundContext(), container.newBackgroundContext())
        try writer.performAndWait {
            writer.make("Plant", ["genus": "A"])
            try writer.save()
        }
        let text = String(repeating: "x", count: length)
        try context.performAndWait {
            let plant = try context.all("Plant")[0]
            plant.setValue(text, forKey: "nickname")
            for rating in 1..<6 {
                try writer.performAndWait {
                    try writer.all("Plant")[0].setValue(rating, forKey: "rating")
                    try writer.save()
                }
                context.refresh(plant, mergeChanges: true)
                #expect(plant.text("nickname") == text && plant.number("rating") == rating)
            }
        }
    }

    @Test("A save's notification is merged on another thread while its context goes on changing the same objects")
    func whileTheOtherGoesOn() throws {
        let container = try GardenStack.container()
        let (reader, writer) = (container.newBackgroundContext(), container.newBackgroundContext())
        try writer.performAndWait {
            for number in 0..<30 { writer.make("Plant", ["genus": "\(number)", "nickname": "0"]) }
            try writer.save()
        }
        let kept = try reader.performAndWait { HeldValue(try reader.all("Plant")) }
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: writer, queue: nil
        ) { note in
            let note = HeldValue(note)
            reader.perform { reader.mergeChanges(fromContextDidSave: note.value) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try writer.performAndWait {
            let plants = try writer.all("Plant")
            for round in 1...150 {
                for plant in plants {
                    plant.setValue(round, forKey: "rating")
                    plant.setValue(String(repeating: "\(round),", count: round), forKey: "nickname")
                }
                writer.make("Plant", ["genus": "new \(round)"])
                try writer.save()
            }
        }
        // What the saves enqueued comes before what is enqueued now.
        try reader.performAndWait { () throws in
            #expect(kept.value.allSatisfy { $0.number("rating") == 150 })
            #expect(kept.value.allSatisfy { $0.text("nickname") == String(repeating: "150,", count: 150) })
            #expect(try reader.total("Plant") == 180)
        }
    }

    @Test("Chunks that are being filled, shared by merging and let go of elsewhere")
    func stress() async throws {
        let container = try GardenStack.container()
        let contexts = (0..<3).map { _ in container.newBackgroundContext() }
        for context in contexts {
            context.automaticallyMergesChangesFromParent = true
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        }
        let ids = try await contexts[0].perform {
            let seeds = (0..<150).map {
                contexts[0].make("Seed", ["number": 0, "note": String(repeating: "x", count: $0 * 60)])
            }
            try contexts[0].save()
            return seeds.map(\.objectID)
        }
        await withTaskGroup(of: Void.self) { group in
            for (number, context) in contexts.enumerated() {
                for worker in 0..<2 {
                    group.addTask {
                        var random = Random(state: UInt64(number * 10 + worker))
                        for round in 0..<120 {
                            let bag = await context.perform {
                                var kept: [NSManagedObject] = []
                                for _ in 0..<30 {
                                    let index = random.next(ids.count)
                                    guard let seed = try? context.existingObject(with: ids[index]) else { continue }
                                    let note = seed.text("note") ?? "?"
                                    #expect(note.utf8.count % 60 == 0 && note.utf8.allSatisfy { $0 == note.utf8.first })
                                    if random.next(4) == 0 { context.refresh(seed, mergeChanges: random.next(2) == 0) }
                                    if random.next(5) == 0 {
                                        seed.setValue(
                                            String(repeating: "abcdef".randomElement()!, count: random.next(90) * 60),
                                            forKey: "note")
                                    }
                                    if random.next(15) == 0 { try? context.save() }
                                    kept.append(seed)
                                }
                                if round % 10 == 0 { context.rollback() }
                                try? context.save()
                                return Kept(kept)
                            }
                            _ = bag
                        }
                    }
                }
            }
        }
        let check = container.newBackgroundContext()
        let notes = try check.performAndWait { try check.all("Seed").map { $0.text("note") ?? "" } }
        await contexts[0].perform { contexts[0].rollback() }
        let seen = try await contexts[0].perform { try contexts[0].all("Seed").map { $0.text("note") ?? "" } }
        #expect(notes == seen)
    }

    /// Objects that are let go of off their context's queue.
    private struct Kept: @unchecked Sendable {
        let objects: [NSManagedObject]
        init(_ objects: [NSManagedObject]) { self.objects = objects }
    }

    @Test("Objects released on other threads while their context looks them up")
    func registryStress() async throws {
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        let ids = try await context.perform {
            for number in 0..<200 { context.make("Seed", ["number": number]) }
            try context.save()
            return try context.all("Seed").map(\.objectID)
        }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<500 {
                        let objects = await context.perform {
                            Bag(stride(from: worker, to: ids.count, by: 3).map { context.object(with: ids[$0]) })
                        }
                        // The bag, and with it the last reference to some of them, goes here, off the queue.
                        _ = objects.objects.count + round
                    }
                }
            }
        }
        await context.perform {
            for id in ids { #expect(context.object(with: id).objectID == id) }
        }
    }

    @Test(
        "What was saved elsewhere while an object was to be deleted is there when it is not", arguments: [false, true])
    func undeleted(edited: Bool) throws {
        let container = try GardenStack.container()
        let (context, writer) = (container.newBackgroundContext(), container.newBackgroundContext())
        try writer.performAndWait {
            writer.make("Plant", ["genus": "A", "nickname": "old", "rating": 1])
            try writer.save()
        }
        let token = context.mergeSaves(of: writer)
        defer { NotificationCenter.default.removeObserver(token) }
        try context.performAndWait {
            let plant = try context.all("Plant")[0]
            if edited { plant.setValue(2, forKey: "rating") }
            context.delete(plant)
            context.processPendingChanges()
            try writer.performAndWait {
                try writer.all("Plant")[0].setValue("new", forKey: "nickname")
                try writer.save()
            }
            context.rollback()
            #expect(plant.text("nickname") == "new")
            #expect(plant.number("rating") == 1)
        }
    }

    struct Bag: @unchecked Sendable {
        // Only released outside the context's queue, which is what is tested.
        let objects: [NSManagedObject]
        init(_ objects: [NSManagedObject]) { self.objects = objects }
    }

    @Test("Many contexts write at once: every save that succeeded is there")
    func manyWriters() async throws {
        let container = try GardenStack.container()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    let context = container.newBackgroundContext()
                    for number in 0..<25 {
                        try await context.perform {
                            context.make("Plant", ["genus": "\(worker)-\(number)"])
                            try context.save()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let context = container.newBackgroundContext()
        let count = try await context.perform { try context.all("Plant").count }
        #expect(count == 200)
    }
}
