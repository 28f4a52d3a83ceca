import CoreData
import Foundation
import Testing

@Suite("Statements 47–63: unsaved changes in fetches") struct PendingChangesTests {
    /// Five seeds are stored: numbers 0 to 4. Then, unsaved: 0 is deleted, 1 becomes 10, 4 becomes 2, and 3 is new.
    private func changed(
        type: String = NSSQLiteStoreType, _ body: (NSManagedObjectContext, [NSManagedObject]) throws -> Void
    ) throws {
        try GardenStack.run(type: type) { context, _ in
            var seeds = (0..<5).map { context.make("Seed", ["number": $0]) }
            try context.save()
            context.delete(seeds[0])
            seeds[1].setValue(10, forKey: "number")
            seeds[4].setValue(2, forKey: "number")
            seeds.append(context.make("Seed", ["number": 3]))
            try body(context, seeds)
        }
    }

    private func request(_ format: String, pending: Bool = true) throws -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
        request.predicate = try NSPredicate.parse(format)
        request.includesPendingChanges = pending
        return request
    }

    @Test(
        "47, 48, 58. What matches: stored, less deleted and changed away, plus changed into it and new",
        arguments: [NSSQLiteStoreType, NSInMemoryStoreType])
    func overlay(type: String) throws {
        try changed(type: type) { context, seeds in
            let fetched = try context.fetch(request("number < 4"))
            #expect(Set(fetched) == [seeds[2], seeds[3], seeds[4], seeds[5]])
            #expect(fetched.compactMap { $0.number("number") }.sorted() == [2, 2, 3, 3])
        }
    }

    @Test("49, 51. Without pending changes: the stored rows, with the values they have now")
    func storedMembership() throws {
        try changed { context, seeds in
            let fetched = try context.fetch(request("number < 4", pending: false))
            #expect(Set(fetched) == Set(seeds[0..<4]))
            #expect(seeds[1].number("number") == 10)
            #expect(try context.count(for: request("number < 4", pending: false)) == 4)
        }
    }

    @Test("50, 51, 68. IDs and counts have the same members; a new object has a temporary ID")
    func idsAndCounts() throws {
        try changed { context, seeds in
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Seed")
            ids.resultType = .managedObjectIDResultType
            ids.predicate = try NSPredicate.parse("number < 4")
            let found = try context.fetch(ids)
            #expect(Set(found) == Set(seeds[2...5].map(\.objectID)))
            #expect(found.filter(\.isTemporaryID) == [seeds[5].objectID])
            let count = NSFetchRequest<NSNumber>(entityName: "Seed")
            count.resultType = .countResultType
            count.predicate = ids.predicate
            #expect(try context.fetch(count) == [4])
            #expect(try context.count(for: request("number < 4")) == 4)
        }
    }

    @Test("52. Dictionaries show what is stored, whatever is unsaved")
    func dictionaries() throws {
        try changed { context, _ in
            let request = NSFetchRequest<NSDictionary>(entityName: "Seed")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["number"]
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            let numbers = try context.fetch(request).map { $0["number"] as? Int }
            #expect(numbers == [0, 1, 2, 3, 4])
        }
    }

    @Test("61. Without an order of its own the stored order stays, and new objects follow")
    func order() throws {
        try changed { context, seeds in
            let fetched = try context.fetch(request("TRUEPREDICATE"))
            #expect(fetched == Array(seeds[1...5]))
        }
    }

    @Test("59. Objects of subentities are hidden in both parts when they are not asked for")
    func subentities() throws {
        try GardenStack.run { context, _ in
            context.make("Plant", ["genus": "A"])
            context.make("Tree", ["genus": "B"])
            try context.save()
            context.make("Tree", ["genus": "C"])
            context.make("Plant", ["genus": "D"])
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            #expect(try context.count(for: request) == 4)
            request.includesSubentities = false
            #expect(Set(try context.fetch(request).compactMap { $0.text("genus") }) == ["A", "D"])
            #expect(try context.count(for: request) == 2)
        }
    }

    @Test("63. returnsObjectsAsFaults = false realizes everything, faults or not at first")
    func realized() throws {
        try changed { context, _ in
            context.refreshAllObjects()
            let request = try request("number >= 0")
            request.returnsObjectsAsFaults = false
            #expect(try context.fetch(request).allSatisfy { !$0.isFault })
        }
    }

    @Test("73. A condition on related objects sees their unsaved values")
    func related() throws {
        try GardenStack.run { context, _ in
            let plants = ["A", "B"].map { context.make("Plant", ["genus": $0]) }
            for number in 0..<4 { context.make("Seed", ["number": number, "plant": plants[number % 2]]) }
            try context.save()
            plants[0].setValue("C", forKey: "genus")
            #expect(try context.all("Seed", "plant.genus == 'C'").count == 2)
            #expect(try context.all("Seed", "plant.genus == 'A'").count == 0)
            try context.all("Seed", "number == 1")[0].setValue(plants[0], forKey: "plant")
            #expect(try context.all("Plant", "seeds.@count == 3").first === plants[0])
            #expect(try context.all("Plant", "SUBQUERY(seeds, $s, $s.number > 0).@count == 2").first === plants[0])
            let only = try context.all("Seed", "plant.genus == 'B'")
            context.delete(only[0])
            #expect(try context.all("Plant", "seeds.@count == 0").first === plants[1])
        }
    }

    @Test(
        "56, 57, 61. Random rows, random edits: order and window are those of everything sorted",
        arguments: [1, 2, 3, 4])
    func windows(seed: UInt64) throws {
        try GardenStack.run { context, container in
            var random = Random(state: seed)
            let texts: [String?] = [nil, "", "a", "B", "á", "ab", "Z", "é", "e\u{301}", "日本", "\u{1F331}", "\u{FFFD}"]
            func value() -> [String: Any] {
                ["note": texts[random.next(texts.count)] as Any? ?? NSNull(), "number": random.next(4)]
            }
            var all = (0..<40).map { _ in context.make("Seed", value()) }
            try context.save()
            for _ in 0..<30 {
                for _ in 0..<random.next(4) {
                    let index = random.next(all.count)
                    switch random.next(3) {
                    case 0: all.append(context.make("Seed", value()))
                    case 1: context.delete(all.remove(at: index))
                    default: for (key, value) in value() { all[index].setValue(value, forKey: key) }
                    }
                }
                let keys = [("note", random.next(2) == 0), ("number", random.next(2) == 0)]
                let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
                request.sortDescriptors = keys.map { NSSortDescriptor(key: $0.0, ascending: $0.1) }
                request.fetchOffset = random.next(10)
                request.fetchLimit = random.next(10)
                let unsaved = try context.fetch(request).map(describe)
                // The same from the store alone, once it is saved.
                try context.save()
                let other = container.newBackgroundContext()
                let stored = try other.performAndWait { try other.fetch(request).map(describe) }
                #expect(stored == unsaved)
            }
        }
    }

    private func describe(_ object: NSManagedObject) -> String {
        "\(object.text("note") ?? "nil") \(object.number("number") ?? -1)"
    }

    @Test("57. The largest window there can be is no trouble with unsaved changes either", arguments: [false, true])
    func largestWindow(unsaved: Bool) throws {
        try GardenStack.run { context, _ in
            for number in 0..<3 { context.make("Seed", ["number": number]) }
            try context.save()
            if unsaved { context.make("Seed", ["number": 3]) }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.fetchLimit = Int.max
            #expect(try context.fetch(request).count == (unsaved ? 4 : 3))
            request.fetchOffset = 2
            #expect(try context.fetch(request).count == (unsaved ? 2 : 1))
            request.fetchOffset = Int.max
            #expect(try context.fetch(request).isEmpty && context.count(for: request) == 0)
        }
    }
}
