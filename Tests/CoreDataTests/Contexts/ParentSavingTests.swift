import CoreData
import Foundation
import Testing

@Suite("What a child saves") struct ParentSavingTests {
    @Test("Validation is the child's own too: what it refuses never reaches the parent")
    func validation() throws {
        let (_, contexts) = try GardenStack.levels()
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
        let (_, contexts) = try GardenStack.levels()
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
            let (_, contexts) = try GardenStack.levels()
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
        let (_, contexts) = try GardenStack.levels()
        let (parent, child) = (contexts[0], contexts[1])
        let plant = try parent.performAndWait {
            let plant = parent.make("Plant", ["genus": "Aloe", "species": "vera"])
            try parent.save()
            return Held(plant)
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
        let (_, contexts) = try GardenStack.levels()
        let (parent, child) = (contexts[0], contexts[1])
        let seed = try parent.performAndWait {
            for genus in ["A", "B", "C"] { parent.make("Plant", ["genus": genus]) }
            let seed = parent.make("Seed")
            seed.setValue(try parent.all("Plant", "genus == 'A'")[0], forKey: "plant")
            try parent.save()
            return Held(seed)
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
        let (_, contexts) = try GardenStack.levels()
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

    @Test("A save of the parent that fails leaves what the child saved, to be put right and saved again")
    func failedSave() throws {
        let (container, contexts) = try GardenStack.levels()
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
            return Held(plant)
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
        let (container, contexts) = try GardenStack.levels()
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
            return Held(plant)
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
}
