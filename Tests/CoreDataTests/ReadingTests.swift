import CoreData
import Foundation
import Testing

@Suite("Reading many rows in one block") struct ReadingTests {
    private func fill(_ context: NSManagedObjectContext, _ count: Int) throws -> [NSManagedObjectID] {
        try context.performAndWait {
            let seeds = (0..<count).map { context.make("Seed", ["number": $0]) }
            try context.save()
            return seeds.map(\.objectID)
        }
    }

    /// The same rows as another coordinator names them.
    private func ids(_ ids: [NSManagedObjectID], in context: NSManagedObjectContext) -> [NSManagedObjectID] {
        ids.compactMap {
            context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: $0.uriRepresentation())
        }
    }

    @Test(
        "A block that has read before sees what another coordinator saves meanwhile",
        arguments: ["WAL", "DELETE"])
    func sees(journal: String) throws {
        let pragmas = ["journal_mode": journal] as NSDictionary
        let (_, reader, writer, kept) = try GardenStack.pair(options: [NSSQLitePragmasOption: pragmas])
        let own = ids(try fill(writer, 60), in: reader)
        try reader.performAndWait {
            for round in 0..<20 {
                // Enough reads that the block keeps its transaction open.
                for id in own[(round * 3)..<(round * 3 + 3)] {
                    reader.refresh(reader.object(with: id), mergeChanges: false)
                    _ = try reader.existingObject(with: id)
                }
                try writer.performAndWait {
                    for seed in try writer.all("Seed") { seed.setValue(round + 1000, forKey: "number") }
                    if round == 19 { writer.delete(try writer.all("Seed", "number > 0")[5]) }
                    try writer.save()
                }
                let object = try reader.existingObject(with: own[0])
                reader.refresh(object, mergeChanges: false)
                #expect(object.number("number") == round + 1000)
                #expect(
                    try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Seed"))
                        == (round == 19 ? 59 : 60))
            }
        }
        withExtendedLifetime(kept) {}
    }

    @Test("A block reads, saves and reads on; what it saved is there, and the log is folded")
    func saves() throws {
        let (url, reader, _, kept) = try GardenStack.pair()
        let ids = try fill(reader, 3000)
        let log = URL(fileURLWithPath: url.path + "-wal")
        try reader.performAndWait {
            for round in 0..<30 {
                reader.refreshAllObjects()
                for id in ids { _ = try reader.existingObject(with: id).number("number") }
                for id in ids { try reader.existingObject(with: id).setValue(round, forKey: "number") }
                try reader.save()
            }
            reader.refreshAllObjects()
            let numbers = try ids.map { try reader.existingObject(with: $0).number("number") }
            #expect(numbers.allSatisfy { $0 == 29 })
        }
        // Thirty times 3,000 rows are far more than a log may hold before it is folded into the file.
        let size = try FileManager.default.attributesOfItem(atPath: log.path)[.size] as? Int ?? 0
        #expect(size < 8_000_000)
        withExtendedLifetime(kept) {}
    }

    @Test("Blocks within blocks, of two contexts and of one, each see the same")
    func nested() throws {
        let (_, reader, writer, kept) = try GardenStack.pair()
        let own = ids(try fill(writer, 10), in: reader)
        try reader.performAndWait {
            for id in own { _ = try reader.existingObject(with: id) }
            try reader.performAndWait { _ = try reader.all("Seed") }
            try writer.performAndWait {
                for seed in try writer.all("Seed") { seed.setValue(77, forKey: "number") }
                try writer.save()
            }
            try reader.performAndWait {
                reader.refreshAllObjects()
                let found = try reader.all("Seed", "number == 77").count
                #expect(found == 10)
            }
            reader.refreshAllObjects()
            let numbers = try own.map { try reader.existingObject(with: $0).number("number") }
            #expect(numbers.allSatisfy { $0 == 77 })
        }
        withExtendedLifetime(kept) {}
    }

    // MARK: Batches

    @Test("With a batch size objects come as faults, and the first that is read brings its batch")
    func batches() throws {
        let (_, reader, writer, kept) = try GardenStack.pair()
        _ = try fill(writer, 100)
        try reader.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            request.fetchBatchSize = 10
            let seeds = try reader.fetch(request)
            #expect(seeds.count == 100)
            #expect(seeds.allSatisfy { $0.isFault })
            #expect(seeds[42].number("number") == 42)
            try writer.performAndWait {
                for seed in try writer.all("Seed") {
                    seed.setValue((seed.number("number") ?? 0) + 1000, forKey: "number")
                }
                try writer.save()
            }
            // Those of the same batch had been read by then, the others had not.
            #expect(seeds[40..<50].map { $0.number("number") } == Array(40..<50))
            #expect(seeds[50..<60].map { $0.number("number") } == Array(1050..<1060))
            try writer.performAndWait {
                for seed in try writer.all("Seed", "number < 1005") { writer.delete(seed) }
                try writer.save()
            }
            // A row that is gone reads as empty; its neighbours are there.
            #expect(
                seeds[0..<10].map { $0.number("number") } == [nil, nil, nil, nil, nil, 1005, 1006, 1007, 1008, 1009])
            #expect(seeds[0].isDeleted)
        }
        withExtendedLifetime(kept) {}
    }

    @Test("A batch size changes nothing of what a fetch gives, unsaved changes and windows included")
    func sameResult() throws {
        try GardenStack.run { context, _ in
            for number in 0..<50 { context.make("Plant", ["genus": "g\(number)", "rating": number % 10]) }
            for number in 0..<20 { context.make("Tree", ["genus": "t\(number)", "rating": number % 10]) }
            try context.save()
            func check() throws {
                for (limit, offset) in [(0, 0), (7, 0), (7, 3), (0, 60)] {
                    let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
                    request.predicate = NSPredicate(format: "rating < %d", 8)
                    request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
                    (request.fetchLimit, request.fetchOffset) = (limit, offset)
                    let plain = try context.fetch(request)
                    request.fetchBatchSize = 4
                    #expect(try context.fetch(request) == plain)
                    request.returnsObjectsAsFaults = false
                    #expect(try context.fetch(request).allSatisfy { !$0.isFault })
                }
            }
            try check()
            context.reset()
            try check()
            context.make("Tree", ["genus": "g5b", "rating": 1])
            try context.all("Plant", "genus == %@", "g7")[0].setValue(9, forKey: "rating")
            context.delete(try context.all("Plant", "genus == %@", "t3")[0])
            try check()
        }
    }

    // MARK: Relationships

    @Test("Prefetching finds the sources also when their keys are few and far between")
    func farKeys() throws {
        try GardenStack.run { context, _ in
            for number in 0..<300 {
                let plant = context.make("Plant", ["genus": "g\(number)"])
                for seed in 0..<(number % 4) { context.make("Seed", ["plant": plant, "number": seed]) }
            }
            try context.save()
            for plant in try context.all("Plant", "NOT genus IN %@", ["g2", "g3", "g150", "g299"]) {
                context.delete(plant)
            }
            try context.save()
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.relationshipKeyPathsForPrefetching = ["seeds"]
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
            let plants = try context.fetch(request)
            #expect(plants.map { $0.text("genus") } == ["g150", "g2", "g299", "g3"])
            #expect(plants.allSatisfy { !$0.hasFault(forRelationshipNamed: "seeds") })
            #expect(plants.map { ($0.value(forKey: "seeds") as? NSSet)?.count } == [2, 2, 3, 3])
        }
    }

    @Test(
        "Operators over a to-many relationship give what they give over an array of the values",
        arguments: ["@sum.number", "@avg.number", "@min.number", "@max.number", "@sum.dateSown", "@max.note", "@count"])
    func operators(path: String) throws {
        try GardenStack.run { context, _ in
            let none = context.make("Plant", ["genus": "none"])
            let some = context.make("Plant", ["genus": "some"])
            for number in 0..<40 {
                let seed = context.make("Seed", ["plant": some, "note": "n\(number % 7)"])
                if number % 3 > 0 {
                    seed.setValue(number * 800, forKey: "number")
                    seed.setValue(Date(timeIntervalSinceReferenceDate: Double(number) * 1000.5), forKey: "dateSown")
                } else {
                    seed.setValue(nil, forKey: "number")
                }
            }
            try context.save()
            context.reset()
            for plant in try context.all("Plant") {
                let values = (plant.value(forKey: "seeds") as? NSSet)?.allObjects ?? []
                let keys = path.split(separator: ".").map(String.init)
                let expected = NSExpression(forKeyPath: "self.\(path)").expressionValue(with: values, context: nil)
                #expect(
                    plant.value(forKeyPath: "seeds.\(path)") as? NSObject == expected as? NSObject,
                    "\(plant.text("genus") ?? "") \(keys)")
            }
            withExtendedLifetime((none, some)) {}
        }
    }
}
