import Testing

@testable import CoreData

@Suite("Fetches of dictionaries") struct DictionaryFetchTests {
    private static let plants: [(owner: String?, text: String?, small: Int?, price: String?, flag: Bool)] = [
        ("Ann", "a", 1, "1.5", true), ("Ann", "b", 3, "2.5", false), ("Bob", "a", 5, nil, true),
        (nil, nil, nil, "10", false),
    ]

    /// Runs a test on four saved things of two people.
    private func run(
        _ body: (NSManagedObjectContext, NSFetchRequest<NSDictionary>) throws -> Void
    ) throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            var people: [String: NSManagedObject] = [:]
            for plant in Self.plants {
                let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
                thing.setValue(plant.text, forKey: "text")
                thing.setValue(plant.small, forKey: "small")
                thing.setValue(plant.price.map { NSDecimalNumber(string: $0) }, forKey: "price")
                thing.setValue(plant.flag, forKey: "flag")
                thing.setValue(Date(timeIntervalSinceReferenceDate: Double(plant.small ?? 0)), forKey: "day")
                guard let name = plant.owner else { continue }
                let owner =
                    people[name] ?? NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
                owner.setValue(name, forKey: "name")
                people[name] = owner
                thing.setValue(owner, forKey: "owner")
            }
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Thing")
            request.resultType = .dictionaryResultType
            try body(context, request)
        }
    }

    private func column(
        _ name: String, _ format: String, _ type: NSAttributeType = .undefinedAttributeType
    ) -> NSExpressionDescription {
        let column = NSExpressionDescription()
        column.name = name
        column.expression = NSExpression(format: format)
        column.expressionResultType = type
        return column
    }

    @Test("hold the attributes that are named, without those that are nil")
    func names() throws {
        try run { context, request in
            request.propertiesToFetch = ["text", "small", "owner.name"]
            request.sortDescriptors = [NSSortDescriptor(key: "small", ascending: true)]
            let rows = try context.fetch(request)
            #expect(rows.count == 4)
            #expect(rows[0].count == 0)
            #expect(rows[1] == NSDictionary(dictionary: ["text": "a", "small": 1, "owner.name": "Ann"]))
            request.predicate = NSPredicate(format: "owner.name == 'Ann' AND small > 1")
            let description = try #require(request.entity?.attributesByName["price"])
            request.propertiesToFetch = [description]
            #expect(try context.fetch(request).map { $0["price"] as? NSDecimalNumber } == [2.5])
        }
    }

    @Test("hold all attributes when none is named")
    func allAttributes() throws {
        try run { context, request in
            request.predicate = NSPredicate(format: "small == 5")
            let row = try #require(try context.fetch(request).first)
            #expect(Set(row.allKeys.compactMap { $0 as? String }) == ["text", "small", "flag", "day"])
            #expect(row["day"] as? Date == Date(timeIntervalSinceReferenceDate: 5))
            #expect(row["flag"] as? Bool == true)
        }
    }

    @Test("hold the ID of a related object")
    func relationships() throws {
        try run { context, request in
            request.predicate = NSPredicate(format: "small == 5")
            request.propertiesToFetch = ["owner"]
            let id = try #require(try context.fetch(request).first?["owner"] as? NSManagedObjectID)
            #expect(id.entity.name == "Person")
            #expect(try context.existingObject(with: id).value(forKey: "name") as? String == "Bob")
        }
    }

    @Test("hold one row of sums, counts and the like without groups")
    func aggregates() throws {
        try run { context, request in
            request.propertiesToFetch = [
                column("count", "count(small)"), column("sum", "sum(small)", .integer64AttributeType),
                column("least", "min(small)", .integer16AttributeType),
                column("most", "max(day)", .dateAttributeType),
                column("mean", "average(small)", .doubleAttributeType),
                column("total", "sum(price)", .decimalAttributeType), column("texts", "count(distinct(text))"),
            ]
            let rows = try context.fetch(request)
            #expect(rows.count == 1)
            let row = try #require(rows.first)
            #expect(row["count"] as? Int == 3)
            #expect(row["sum"] as? Int == 9)
            #expect(row["least"] as? Int == 1)
            #expect(row["most"] as? Date == Date(timeIntervalSinceReferenceDate: 5))
            #expect(row["mean"] as? Double == 3)
            #expect(row["total"] as? NSDecimalNumber == 14)
            #expect(row["texts"] as? Int == 2)
            request.predicate = NSPredicate(value: false)
            #expect(try context.fetch(request).first?["sum"] as? Int == 0)
            #expect(try context.fetch(request).first?["mean"] == nil)
        }
    }

    @Test("are grouped, and their groups chosen by what they hold (208)")
    func groups() throws {
        try run { context, request in
            request.propertiesToFetch = [
                "owner.name", column("n", "count(SELF)"), column("sum", "sum(small)", .integer64AttributeType),
            ]
            request.propertiesToGroupBy = ["owner.name"]
            request.sortDescriptors = [NSSortDescriptor(key: "owner.name", ascending: false)]
            let rows = try context.fetch(request)
            #expect(
                rows == [
                    NSDictionary(dictionary: ["owner.name": "Bob", "n": 1, "sum": 5]),
                    NSDictionary(dictionary: ["owner.name": "Ann", "n": 2, "sum": 4]),
                    NSDictionary(dictionary: ["n": 1, "sum": 0]),
                ])
            request.havingPredicate = NSPredicate(format: "$n > 1")
            #expect(try context.fetch(request).map { $0["owner.name"] as? String } == ["Ann"])
            request.havingPredicate = NSPredicate(format: "%@ < sum(small)", 4)
            #expect(try context.fetch(request).map { $0["owner.name"] as? String } == ["Bob"])
            request.havingPredicate = nil
            request.predicate = NSPredicate(format: "flag == YES AND small + 1 > 1")
            #expect(try context.fetch(request).map { $0["n"] as? Int } == [1, 1])
        }
    }

    @Test("are distinct, limited and calculated row by row")
    func rows() throws {
        try run { context, request in
            request.propertiesToFetch = ["text"]
            request.returnsDistinctResults = true
            request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
            #expect(try context.fetch(request).map { $0["text"] as? String } == [nil, "a", "b"])
            request.fetchLimit = 1
            request.fetchOffset = 1
            #expect(try context.fetch(request).map { $0["text"] as? String } == ["a"])
            request.returnsDistinctResults = false
            request.fetchLimit = 0
            request.fetchOffset = 0
            request.propertiesToFetch = [
                column("twice", "small * 2", .integer64AttributeType), column("upper", "uppercase(text)"),
                column("things", "owner.things.@count", .integer32AttributeType),
            ]
            request.sortDescriptors = [NSSortDescriptor(key: "small", ascending: false)]
            let first = try #require(try context.fetch(request).first)
            #expect(first == NSDictionary(dictionary: ["twice": 10, "upper": "A", "things": 1]))
        }
    }

    @Test("refuse what they cannot hold")
    func errors() throws {
        try run { context, request in
            for properties in [["parts"], ["nothing"], ["owner.nothing"], [5], ["scratch"]] as [[Any]] {
                request.propertiesToFetch = properties
                #expect(throws: NSError.self) { try context.fetch(request) }
            }
        }
    }

    @Test("The object itself is its ID, and an object it leads to is that one's, of the entity that each is of")
    func identities() throws {
        try GardenStack.run { context, _ in
            let tree = context.make("Tree", ["genus": "Picea"])
            let plant = context.make("Plant", ["genus": "Aloe"])
            let seeds = [["plant": tree], ["plant": plant], [:]].map { context.make("Seed", $0) }
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Plant")
            request.resultType = .dictionaryResultType
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
            let own = NSExpressionDescription()
            own.name = "objectID"
            own.expression = .expressionForEvaluatedObject()
            own.expressionResultType = .objectIDAttributeType
            request.propertiesToFetch = [own, "genus"]
            #expect(
                try context.fetch(request).map { $0["objectID"] as? NSManagedObjectID }
                    == [plant.objectID, tree.objectID])
            request.entity = seeds[0].entity
            request.sortDescriptors = nil
            request.propertiesToFetch = [own, "plant"]
            let found = try context.fetch(request)
            let pairs = found.map { ($0["objectID"] as? NSManagedObjectID, $0["plant"] as? NSManagedObjectID) }
            let expected = Dictionary(uniqueKeysWithValues: zip(seeds.map(\.objectID), [tree, plant, nil]))
            #expect(pairs.count == 3)
            for (id, plant) in pairs {
                #expect(id.flatMap { expected[$0] }??.objectID == plant)
            }
            // They lead to objects of the right class.
            #expect(
                pairs.compactMap(\.1).map { context.object(with: $0).entity.name ?? "" }.sorted() == ["Plant", "Tree"])
        }
    }

    @Test("have the IDs of related objects with their own entities, and that of the row itself")
    func identifiers() throws {
        try GardenStack.run { context, _ in
            let (tree, herb) = (context.make("Tree", ["genus": "Quercus"]), context.make("Plant", ["genus": "Lithops"]))
            context.make("Seed", ["number": 1, "plant": tree])
            context.make("Seed", ["number": 2, "plant": herb])
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Seed")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["plant", "number"]
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            let seeds = try context.fetch(request)
            #expect(seeds.map { $0["plant"] as? NSManagedObjectID } == [tree.objectID, herb.objectID])
            request.propertiesToGroupBy = ["plant"]
            request.propertiesToFetch = ["plant", column("sum", "sum:(number)", .integer64AttributeType)]
            let sums = try context.fetch(request)
            #expect(sums.map { $0["plant"] as? NSManagedObjectID } == [tree.objectID, herb.objectID])
            #expect(sums.map { $0["sum"] as? Int } == [1, 2])
            let plants = NSFetchRequest<NSDictionary>(entityName: "Plant")
            plants.resultType = .dictionaryResultType
            plants.propertiesToFetch = [column("id", "SELF", .objectIDAttributeType), "genus"]
            plants.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
            let rows = try context.fetch(plants)
            #expect(rows.map { $0["id"] as? NSManagedObjectID } == [herb.objectID, tree.objectID])
            #expect(rows.map { $0["genus"] as? String } == ["Lithops", "Quercus"])
            let found = try #require(rows[1]["id"] as? NSManagedObjectID)
            #expect(context.object(with: found) === tree)
        }
    }

    @Test("have every attribute when none is named, and nothing where there is none")
    func noNames() throws {
        try run { context, request in
            request.propertiesToFetch = []
            let flags = try context.fetch(request).compactMap { $0["flag"] as? Bool }
            #expect(flags.sorted { $0 && !$1 } == [true, true, false, false])
        }
        let model = NSManagedObjectModel()
        model.entities = [entity("Weed")]
        let context = try GardenStack.container(model: model).newBackgroundContext()
        try context.performAndWait {
            for _ in 0..<2 { context.make("Weed") }
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Weed")
            request.resultType = .dictionaryResultType
            #expect(try context.fetch(request) == [[:], [:]])
        }
    }
}
