import CoreData
import Foundation
import Testing

@Suite("Relationships") struct RelationshipTests {
    @Test("Both ends are true at once, and after reopening (171)")
    func inverses() throws {
        let url = try GardenStack.url()
        let context = try GardenStack.container(url).newBackgroundContext()
        try context.performAndWait {
            let (a, b) = (context.make("Plant", ["genus": "A"]), context.make("Plant", ["genus": "B"]))
            let seed = context.make("Seed", ["plant": a])
            #expect((a.value(forKey: "seeds") as? NSSet)?.contains(seed) == true)
            try context.save()
            seed.setValue(b, forKey: "plant")
            #expect((a.value(forKey: "seeds") as? NSSet)?.count == 0)
            #expect((b.value(forKey: "seeds") as? NSSet)?.allObjects.first as? NSManagedObject === seed)
            b.mutableSetValue(forKey: "seeds").remove(seed)
            #expect(seed.value(forKey: "plant") == nil)
            b.mutableSetValue(forKey: "seeds").add(seed)
            try context.save()
        }
        let again = try GardenStack.container(url).newBackgroundContext()
        try again.performAndWait {
            let seed = try again.all("Seed")[0]
            let plant = try again.all("Plant", "genus == 'A'")[0]
            #expect(seed.value(forKeyPath: "plant.genus") as? String == "B")
            #expect(plant.value(forKeyPath: "seeds.@count") as? Int == 0)
        }
    }

    @Test("Many-to-many is seen from both sides after a reopening; removing on one side persists (172)")
    func manyToMany() throws {
        let url = try GardenStack.url()
        let context = try GardenStack.container(url).newBackgroundContext()
        try context.performAndWait {
            let plants = ["A", "B", "C"].map { context.make("Plant", ["genus": $0]) }
            let tag = context.make("Tag", ["name": "hardy"])
            for plant in plants { plant.mutableSetValue(forKey: "tags").add(tag) }
            try context.save()
            tag.mutableSetValue(forKey: "plants").remove(plants[1])
            try context.save()
        }
        let again = try GardenStack.container(url).newBackgroundContext()
        try again.performAndWait {
            let tag = try again.all("Tag")[0]
            let names = (tag.value(forKeyPath: "plants.genus") as? NSSet)?.allObjects as? [String]
            #expect(names?.sorted() == ["A", "C"])
            #expect(try again.all("Plant", "ANY tags.name == %@", "hardy").count == 2)
            again.delete(tag)
            try again.save()
            #expect(try again.all("Plant", "tags.@count == 0").count == 3)
        }
    }

    @Test("An ordered relationship keeps its order through a save and a change")
    func ordered() throws {
        let url = try GardenStack.url()
        let context = try GardenStack.container(url).newBackgroundContext()
        func names(_ context: NSManagedObjectContext) throws -> [String] {
            let plants = try context.all("Bed")[0].value(forKey: "plants") as? NSOrderedSet
            return plants?.array.compactMap { ($0 as? NSManagedObject)?.text("genus") } ?? []
        }
        try context.performAndWait {
            let bed = context.make("Bed", ["name": "south"])
            let plants = ["C", "A", "B"].map { context.make("Plant", ["genus": $0]) }
            bed.setValue(NSOrderedSet(array: plants), forKey: "plants")
            try context.save()
            bed.setValue(NSOrderedSet(array: [plants[2], plants[0], plants[1]]), forKey: "plants")
            try context.save()
            #expect(plants[0].value(forKey: "bed") as? NSManagedObject === bed)
        }
        let again = try GardenStack.container(url).newBackgroundContext()
        let order = try again.performAndWait { try names(again) }
        #expect(order == ["B", "C", "A"])
    }

    @Test("A to-many that was not read yet shows what was added and removed before it is")
    func unread() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "A"])
            let seeds = (0..<50).map { context.make("Seed", ["number": $0, "plant": plant]) }
            try context.save()
            context.refresh(plant, mergeChanges: false)
            seeds[7].setValue(nil, forKey: "plant")
            let new = context.make("Seed", ["number": 99, "plant": plant])
            let members = plant.value(forKey: "seeds") as? NSSet
            #expect(members?.count == 50 && members?.contains(new) == true && members?.contains(seeds[7]) == false)
        }
    }

    @Test("Deleting the members of a relationship in a loop over it is safe")
    func deletingWhileEnumerating() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "A"])
            for number in 0..<1000 { context.make("Seed", ["number": number, "plant": plant]) }
            try context.save()
            for case let seed as NSManagedObject in plant.value(forKey: "seeds") as? NSSet ?? NSSet() {
                context.delete(seed)
                context.processPendingChanges()
            }
            try context.save()
            #expect(try context.all("Seed").isEmpty)
        }
    }

    @Test("A fetch of an entity returns its subentities' objects with their own properties (59, 173)")
    func inheritance() throws {
        try GardenStack.run { context, _ in
            context.make("Plant", ["genus": "A"])
            let tree = context.make("Tree", ["genus": "Quercus", "height": 12.5])
            context.make("Seed", ["plant": tree])
            try context.save()
            context.reset()
            let plants = try context.all("Plant")
            #expect(plants.count == 2)
            #expect(plants.first { $0.entity.name == "Tree" }?.value(forKey: "height") as? Double == 12.5)
            #expect(try context.all("Seed")[0].value(forKeyPath: "plant.height") as? Double == 12.5)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.includesSubentities = false
            #expect(try context.count(for: request) == 1)
            #expect(try context.all("Tree", "genus == 'Quercus'").count == 1)
        }
    }

    @Test(
        "What is removed and added unseen, or the other way round, is as if it had been seen", arguments: [true, false])
    func unseenMembers(isMember: Bool) throws {
        for isAddedLast in [true, false] {
            for looksBetween in [true, false] {
                try GardenStack.run { context, _ in
                    let (plant, tag) = (context.make("Plant", ["genus": "Aloe"]), context.make("Tag", ["name": "dry"]))
                    if isMember { plant.mutableSetValue(forKey: "tags").add(tag) }
                    try context.save()
                    context.refreshAllObjects()
                    let tags = plant.mutableSetValue(forKey: "tags")
                    if isAddedLast { tags.remove(tag) } else { tags.add(tag) }
                    if looksBetween { _ = plant.value(forKey: "tags") }
                    if isAddedLast { tags.add(tag) } else { tags.remove(tag) }
                    try context.save()
                    #expect(tags.count == (isAddedLast ? 1 : 0))
                    context.refreshAllObjects()
                    #expect((plant.value(forKey: "tags") as? NSSet)?.count == (isAddedLast ? 1 : 0))
                    #expect((tag.value(forKey: "plants") as? NSSet)?.count == (isAddedLast ? 1 : 0))
                }
            }
        }
    }
}
