import CoreData
import Foundation
import Testing

@Suite("Queues of parents and children") struct ParentQueueTests {
    @Test("A child on the main queue, used there without a block") @MainActor func mainChild() throws {
        let container = try GardenStack.container()
        let parent = container.newBackgroundContext()
        let child = NSManagedObjectContext(.mainQueue)
        child.parent = parent
        let plant = child.make("Plant", ["genus": "Aloe"])
        try child.save()
        try parent.performAndWait {
            try parent.save()
            try parent.all("Plant")[0].setValue("Bitter", forKey: "nickname")
        }
        #expect(try child.all("Plant").first === plant)
        child.refresh(plant, mergeChanges: true)
        #expect(plant.text("nickname") == "Bitter" && !plant.objectID.isTemporaryID)
        child.delete(plant)
        try child.save()
        #expect(try parent.performAndWait { try parent.total("Plant") } == 0)
    }

    @Test("Blocks of two contexts inside one another go on, whichever is the outer one")
    func nestedBlocks() throws {
        let (container, contexts) = try GardenStack.levels()
        let other = container.newBackgroundContext()
        for (a, b) in [(contexts[0], contexts[1]), (contexts[1], contexts[0]), (contexts[0], other)] {
            let depth = a.performAndWait { b.performAndWait { a.performAndWait { b.performAndWait { 4 } } } }
            #expect(depth == 4)
        }
    }

    @Test("A parent that saves while its children fetch and save waits for nobody for ever", .timeLimit(.minutes(2)))
    func noDeadlock() async throws {
        let container = try GardenStack.container()
        let parent = container.newBackgroundContext()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<300 {
                    await parent.perform { try? parent.save() }
                }
            }
            for number in 0..<3 {
                let child = parent.child()
                child.automaticallyMergesChangesFromParent = number == 0
                group.addTask {
                    for round in 0..<100 {
                        await child.perform {
                            child.make("Plant", ["genus": "\(number)", "species": "\(round)"])
                            let found = (try? child.total("Plant")) ?? 0
                            #expect(found > round)
                            try? child.save()
                        }
                    }
                }
            }
        }
        try await parent.perform {
            try parent.save()
            #expect(try parent.total("Plant") == 300)
        }
    }
}
