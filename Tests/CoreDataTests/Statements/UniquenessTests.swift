import CoreData
import Foundation
import Testing

@Suite("Statements 143–146: uniqueness constraints") struct UniquenessTests {
    /// The plants in the store: name, nickname and number of seeds.
    private func plants(_ container: NSPersistentContainer) throws -> [String] {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            try context.all("Plant").map {
                "\($0.text("genus") ?? "nil") \($0.text("nickname") ?? "-") \($0.value(forKeyPath: "seeds.@count") ?? 0)"
            }.sorted()
        }
    }

    @Test("143, 144. A second object with a constraint's values fails the save; without it the rest is saved")
    func duplicate() throws {
        try GardenStack.run { context, _ in
            let first = context.make("Plant", ["genus": "A", "species": "x"])
            try context.save()
            let culprit = context.make("Plant", ["genus": "A", "species": "x"])
            for number in 0..<50 { context.make("Seed", ["number": number]) }
            do {
                try context.save()
                Issue.record("saved a duplicate")
            } catch let error as NSError {
                #expect(error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectConstraintMergeError)
                let conflict = (error.userInfo["conflictList"] as? [NSConstraintConflict])?.first
                #expect(conflict?.conflictingObjects == [culprit] && conflict?.databaseObject === first)
                #expect(conflict?.constraint == ["genus", "species"])
                #expect(conflict?.constraintValues["genus"] as? String == "A")
            }
            #expect(context.insertedObjects.count == 51)
            context.delete(culprit)
            try context.save()
            #expect(try context.all("Seed").count == 50 && context.all("Plant").count == 1)
        }
    }

    @Test("Every kind of store enforces constraints", arguments: [NSSQLiteStoreType, NSInMemoryStoreType])
    func kinds(type: String) throws {
        try GardenStack.run(type: type) { context, _ in
            context.make("Plant", ["genus": "A"])
            context.make("Plant", ["genus": "A"])
            let unsaved = try context.all("Plant").count
            #expect(unsaved == 2)
            #expect(code { try context.save() } == NSManagedObjectConstraintMergeError)
            #expect(try context.count(for: stored("Plant")) == 0)
        }
    }

    @Test("A constraint holds for subentities too, in one table with their parents")
    func subentities() throws {
        try GardenStack.run { context, _ in
            context.make("Plant", ["genus": "A"])
            context.make("Tree", ["genus": "A", "height": 3.5])
            #expect(code { try context.save() } == NSManagedObjectConstraintMergeError)
        }
    }

    @Test("A part of the values that is nil conflicts with nothing")
    func missingPart() throws {
        let entity = NSEntityDescription()
        entity.name = "Item"
        let code = NSAttributeDescription()
        code.name = "code"
        code.attributeType = .stringAttributeType
        entity.properties = [code]
        entity.uniquenessConstraints = [["code"]]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let context = try GardenStack.container(model: model).newBackgroundContext()
        try context.performAndWait {
            context.make("Item")
            context.make("Item")
            try context.save()
            #expect(try context.all("Item").count == 2)
        }
    }

    @Test(
        "A duplicate of a stored row, by policy: one row stays, under its ID, and no seed is lost",
        arguments: [
            (NSMergePolicy.mergeByPropertyObjectTrump, "new"), (.overwrite, "new"), (.mergeByPropertyStoreTrump, "old"),
            (.rollback, "old"),
        ])
    func policies(policy: NSMergePolicy, nickname: String) throws {
        try GardenStack.run { context, container in
            let first = context.make("Plant", ["genus": "A", "nickname": "old"])
            context.make("Seed", ["plant": first])
            try context.save()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                other.mergePolicy = policy
                let twin = other.make("Plant", ["genus": "A", "nickname": "new"])
                let tag = other.make("Tag", ["name": "hardy"])
                twin.mutableSetValue(forKey: "tags").add(tag)
                let bed = other.make("Bed", ["name": "south"])
                twin.setValue(bed, forKey: "bed")
                let seed = other.make("Seed", ["plant": twin])
                try other.save()
                #expect(!other.hasChanges)
                #expect((seed.value(forKey: "plant") as? NSManagedObject)?.objectID == first.objectID)
                #expect(try other.all("Plant").map(\.objectID) == [first.objectID])
            }
            #expect(try plants(container) == ["A \(nickname) 2"])
            #expect(try context.all("Plant", "ANY tags.name == 'hardy'").count == 1)
            #expect(try context.all("Plant", "bed.name == 'south'").count == (nickname == "new" ? 1 : 0))
        }
    }

    @Test(
        "Two new objects of one save with the same values, by policy: one row, with the seeds of both",
        arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite, .mergeByPropertyStoreTrump, .rollback])
    func twins(policy: NSMergePolicy) throws {
        try GardenStack.run { context, container in
            context.mergePolicy = policy
            for number in 0..<3 {
                let plant = context.make("Plant", ["genus": "A"])
                context.make("Seed", ["number": number, "plant": plant])
            }
            try context.save()
            #expect(try plants(container) == ["A - 3"])
            #expect(!context.hasChanges)
        }
    }

    @Test(
        "A rename onto a stored plant, by policy",
        arguments: [
            (NSMergePolicy.mergeByPropertyObjectTrump, ["A b 2"]), (.overwrite, ["A b 2"]),
            (.mergeByPropertyStoreTrump, ["A a 1", "B b 1"]), (.rollback, ["A a 1", "B b 1"]),
        ])
    func rename(policy: NSMergePolicy, expected: [String]) throws {
        try GardenStack.run { context, container in
            for (genus, nickname) in [("A", "a"), ("B", "b")] {
                context.make("Seed", ["plant": context.make("Plant", ["genus": genus, "nickname": nickname])])
            }
            try context.save()
            let plant = try context.all("Plant", "genus == 'B'")[0]
            plant.setValue("A", forKey: "genus")
            #expect(code { try context.save() } == NSManagedObjectConstraintMergeError)
            context.mergePolicy = policy
            try context.save()
            #expect(try plants(container) == expected)
        }
    }

    @Test("Values change hands within one save: a chain, a swap, a ring, a deleted one's, in any order")
    func exchanges() throws {
        try GardenStack.run { context, container in
            let names = ["A", "B", "C", "D"]
            let all = names.map { context.make("Plant", ["genus": $0, "nickname": $0.lowercased()]) }
            try context.save()
            func rename(_ new: [String]) throws -> [String] {
                for (plant, name) in zip(all, new) where plant.managedObjectContext != nil {
                    plant.setValue(name, forKey: "genus")
                }
                try context.save()
                return try plants(container)
            }
            #expect(try rename(["B", "C", "D", "E"]) == ["B a 0", "C b 0", "D c 0", "E d 0"])
            #expect(try rename(["C", "B", "D", "E"]) == ["B b 0", "C a 0", "D c 0", "E d 0"])
            #expect(try rename(["B", "D", "E", "C"]) == ["B a 0", "C d 0", "D b 0", "E c 0"])
            context.delete(all[0])
            context.make("Plant", ["genus": "D", "nickname": "new"])
            #expect(try rename(["-", "B", "E", "C"]) == ["B b 0", "C d 0", "D new 0", "E c 0"])
            all[1].setValue("C", forKey: "genus")
            all[3].setValue("B", forKey: "genus")
            all[2].setValue("E2", forKey: "genus")
            context.make("Plant", ["genus": "B", "nickname": "one too many"])
            #expect(code { try context.save() } == NSManagedObjectConstraintMergeError)
            #expect(try plants(container) == ["B b 0", "C d 0", "D new 0", "E c 0"])
        }
    }

    @Test("Many contexts insert the same plant at once: one row, one save succeeds")
    func race() async throws {
        let container = try GardenStack.container()
        let outcomes = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let context = container.newBackgroundContext()
                    return await context.perform {
                        context.make("Plant", ["genus": "A"])
                        return code { try context.save() }
                    }
                }
            }
            return await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.filter { $0 == NSManagedObjectConstraintMergeError }.count == 7)
        #expect(try plants(container) == ["A - 0"])
    }

    @Test("146. An entity has no constraints at first; those it gets are part of its version hash")
    func hash() throws {
        let name = NSAttributeDescription()
        (name.name, name.attributeType) = ("name", .stringAttributeType)
        let entity = NSEntityDescription()
        (entity.name, entity.properties) = ("Label", [name])
        #expect(entity.uniquenessConstraints.isEmpty)
        let before = entity.versionHash
        entity.uniquenessConstraints = [["name"]]
        #expect(entity.versionHash != before)
    }

    @Test(
        "The winner takes over what an object of a subentity had, and its values where those win",
        arguments: [(NSMergePolicy.mergeByPropertyObjectTrump, "new"), (.mergeByPropertyStoreTrump, "old")])
    func acrossEntities(policy: NSMergePolicy, nickname: String) throws {
        try GardenStack.run { context, container in
            context.mergePolicy = policy
            context.make("Plant", ["genus": "Quercus", "nickname": "old"])
            try context.save()
            let tree = context.make("Tree", ["genus": "Quercus", "nickname": "new", "height": 4.0])
            for number in 0..<3 { context.make("Seed", ["number": number, "plant": tree]) }
            try context.save()
            #expect(try plants(container) == ["Quercus \(nickname) 3"])
        }
    }

    @Test("Numbers that a store takes for one are one for a merge policy too")
    func equalNumbers() throws {
        let reading = entity(
            "Reading", [attribute("level", .doubleAttributeType), attribute("price", .decimalAttributeType)])
        reading.uniquenessConstraints = [["level"], ["price"]]
        let model = NSManagedObjectModel()
        model.entities = [reading]
        let context = try GardenStack.container(model: model).newBackgroundContext()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            for level in [0.0, -0.0, 0.0] { context.make("Reading", ["level": level]) }
            for digit in 1...3 {
                context.make("Reading", ["price": NSDecimalNumber(string: "12345678901234567890.\(digit)")])
            }
            try context.save()
            #expect(try context.total("Reading") == 2)
        }
    }
}
