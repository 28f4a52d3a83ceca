import CoreData
import Foundation
import Testing

@Suite("Statements 53–76: fetch requests and what they return") struct FetchRequestTests {
    /// Runs `body` on three saved plants A, B and C with 1, 2 and 3 seeds, and a request for dictionaries of seeds.
    private func seeded(
        _ body: (NSManagedObjectContext, NSFetchRequest<NSDictionary>) throws -> Void
    ) throws {
        try GardenStack.run { context, _ in
            for (index, genus) in ["A", "B", "C"].enumerated() {
                let plant = context.make("Plant", ["genus": genus])
                for number in 0...index { context.make("Seed", ["number": number + 1, "plant": plant]) }
            }
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Seed")
            request.resultType = .dictionaryResultType
            try body(context, request)
        }
    }

    private func column(_ name: String, _ format: String, _ type: NSAttributeType) -> NSExpressionDescription {
        let column = NSExpressionDescription()
        (column.name, column.expression, column.expressionResultType) = (name, NSExpression(format: format), type)
        return column
    }

    @Test("53. Dictionaries have every attribute and no relationship when nothing is asked for")
    func allAttributes() throws {
        try seeded { context, request in
            request.predicate = NSPredicate(format: "plant.genus == 'A'")
            let row = try #require(context.fetch(request).first)
            // What is nil is left out.
            #expect(row == NSDictionary(dictionary: ["number": 1]))
        }
    }

    @Test("54. returnsDistinctResults leaves one of equal dictionaries")
    func distinct() throws {
        try seeded { (context, request) throws in
            request.propertiesToFetch = ["number"]
            #expect(try context.fetch(request).count == 6)
            request.returnsDistinctResults = true
            #expect(try Set(context.fetch(request).compactMap { $0["number"] as? Int }) == [1, 2, 3])
            #expect(try context.fetch(request).count == 3)
        }
    }

    @Test("55. A to-one relationship gives the ID of the object; a to-many one is an error")
    func relationships() throws {
        try seeded { context, request in
            request.propertiesToFetch = ["plant"]
            request.predicate = NSPredicate(format: "plant.genus == 'A'")
            let id = try #require(context.fetch(request).first?["plant"] as? NSManagedObjectID)
            #expect(try context.existingObject(with: id).text("genus") == "A")
            let plants = NSFetchRequest<NSDictionary>(entityName: "Plant")
            plants.resultType = .dictionaryResultType
            plants.propertiesToFetch = ["seeds"]
            #expect(throws: NSError.self) { try context.fetch(plants) }
        }
    }

    @Test("60. An offset past the end leaves nothing; offset and limit slice what is sorted")
    func windows() throws {
        try seeded { (context, _) throws in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: false)]
            (request.fetchOffset, request.fetchLimit) = (1, 1)
            #expect(try context.fetch(request).map { $0.text("genus") } == ["B"])
            request.fetchOffset = 3
            #expect(try context.fetch(request).isEmpty)
        }
    }

    @Test("62. What is to be deleted is not found; after a reset it is")
    func unsavedDeletion() throws {
        try seeded { context, _ in
            context.delete(try context.all("Plant", "genus == 'A'")[0])
            #expect(try context.all("Plant", "genus == 'A'").isEmpty)
            context.reset()
            #expect(try context.all("Plant", "genus == 'A'").count == 1)
        }
    }

    @Test("63. A fetch gives faults, or with returnsObjectsAsFaults = false objects with their values")
    func faults() throws {
        try seeded { (context, _) throws in
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            #expect(try context.fetch(request).allSatisfy(\.isFault))
            request.returnsObjectsAsFaults = false
            #expect(try context.fetch(request).allSatisfy { !$0.isFault })
        }
    }

    @Test("64, 65. What a new request asks for, and the values of the kinds of result")
    func defaults() {
        let request = NSFetchRequest<NSManagedObject>()
        #expect(request.entity == nil && request.entityName == nil && request.predicate == nil)
        #expect(request.fetchLimit == 0 && request.fetchOffset == 0 && request.fetchBatchSize == 0)
        #expect(request.resultType == .managedObjectResultType && request.returnsObjectsAsFaults)
        #expect(request.includesSubentities && request.includesPendingChanges && request.includesPropertyValues)
        #expect(!request.returnsDistinctResults && !request.shouldRefreshRefetchedObjects)
        #expect(request.propertiesToGroupBy == nil && request.havingPredicate == nil)
        #expect(request.requestType == .fetchRequestType)
        let kinds: [NSFetchRequestResultType] = [
            .managedObjectResultType, .managedObjectIDResultType, .dictionaryResultType, .countResultType,
        ]
        #expect(kinds.map(\.rawValue) == [0, 1, 2, 4])
    }

    @Test("66. A request made with a name has it; a context finds the entity; a copy keeps both")
    func names() throws {
        try seeded { context, _ in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            #expect(request.entityName == "Plant")
            let early = try #require(request.copy() as? NSFetchRequest<NSManagedObject>)
            _ = try context.fetch(request)
            #expect(request.entity?.name == "Plant")
            #expect(early.entityName == "Plant")
            #expect(try context.count(for: early) == 3)
        }
    }

    @Test("67. An entity that the model does not have is an error that names it")
    func unknownEntity() throws {
        try seeded { context, _ in
            do {
                _ = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Weed"))
                Issue.record("fetched what is not there")
            } catch { #expect(error.localizedDescription.contains("Weed")) }
        }
    }

    @Test("68. A count fetch returns one number")
    func countFetch() throws {
        try seeded { (context, _) throws in
            let request = NSFetchRequest<NSNumber>(entityName: "Seed")
            request.resultType = .countResultType
            #expect(try context.fetch(request) == [6])
        }
    }

    @Test("70, 71. An aggregate gives one row under its name; propertiesToGroupBy one row a group")
    func aggregates() throws {
        try seeded { context, request in
            request.propertiesToFetch = [column("total", "sum(number)", .integer64AttributeType)]
            #expect(try context.fetch(request) == [NSDictionary(dictionary: ["total": 10])])
            request.propertiesToFetch = ["plant.genus", column("n", "count(number)", .integer64AttributeType)]
            request.propertiesToGroupBy = ["plant.genus"]
            request.sortDescriptors = [NSSortDescriptor(key: "plant.genus", ascending: true)]
            let rows = try context.fetch(request)
            #expect(rows.map { $0["plant.genus"] as? String } == ["A", "B", "C"])
            #expect(rows.map { $0["n"] as? Int } == [1, 2, 3])
        }
    }

    @Test("72. A condition on groups names a column by a variable; its name as a key path is an error")
    func having() throws {
        try seeded { (context, request) throws in
            request.propertiesToFetch = ["plant.genus", column("n", "count(number)", .integer64AttributeType)]
            request.propertiesToGroupBy = ["plant.genus"]
            request.havingPredicate = NSComparisonPredicate(
                leftExpression: NSExpression(forVariable: "n"), rightExpression: NSExpression(forConstantValue: 2),
                modifier: .direct, type: .greaterThan, options: [])
            #expect(try context.fetch(request).map { $0["plant.genus"] as? String } == ["C"])
            request.havingPredicate = NSPredicate(format: "n > 2")
            #expect(throws: NSError.self) { try context.fetch(request) }
        }
    }

    @Test("74. A batch size changes nothing in the result", arguments: [0, 1, 2, 100])
    func batches(size: Int) throws {
        try seeded { (context, _) throws in
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            request.fetchBatchSize = size
            #expect(try context.fetch(request).compactMap { $0.number("number") } == [1, 1, 1, 2, 2, 3])
        }
    }

    @Test("75. shouldRefreshRefetchedObjects gives objects the values that are read, if they have no changes")
    func refreshed() throws {
        try GardenStack.run { context, container in
            let plants = ["A", "B"].map { context.make("Plant", ["genus": $0, "nickname": "old"]) }
            try context.save()
            plants[1].setValue(3, forKey: "rating")
            let other = container.newBackgroundContext()
            try other.performAndWait {
                for plant in try other.all("Plant") { plant.setValue("new", forKey: "nickname") }
                try other.save()
            }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            _ = try context.fetch(request)
            #expect(plants.map { $0.text("nickname") } == ["old", "old"])
            request.shouldRefreshRefetchedObjects = true
            context.processPendingChanges()
            let notices = Notices(context)
            _ = try context.fetch(request)
            #expect(plants.map { $0.text("nickname") } == ["new", "old"] && plants[1].number("rating") == 3)
            #expect(notices.objects("changed", NSRefreshedObjectsKey) == [plants[0]])
            _ = try context.fetch(request)
            #expect(notices.words() == ["changed"])
            // What the object was read with still tells a conflict.
            #expect(code { try context.save() } == NSManagedObjectMergeError)
        }
    }

    @Test("76. A refresh goes to the store, whatever stalenessInterval is", arguments: [-1.0, 0, 100])
    func staleness(interval: TimeInterval) throws {
        try GardenStack.run { context, container in
            context.stalenessInterval = interval
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                try other.all("Plant")[0].setValue("B", forKey: "genus")
                try other.save()
            }
            context.refresh(plant, mergeChanges: false)
            #expect(plant.text("genus") == "B")
        }
    }
}
