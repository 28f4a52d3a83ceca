import CoreData
import Foundation
import Testing

@Suite("Statements 171–174: relationships") struct RelationshipTests {
    @Test("171. Both ends are true at once, and after reopening")
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

    @Test("172. Many-to-many is seen from both sides after a reopening; removing on one side persists")
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

    @Test("59, 173. A fetch of an entity returns its subentities' objects with their own properties")
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

    @Test("174. A relationship is to-many unless its greatest count is 1, whatever the least is")
    func toMany() {
        let relationship = NSRelationshipDescription()
        for (least, most, isToMany) in [(0, 1, false), (1, 1, false), (0, 0, true), (1, 0, true), (0, 2, true)] {
            (relationship.minCount, relationship.maxCount) = (least, most)
            #expect(relationship.isToMany == isToMany)
        }
    }

    @Test("mutableSetValue stands for the relationship, whatever is done to it")
    func mutableSet() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "A"])
            let seeds = (0..<4).map { context.make("Seed", ["number": $0]) }
            let set = plant.mutableSetValue(forKey: "seeds")
            func numbers() -> [Int] { set.compactMap { ($0 as? NSManagedObject)?.number("number") }.sorted() }
            set.addObjects(from: Array(seeds[0...2]))
            #expect(numbers() == [0, 1, 2] && seeds[1].value(forKey: "plant") as? NSManagedObject === plant)
            set.minus([seeds[0]])
            seeds[3].setValue(plant, forKey: "plant")
            #expect(numbers() == [1, 2, 3] && set.contains(seeds[3]) && !set.contains(seeds[0]))
            set.intersect([seeds[1], seeds[3]])
            set.union([seeds[0]])
            #expect(numbers() == [0, 1, 3])
            set.setSet([seeds[2]])
            #expect(numbers() == [2])
            set.removeAllObjects()
            #expect(seeds.allSatisfy { $0.value(forKey: "plant") == nil })
        }
    }

    @Test("mutableOrderedSetValue stands for the relationship, whatever is done to it; the order is saved")
    func mutableOrderedSet() throws {
        try GardenStack.run { (context, _) throws in
            let bed = context.make("Bed", ["name": "south"])
            let plants = ["A", "B", "C", "D"].map { context.make("Plant", ["genus": $0]) }
            let set = bed.mutableOrderedSetValue(forKey: "plants")
            func names() throws -> String {
                let now = bed.value(forKey: "plants") as? NSOrderedSet
                let read = now?.array.compactMap { ($0 as? NSManagedObject)?.text("genus") }.joined() ?? ""
                #expect(set.array.compactMap { ($0 as? NSManagedObject)?.text("genus") }.joined() == read)
                #expect(
                    set.count == now?.count
                        && (set.firstObject as? NSManagedObject)?.text("genus").map { read.hasPrefix($0) } ?? true)
                try context.save()
                context.refresh(bed, mergeChanges: false)
                let stored = (bed.value(forKey: "plants") as? NSOrderedSet)?.array
                #expect(stored?.compactMap { ($0 as? NSManagedObject)?.text("genus") }.joined() == read)
                return read
            }
            set.addObjects(from: [plants[0], plants[1]])
            set.insert(plants[2], at: 0)
            set.add(plants[0])
            #expect(try names() == "CAB" && plants[2].value(forKey: "bed") as? NSManagedObject === bed)
            set.exchangeObject(at: 0, withObjectAt: 2)
            #expect(try names() == "BAC")
            set.moveObjects(at: [0], to: 2)
            #expect(try names() == "ACB")
            set.replaceObject(at: 1, with: plants[3])
            #expect(try names() == "ADB" && plants[2].value(forKey: "bed") == nil)
            set.sort(using: [NSSortDescriptor(key: "genus", ascending: true)])
            #expect(try names() == "ABD")
            // What happens elsewhere shows here.
            plants[0].setValue(nil, forKey: "bed")
            #expect(set.count == 2 && !set.contains(plants[0]) && set.index(of: plants[3]) == 1)
            set[0] = plants[0]
            set.union([plants[2]])
            #expect(try names() == "ADC")
            set.minus([plants[0]])
            set.removeObject(at: 0)
            #expect(try names() == "C")
            set.removeAllObjects()
            #expect(try names() == "" && plants.allSatisfy { $0.value(forKey: "bed") == nil })
        }
    }
}
