import CoreData
import Foundation
import Testing

@Suite("An object and its ID through levels of contexts") struct ParentIdentityTests {
    @Test("An object has one identity through the levels: the ID it had before its first save finds it afterwards")
    func identity() throws {
        let (_, contexts) = try GardenStack.levels(2)
        let (top, middle, low) = (contexts[0], contexts[1], contexts[2])
        let (held, seed, first) = try low.performAndWait {
            let plant = low.make("Plant", ["genus": "Aloe"])
            let seed = low.make("Seed", ["number": 7])
            seed.setValue(plant, forKey: "plant")
            let first = plant.objectID
            try low.save()
            return (Held(plant), Held(seed), first)
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
        let (container, contexts) = try GardenStack.levels()
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
        let (_, contexts) = try GardenStack.levels()
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
        let (_, contexts) = try GardenStack.levels()
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
        let (_, contexts) = try GardenStack.levels()
        let (parent, child) = (contexts[0], contexts[1])
        for round in 0..<50 {
            let plants = child.performAndWait {
                HeldValue((0..<20).map { child.make("Plant", ["genus": "\(round)", "species": "\($0)"]) })
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
}
