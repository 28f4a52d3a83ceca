import CoreData
import Foundation
import Testing

@Suite("Parent and child contexts") struct ParentContextTests {
    private func stack(
        levels: Int = 1, model: NSManagedObjectModel = GardenStack.model
    ) throws -> (container: NSPersistentContainer, contexts: [NSManagedObjectContext]) {
        let container = try GardenStack.container(model: model)
        var contexts = [container.newBackgroundContext()]
        for _ in 0..<levels { contexts.append(contexts[contexts.count - 1].child()) }
        return (container, contexts)
    }

    @Test("138. A child's save goes to the parent, which is dirty then; the file changes when the parent saves")
    func levels() throws {
        let (container, contexts) = try stack(levels: 2)
        let (top, middle, low) = (contexts[0], contexts[1], contexts[2])
        let other = container.newBackgroundContext()
        func stored() throws -> Int { try other.performAndWait { try other.total("Plant") } }
        try low.performAndWait {
            low.make("Plant", ["genus": "Aloe"])
            try low.save()
            #expect(!low.hasChanges)
        }
        #expect(middle.performAndWait { middle.hasChanges } && !top.performAndWait { top.hasChanges })
        #expect(try stored() == 0)
        try middle.performAndWait { try middle.save() }
        #expect(!middle.performAndWait { middle.hasChanges } && top.performAndWait { top.hasChanges })
        #expect(try stored() == 0)
        try top.performAndWait { try top.save() }
        #expect(!top.performAndWait { top.hasChanges })
        #expect(try stored() == 1)
    }

    @Test("139. The parent tells of each save of a child, and its own save of the sum")
    func notifications() throws {
        let (_, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        let events = Events(of: parent)
        defer { events.end() }
        try child.performAndWait {
            let plant = child.make("Plant", ["genus": "Aloe"])
            try child.save()
            plant.setValue("Bitter", forKey: "nickname")
            child.make("Plant", ["genus": "Conophytum"])
            try child.save()
        }
        #expect(events.taken() == ["changed 1 inserted", "changed 1 inserted 1 updated"])
        try parent.performAndWait { try parent.save() }
        #expect(events.taken() == ["will save", "saved 2 inserted"])
        try child.performAndWait {
            child.delete(try child.all("Plant", "genus == %@", "Aloe")[0])
            try child.save()
        }
        #expect(events.taken() == ["changed 1 deleted"])
    }

    @Test(
        "140. A child that merges by itself sees what its parent saved, another keeps what it read",
        arguments: [true, false])
    func merging(merges: Bool) throws {
        let (container, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        try parent.performAndWait {
            parent.make("Plant", ["genus": "Aloe", "nickname": "first"])
            try parent.save()
        }
        child.automaticallyMergesChangesFromParent = merges
        let plant = try child.performAndWait {
            let plant = try child.all("Plant")[0]
            #expect(plant.text("nickname") == "first")
            return MergingTests.Held(plant)
        }
        try parent.performAndWait {
            try parent.all("Plant")[0].setValue("second", forKey: "nickname")
            try parent.save()
        }
        // The merge was enqueued by the save, so what is enqueued now comes after it.
        child.performAndWait { #expect(plant.object.text("nickname") == (merges ? "second" : "first")) }
        _ = container
    }

    @Test("A child that merges by itself sees what another child saved, and what the parent merged")
    func siblings() throws {
        let (container, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        let sibling = parent.child()
        (sibling.automaticallyMergesChangesFromParent, parent.automaticallyMergesChangesFromParent) = (true, true)
        try parent.performAndWait {
            parent.make("Plant", ["genus": "Aloe", "nickname": "first"])
            try parent.save()
        }
        let plant = try sibling.performAndWait { MergingTests.Held(try sibling.all("Plant")[0]) }
        try child.performAndWait {
            try child.all("Plant")[0].setValue("child's", forKey: "nickname")
            try child.save()
        }
        sibling.performAndWait { #expect(plant.object.text("nickname") == "child's") }
        try parent.performAndWait { try parent.save() }
        let other = container.newBackgroundContext()
        try other.performAndWait {
            try other.all("Plant")[0].setValue("other's", forKey: "nickname")
            try other.save()
        }
        parent.performAndWait {}
        sibling.performAndWait { #expect(plant.object.text("nickname") == "other's") }
    }

    @Test("141. Transient values go up with a child's save, also when nothing else was changed")
    func transients() throws {
        let (_, contexts) = try stack(model: RecordStack.model)
        let (parent, child) = (contexts[0], contexts[1])
        let held = try parent.performAndWait {
            let record = parent.make("Record", ["title": "a"])
            for _ in 0..<2 { record.mutableSetValue(forKey: "parts").add(parent.make("Part")) }
            try parent.save()
            return MergingTests.Held(record)
        }
        try child.performAndWait {
            let record = try #require(try child.all("Record").first)
            record.setValue("only in memory", forKey: "scratch")
            #expect(child.hasChanges && !record.hasPersistentChangedValues)
            try child.save()
        }
        parent.performAndWait {
            #expect(held.object.text("scratch") == "only in memory" && parent.hasChanges)
            #expect(!held.object.hasPersistentChangedValues)
        }
    }

    @Test("142. What a child has not saved is seen by no other context")
    func unsaved() throws {
        let (_, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        let sibling = parent.child()
        try parent.performAndWait {
            parent.make("Plant", ["genus": "Aloe"])
            try parent.save()
        }
        try child.performAndWait {
            try child.all("Plant")[0].setValue("changed", forKey: "nickname")
            child.make("Plant", ["genus": "Conophytum"])
        }
        for context in [parent, sibling] {
            try context.performAndWait {
                let plants = try context.all("Plant")
                #expect(plants.count == 1 && plants[0].text("nickname") == nil && !context.hasChanges)
            }
        }
        try child.performAndWait { try child.save() }
        #expect(try sibling.performAndWait { try sibling.total("Plant") } == 2)
    }

    @Test("A child sees what its parent has not saved: objects, relationships, counts, order, IDs")
    func parentsUnsaved() throws {
        let (_, contexts) = try stack(levels: 2)
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

    @Test("An object has one identity through the levels: the ID it had before its first save finds it afterwards")
    func identity() throws {
        let (_, contexts) = try stack(levels: 2)
        let (top, middle, low) = (contexts[0], contexts[1], contexts[2])
        let (held, seed, first) = try low.performAndWait {
            let plant = low.make("Plant", ["genus": "Aloe"])
            let seed = low.make("Seed", ["number": 7])
            seed.setValue(plant, forKey: "plant")
            let first = plant.objectID
            try low.save()
            return (MergingTests.Held(plant), MergingTests.Held(seed), first)
        }
        for context in [middle, low] {
            context.performAndWait {
                #expect(context.object(with: first).text("genus") == "Aloe")
                #expect(context.object(with: first).objectID == low.performAndWait { held.object.objectID })
            }
        }
        try middle.performAndWait { try middle.save() }
        let topID = try top.performAndWait {
            try top.save()
            let plant = top.object(with: first)
            #expect(!plant.objectID.isTemporaryID && plant.text("genus") == "Aloe")
            return plant.objectID
        }
        middle.performAndWait { #expect(middle.object(with: first).objectID == topID) }
        try low.performAndWait {
            #expect(held.object.objectID == topID && low.object(with: topID) === held.object)
            #expect(seed.object.value(forKey: "plant") as? NSManagedObject === held.object)
            low.refreshAllObjects()
            #expect(held.object.text("genus") == "Aloe")
            #expect(seed.object.value(forKey: "plant") as? NSManagedObject === held.object)
            seed.object.setValue(nil, forKey: "plant")
            #expect((held.object.value(forKey: "seeds") as? NSSet)?.count == 0)
            held.object.setValue("later", forKey: "nickname")
            try low.save()
        }
        try middle.performAndWait { try middle.save() }
        try top.performAndWait {
            try top.save()
            #expect(top.object(with: topID).text("nickname") == "later")
            #expect(try top.all("Seed")[0].value(forKey: "plant") == nil)
        }
    }

    @Test("Permanent IDs can be had in a child before any save")
    func permanentIDs() throws {
        let (container, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        let id = try child.performAndWait {
            let plant = child.make("Plant", ["genus": "Aloe"])
            try child.obtainPermanentIDs(for: [plant])
            #expect(!plant.objectID.isTemporaryID)
            try child.save()
            return plant.objectID
        }
        try parent.performAndWait {
            #expect(try parent.all("Plant")[0].objectID == id)
            try parent.save()
        }
        let other = container.newBackgroundContext()
        #expect(try other.performAndWait { try other.existingObject(with: id).text("genus") } == "Aloe")
    }

    @Test("A predicate takes an ID from before the save as well, in memory and in the store") func formerIDs() throws {
        let (_, contexts) = try stack()
        let parent = contexts[0]
        let id = try parent.performAndWait {
            let plant = parent.make("Plant", ["genus": "Aloe"])
            parent.make("Seed", ["number": 1]).setValue(plant, forKey: "plant")
            let id = plant.objectID
            try parent.save()
            return id
        }
        for context in contexts {
            try context.performAndWait { () throws in
                #expect(try context.all("Seed", "plant == %@", id).count == 1)
                #expect(try context.all("Seed", "plant IN %@", [id]).count == 1)
                context.make("Seed", ["number": 2])
                #expect(try context.all("Seed", "plant == %@", id).count == 1)
                #expect(try context.all("Seed", "plant IN %@", [id]).count == 1)
                context.rollback()
            }
        }
    }

    @Test("Permanent IDs of many objects are had at once, and their relationships follow") func manyPermanentIDs()
        throws
    {
        let (_, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        try child.performAndWait {
            let plants = (0..<20).map { child.make("Plant", ["genus": "\($0)"]) }
            let seeds = plants.map { plant in
                let seed = child.make("Seed")
                seed.setValue(plant, forKey: "plant")
                return seed
            }
            try child.obtainPermanentIDs(for: plants + seeds + plants)
            #expect(Set((plants + seeds).map(\.objectID)).count == 40)
            #expect((plants + seeds).allSatisfy { !$0.objectID.isTemporaryID && $0.isInserted })
            for (plant, seed) in zip(plants, seeds) {
                #expect(seed.value(forKey: "plant") as? NSManagedObject === plant)
            }
            try child.save()
        }
        try parent.performAndWait {
            try parent.save()
            #expect(try parent.all("Seed").allSatisfy { ($0.value(forKey: "plant") as? NSManagedObject) != nil })
        }
    }

    @Test("An object may be asked for its ID on any thread, while it is saved too", .timeLimit(.minutes(1)))
    func idsFromAnywhere() async throws {
        let (_, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        for round in 0..<50 {
            let plants = child.performAndWait {
                MergingTests.HeldValue((0..<20).map { child.make("Plant", ["genus": "\(round)", "species": "\($0)"]) })
            }
            async let saved: Void = child.perform {
                try child.save()
                try parent.performAndWait { try parent.save() }
            }
            let ids = plants.value.map(\.objectID)
            try await saved
            child.performAndWait {
                for (id, plant) in zip(ids, plants.value) { #expect(child.object(with: id) === plant) }
            }
        }
    }

    @Test("Validation is the child's own too: what it refuses never reaches the parent")
    func validation() throws {
        let (_, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        child.performAndWait {
            let plant = child.make("Plant")
            #expect(code { try child.save() } == NSValidationMissingMandatoryPropertyError)
            #expect(!parent.performAndWait { parent.hasChanges } && child.hasChanges)
            plant.setValue("Aloe", forKey: "genus")
            #expect(code { try child.save() } == nil)
        }
        #expect(parent.performAndWait { parent.insertedObjects.count } == 1)
    }

    @Test("Constraints and the policy that counts are those of the context that talks to the store")
    func constraints() throws {
        let (_, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        try parent.performAndWait {
            parent.make("Plant", ["genus": "Aloe", "rating": 1])
            try parent.save()
        }
        try child.performAndWait {
            child.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            child.make("Plant", ["genus": "Aloe", "rating": 2])
            try child.save()
        }
        try parent.performAndWait {
            #expect(code { try parent.save() } == NSManagedObjectConstraintMergeError)
            parent.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try parent.save()
            #expect(try parent.all("Plant").map { $0.number("rating") } == [2])
        }
    }

    @Test(
        "A change of what the parent deleted is a conflict, which the child's policy settles",
        arguments: [
            (NSMergePolicyType.errorMergePolicyType, Int?.none), (.mergeByPropertyStoreTrumpMergePolicyType, 0),
            (.mergeByPropertyObjectTrumpMergePolicyType, 1), (.overwriteMergePolicyType, 1),
            (.rollbackMergePolicyType, 0),
        ])
    func conflicts(policy: NSMergePolicyType, plants: Int?) throws {
        for isSaved in [false, true] {
            let (_, contexts) = try stack()
            let (parent, child) = (contexts[0], contexts[1])
            try parent.performAndWait {
                parent.make("Plant", ["genus": "Aloe", "nickname": "first"])
                try parent.save()
            }
            try child.performAndWait { try child.all("Plant")[0].setValue(5, forKey: "rating") }
            try parent.performAndWait {
                parent.delete(try parent.all("Plant")[0])
                if isSaved { try parent.save() }
            }
            child.performAndWait {
                child.mergePolicy = NSMergePolicy(merge: policy)
                #expect(code { try child.save() } == (plants == nil ? NSManagedObjectMergeError : nil))
                #expect(child.hasChanges == (plants == nil))
            }
            try parent.performAndWait {
                try parent.save()
                let found = try parent.all("Plant")
                #expect(found.count == plants ?? 0, "\(policy) \(isSaved)")
                #expect(found.allSatisfy { $0.number("rating") == 5 && $0.text("nickname") == "first" })
            }
        }
    }

    @Test("Each side's changes of other properties are kept; of the same one the child's, which comes later")
    func bothChanged() throws {
        let (_, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        let plant = try parent.performAndWait {
            let plant = parent.make("Plant", ["genus": "Aloe", "species": "vera"])
            try parent.save()
            return MergingTests.Held(plant)
        }
        try child.performAndWait {
            let plant = try child.all("Plant")[0]
            plant.setValue("child's", forKey: "nickname")
            plant.setValue(3, forKey: "rating")
        }
        parent.performAndWait {
            plant.object.setValue("parent's", forKey: "nickname")
            plant.object.setValue("ferox", forKey: "species")
        }
        try child.performAndWait { try child.save() }
        parent.performAndWait {
            #expect(plant.object.text("nickname") == "child's" && plant.object.number("rating") == 3)
            #expect(plant.object.text("species") == "ferox")
        }
    }

    @Test("A seed that parent and child gave to other plants is the child's plant's, seen from every side")
    func movedByBoth() throws {
        let (_, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        let seed = try parent.performAndWait {
            for genus in ["A", "B", "C"] { parent.make("Plant", ["genus": genus]) }
            let seed = parent.make("Seed")
            seed.setValue(try parent.all("Plant", "genus == 'A'")[0], forKey: "plant")
            try parent.save()
            return MergingTests.Held(seed)
        }
        try child.performAndWait {
            try child.all("Seed")[0].setValue(try child.all("Plant", "genus == 'B'")[0], forKey: "plant")
        }
        try parent.performAndWait { seed.object.setValue(try parent.all("Plant", "genus == 'C'")[0], forKey: "plant") }
        try child.performAndWait { try child.save() }
        try parent.performAndWait {
            func counts() throws -> [Int?] {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
                request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
                return try parent.fetch(request).map { ($0.value(forKey: "seeds") as? NSSet)?.count }
            }
            #expect(try counts() == [0, 1, 0])
            try parent.save()
            parent.refreshAllObjects()
            #expect(try counts() == [0, 1, 0])
        }
    }

    @Test("What a child deletes is deleted in the parent, with what its rules say")
    func deletion() throws {
        let (_, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        try parent.performAndWait {
            let plant = parent.make("Plant", ["genus": "Aloe"])
            for number in 1...3 { parent.make("Seed", ["number": number]).setValue(plant, forKey: "plant") }
            try parent.save()
            // One the child does not know when it deletes.
            parent.make("Seed", ["number": 4]).setValue(plant, forKey: "plant")
        }
        try child.performAndWait {
            child.delete(try child.all("Plant")[0])
            try child.save()
            #expect(try child.total("Seed") == 0)
        }
        try parent.performAndWait {
            #expect(parent.deletedObjects.count == 4)
            try parent.save()
            #expect(try parent.total("Seed") == 0)
        }
    }

    @Test("Rollback and refresh in a child bring back what the parent has")
    func goingBack() throws {
        let (_, contexts) = try stack()
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
        let (_, contexts) = try stack()
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
        let above = try parent.performAndWait { MergingTests.HeldValue(try controller(parent)) }
        let below = try child.performAndWait { MergingTests.HeldValue(try controller(child)) }
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
        let (container, contexts) = try stack(levels: 2, model: PictureStack.model)
        let low = contexts[2]
        let (long, longer) = (Data(repeating: 1, count: 200_000), Data(repeating: 2, count: 300_000))
        func saveAll() throws {
            for context in contexts.reversed() { try context.performAndWait { try context.save() } }
        }
        let held = low.performAndWait {
            let picture = low.make("Picture", ["data": long, "title": "Aloe"])
            low.make("Note", ["text": "a"]).setValue(picture, forKey: "picture")
            return MergingTests.Held(picture)
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

    @Test("A save of the parent that fails leaves what the child saved, to be put right and saved again")
    func failedSave() throws {
        let (container, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        let other = container.newBackgroundContext()
        try other.performAndWait {
            other.make("Plant", ["genus": "Aloe"])
            try other.save()
        }
        let plant = try child.performAndWait {
            let plant = child.make("Plant", ["genus": "Aloe"])
            child.make("Seed", ["number": 1]).setValue(plant, forKey: "plant")
            try child.save()
            return MergingTests.Held(plant)
        }
        parent.performAndWait { #expect(code { try parent.save() } == NSManagedObjectConstraintMergeError) }
        try child.performAndWait {
            #expect(plant.object.objectID.isTemporaryID)
            plant.object.setValue("Picea", forKey: "genus")
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        try child.performAndWait { () throws in
            #expect(!plant.object.objectID.isTemporaryID)
            #expect((plant.object.value(forKey: "seeds") as? NSSet)?.count == 1)
            #expect(Set(try child.all("Plant").map { $0.text("genus") }) == ["Aloe", "Picea"])
        }
    }

    @Test("A parent that settles a constraint against what a child inserted takes it from the child") func unique()
        throws
    {
        let (container, contexts) = try stack()
        let (parent, child) = (contexts[0], contexts[1])
        let other = container.newBackgroundContext()
        try other.performAndWait {
            other.make("Plant", ["genus": "Aloe", "nickname": "first"])
            try other.save()
        }
        parent.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        let plant = try child.performAndWait {
            let plant = child.make("Plant", ["genus": "Aloe"])
            child.make("Seed", ["number": 1]).setValue(plant, forKey: "plant")
            try child.save()
            return MergingTests.Held(plant)
        }
        try parent.performAndWait { try parent.save() }
        try child.performAndWait {
            let plants = try child.all("Plant")
            #expect(plants.map { $0.text("nickname") } == ["first"])
            let seed = try #require(try child.all("Seed").first)
            child.refresh(seed, mergeChanges: false)
            #expect((seed.value(forKey: "plant") as? NSManagedObject)?.text("nickname") == "first")
            child.refresh(plant.object, mergeChanges: false)
            #expect(plant.object.text("genus") == nil && plant.object.isDeleted)
        }
    }

    @Test("A child with a batch size, a limit, prefetching, IDs and dictionaries answers as its parent does")
    func kindsOfFetch() throws {
        let (_, contexts) = try stack()
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
        let (container, contexts) = try stack()
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

extension NSManagedObjectContext {
    /// A context on a queue of its own that has this one for its parent.
    func child() -> NSManagedObjectContext {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = self
        return child
    }
}

/// What a context tells, in words.
private final class Events: @unchecked Sendable {
    // Filled on the context's queue, read while nothing runs there.
    private var words: [String] = []
    private var observers: [any NSObjectProtocol] = []

    init(of context: NSManagedObjectContext) {
        func listen(_ name: Notification.Name, _ word: String) {
            observers.append(
                NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                    [unowned self] note in
                    var words = [word]
                    for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey, NSRefreshedObjectsKey] {
                        if let set = note.userInfo?[key] as? NSSet { words.append("\(set.count) \(key)") }
                    }
                    self.words.append(words.joined(separator: " "))
                })
        }
        listen(.NSManagedObjectContextObjectsDidChange, "changed")
        listen(.NSManagedObjectContextWillSave, "will save")
        listen(.NSManagedObjectContextDidSave, "saved")
    }

    func taken() -> [String] {
        defer { words = [] }
        return words
    }

    func end() { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
}
