import CoreData
import Foundation
import Testing

@Suite("Contexts and other processes") struct MergingTests {
    @Test("automaticallyMergesChangesFromParent shows others' saves, local edits kept (134–136)")
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

    /// An object carried from block to block of its context.
    struct Held: @unchecked Sendable {
        // Used on its context's queue only.
        let object: NSManagedObject
        init(_ object: NSManagedObject) { self.object = object }
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
