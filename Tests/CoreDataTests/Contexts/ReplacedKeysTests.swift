import CoreData
import Foundation
import Testing

/// A parent saves while a child is in the midst of something: objects have other keys from one moment to the next.
@Suite("A parent saves while a child's block runs") struct ReplacedKeysTests {
    private let container: NSPersistentContainer
    private let (parent, child): (NSManagedObjectContext, NSManagedObjectContext)

    init() throws {
        container = try GardenStack.container()
        parent = container.newBackgroundContext()
        child = parent.child()
        parent.performAndWait {
            let plant = parent.make("Plant", ["genus": "Aloe"])
            for number in 0..<3 { parent.make("Seed", ["number": number]).setValue(plant, forKey: "plant") }
        }
    }

    private func saveParent() throws { try parent.performAndWait { try parent.save() } }

    @Test("A fetch finds the object that the child has already") func fetched() throws {
        try child.performAndWait {
            let plant = try #require(try child.all("Plant").first)
            plant.setValue("Bitter", forKey: "nickname")
            try saveParent()
            let again = try child.all("Plant")
            #expect(again.count == 1 && again.first === plant)
            #expect(try child.all("Plant", "nickname == %@", "Bitter").count == 1)
            #expect(child.registeredObjects.count == 1)
            try child.save()
        }
        try parent.performAndWait {
            #expect(try parent.all("Plant").map { $0.text("nickname") } == ["Bitter"])
            try parent.save()
        }
    }

    @Test("Relationships lead to the objects that the child has already") func related() throws {
        try child.performAndWait {
            let plant = try #require(try child.all("Plant").first)
            let seeds = try child.all("Seed")
            try saveParent()
            #expect(plant.value(forKey: "seeds") as? Set<NSManagedObject> == Set(seeds))
            for seed in seeds { #expect(seed.value(forKey: "plant") as? NSManagedObject === plant) }
            #expect(try child.all("Seed", "plant == %@", plant).count == 3)
        }
    }

    @Test("A predicate with an object of the child finds it in the parent") func predicate() throws {
        try child.performAndWait {
            let plant = try #require(try child.all("Plant").first)
            try saveParent()
            #expect(try child.all("Seed", "plant == %@", plant).count == 3)
        }
    }

    @Test("An ID from before finds the object that the child has already") func existing() throws {
        let id = try parent.performAndWait { try #require(try parent.all("Plant").first).objectID }
        try child.performAndWait {
            try saveParent()
            let plant = try child.existingObject(with: id)
            #expect(try child.all("Plant").first === plant)
            #expect(child.object(with: id) === plant && !plant.objectID.isTemporaryID)
        }
        child.performAndWait {}
        try child.performAndWait {
            let plant = try child.existingObject(with: id)
            #expect(try child.all("Plant").first === plant)
        }
    }

    @Test("So does a fault that is read later, in a fetch with batches") func batches() throws {
        try child.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            request.fetchBatchSize = 2
            let seeds = try child.fetch(request)
            try saveParent()
            #expect(seeds.map { $0.number("number") } == [0, 1, 2])
            #expect(try child.fetch(request) == seeds)
        }
    }

    @Test("Two levels below as well") func levels() throws {
        let low = child.child()
        try low.performAndWait {
            let plant = try #require(try low.all("Plant").first)
            let seed = try #require(try low.all("Seed").first)
            try saveParent()
            #expect(try low.all("Plant").first === plant)
            #expect(seed.value(forKey: "plant") as? NSManagedObject === plant)
            #expect(try low.all("Seed", "plant == %@", plant).count == 3)
        }
    }

    @Test("A controller with batches shows each object once") func controller() throws {
        try child.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            request.fetchBatchSize = 2
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: child, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            let first = controller.object(at: IndexPath(row: 0, section: 0))
            try saveParent()
            #expect(controller.fetchedObjects?.map { $0.number("number") } == [0, 1, 2])
            #expect(controller.fetchedObjects?.first === first)
            try child.all("Seed", "number == 1").first?.setValue(9, forKey: "number")
            child.processPendingChanges()
            #expect(controller.fetchedObjects?.map { $0.number("number") } == [0, 2, 9])
        }
    }

    @Test("Edits of what the parent is saving reach it, each once", .timeLimit(.minutes(2)))
    func manyThreads() async throws {
        let parent = self.parent
        let children = (0..<3).map { _ in parent.child() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<150 {
                    await parent.perform {
                        for number in 0..<3 { parent.make("Tag", ["name": "\(round)-\(number)"]) }
                    }
                    await parent.perform { do { try parent.save() } catch { Issue.record(error) } }
                }
            }
            for (number, child) in children.enumerated() {
                group.addTask {
                    for round in 0..<60 {
                        await child.perform {
                            do {
                                let tags = try child.all("Tag", "name ENDSWITH %@", "-\(number)")
                                let plant = child.make("Plant", ["genus": "\(number)", "species": "\(round)"])
                                plant.setValue(NSSet(array: tags), forKey: "tags")
                                for tag in tags { #expect(tag.value(forKey: "plants") is NSSet) }
                                let again = try child.all("Tag", "name ENDSWITH %@", "-\(number)")
                                #expect(Set(again).isSuperset(of: tags))
                                #expect(Set(again.map { $0.text("name") }).count == again.count)
                                try child.save()
                            } catch {
                                Issue.record(error)
                            }
                        }
                    }
                }
            }
        }
        try await parent.perform {
            try parent.save()
            #expect(try parent.total("Tag") == 450)
            #expect(try parent.total("Plant") == 181)
            for tag in try parent.all("Tag") {
                for case let plant as NSManagedObject in (tag.value(forKey: "plants") as? NSSet)?.allObjects ?? [] {
                    #expect((plant.value(forKey: "tags") as? NSSet)?.contains(tag) == true)
                }
            }
        }
    }
}
