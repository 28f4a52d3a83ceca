import CoreData
import Foundation
import Testing

@Suite("What a child sees") struct ParentReadingTests {
    @Test("A child sees what its parent has not saved: objects, relationships, counts, order, IDs")
    func parentsUnsaved() throws {
        let (_, contexts) = try GardenStack.levels(2)
        let (parent, child) = (contexts[0], contexts[2])
        let (newID, goneID) = try parent.performAndWait {
            let gone = parent.make("Plant", ["genus": "Gone"])
            parent.make("Plant", ["genus": "Stored"])
            try parent.save()
            let goneID = gone.objectID
            parent.delete(gone)
            let plant = parent.make("Plant", ["genus": "New"])
            for number in 1...3 { parent.make("Seed", ["number": number]).setValue(plant, forKey: "plant") }
            return (plant.objectID, goneID)
        }
        try child.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: false)]
            #expect(try child.fetch(request).map { $0.text("genus") } == ["Stored", "New"])
            request.fetchBatchSize = 1
            #expect(try child.fetch(request).map { $0.text("genus") } == ["Stored", "New"])
            request.fetchLimit = 1
            request.fetchOffset = 1
            #expect(try child.fetch(request).map { $0.text("genus") } == ["New"])
            #expect(try child.total("Seed") == 3)
            #expect(try child.all("Plant", "seeds.@count == 3").count == 1)
            let plant = child.object(with: newID)
            #expect(plant.text("genus") == "New" && plant.objectID == newID && plant.objectID.isTemporaryID)
            #expect(try child.existingObject(with: newID) === plant)
            let seeds = try #require(plant.value(forKey: "seeds") as? NSSet)
            #expect(seeds.count == 3 && plant.value(forKeyPath: "seeds.@sum.number") as? Int == 6)
            #expect(seeds.allSatisfy { ($0 as? NSManagedObject)?.value(forKey: "plant") as? NSManagedObject === plant })
            #expect(code { _ = try child.existingObject(with: goneID) } == NSManagedObjectReferentialIntegrityError)
            let prefetching = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            prefetching.relationshipKeyPathsForPrefetching = ["seeds"]
            let found = try child.fetch(prefetching)
            #expect(found.reduce(0) { $0 + (($1.value(forKey: "seeds") as? NSSet)?.count ?? 0) } == 3)
        }
    }

    @Test("Rollback and refresh in a child bring back what the parent has")
    func goingBack() throws {
        let (_, contexts) = try GardenStack.levels()
        let (parent, child) = (contexts[0], contexts[1])
        parent.performAndWait { _ = parent.make("Plant", ["genus": "Aloe", "nickname": "unsaved"]) }
        try child.performAndWait {
            let plant = try child.all("Plant")[0]
            plant.setValue("other", forKey: "nickname")
            child.rollback()
            #expect(plant.text("nickname") == "unsaved")
            child.delete(plant)
            child.rollback()
            #expect(!plant.isDeleted)
            parent.performAndWait { parent.insertedObjects.first?.setValue("newer", forKey: "nickname") }
            #expect(plant.text("nickname") == "unsaved")
            child.refresh(plant, mergeChanges: false)
            #expect(plant.text("nickname") == "newer")
            child.reset()
            #expect(try child.all("Plant")[0].text("nickname") == "newer")
        }
    }

    @Test("A controller of the parent follows what a child saves, and one of the child what is merged")
    func controllers() throws {
        let (_, contexts) = try GardenStack.levels()
        let (parent, child) = (contexts[0], contexts[1])
        child.automaticallyMergesChangesFromParent = true
        func controller(_ context: NSManagedObjectContext) throws -> NSFetchedResultsController<NSManagedObject> {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            return controller
        }
        let above = try parent.performAndWait { HeldValue(try controller(parent)) }
        let below = try child.performAndWait { HeldValue(try controller(child)) }
        let sibling = parent.child()
        try sibling.performAndWait {
            sibling.make("Plant", ["genus": "Aloe"])
            try sibling.save()
        }
        #expect(parent.performAndWait { above.value.fetchedObjects?.map { $0.text("genus") } } == ["Aloe"])
        #expect(child.performAndWait { below.value.fetchedObjects?.map { $0.text("genus") } } == ["Aloe"])
        try parent.performAndWait { try parent.save() }
        let ids = child.performAndWait { below.value.fetchedObjects?.map(\.objectID) }
        #expect(ids == parent.performAndWait { above.value.fetchedObjects?.map(\.objectID) })
    }

    @Test("Values in files of their own and derived ones come through all levels")
    func externalAndDerived() throws {
        let (container, contexts) = try GardenStack.levels(2, model: PictureStack.model)
        let low = contexts[2]
        let (long, longer) = (Data(repeating: 1, count: 200_000), Data(repeating: 2, count: 300_000))
        func saveAll() throws {
            for context in contexts.reversed() { try context.performAndWait { try context.save() } }
        }
        let held = low.performAndWait {
            let picture = low.make("Picture", ["data": long, "title": "Aloe"])
            low.make("Note", ["text": "a"]).setValue(picture, forKey: "picture")
            return Held(picture)
        }
        try saveAll()
        low.performAndWait {
            #expect(held.object.value(forKey: "data") as? Data == long)
            low.refreshAllObjects()
            #expect(held.object.value(forKey: "data") as? Data == long)
            #expect(held.object.text("shout") == "ALOE" && held.object.number("noteCount") == 1)
            held.object.setValue(longer, forKey: "data")
            held.object.setValue("Picea", forKey: "title")
            low.make("Note", ["text": "b"]).setValue(held.object, forKey: "picture")
        }
        try saveAll()
        for context in contexts + [container.newBackgroundContext()] {
            try context.performAndWait {
                context.refreshAllObjects()
                let picture = try #require(try context.all("Picture").first)
                #expect(picture.value(forKey: "data") as? Data == longer)
                #expect(picture.text("shout") == "PICEA" && picture.number("noteCount") == 2)
            }
        }
    }

    @Test("A child with a batch size, a limit, prefetching, IDs and dictionaries answers as its parent does")
    func kindsOfFetch() throws {
        let (_, contexts) = try GardenStack.levels()
        let (parent, child) = (contexts[0], contexts[1])
        try parent.performAndWait {
            for number in 0..<10 {
                let plant = parent.make("Plant", ["genus": "\(number)"])
                if number == 5 { try parent.save() }
                for seed in 0..<2 { parent.make("Seed", ["number": seed]).setValue(plant, forKey: "plant") }
            }
            for plant in try parent.all("Plant", "genus == '3'") { parent.delete(plant) }
            for plant in try parent.all("Plant", "genus == '4'") { plant.setValue("99", forKey: "genus") }
        }
        func ask(_ context: NSManagedObjectContext) throws -> [String] {
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
                request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: false)]
                var answers: [String] = []
                for (batch, limit, offset) in [(0, 0, 0), (3, 0, 0), (2, 4, 1), (0, 3, 2), (4, 0, 8)] {
                    (request.fetchBatchSize, request.fetchLimit, request.fetchOffset) = (batch, limit, offset)
                    request.relationshipKeyPathsForPrefetching = ["seeds.plant", "bed"]
                    let plants = try context.fetch(request)
                    let counts = plants.map { ($0.value(forKey: "seeds") as? NSSet)?.count ?? -1 }
                    answers.append(
                        "\(plants.map { $0.text("genus") ?? "" }) \(counts) \(try context.count(for: request))")
                }
                let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Plant")
                ids.resultType = .managedObjectIDResultType
                ids.sortDescriptors = request.sortDescriptors
                answers.append("\(try context.fetch(ids).map { try context.existingObject(with: $0).text("genus") })")
                let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Plant")
                dictionaries.resultType = .dictionaryResultType
                dictionaries.propertiesToFetch = ["genus"]
                dictionaries.sortDescriptors = request.sortDescriptors
                answers.append("\(try context.fetch(dictionaries).map { $0["genus"] as? String })")
                return answers
            }
        }
        #expect(try ask(child) == ask(parent))
        #expect(try ask(child.child()) == ask(parent))
    }
}
