import CoreData
import Foundation
import Testing

@Suite("Fetching") struct FetchingTests {
    private static let plants: [(genus: String, species: String, seeds: Int)] = [
        ("Conophytum", "bilobum", 3), ("Conophytum", "Pellúcidum", 0), ("Lithops", "aucampiae", 5),
        ("astrophytum", "x", 1),
    ]

    private func fill(_ context: NSManagedObjectContext) {
        for (genus, species, seeds) in Self.plants {
            let plant = context.make("Plant", ["genus": genus, "species": species])
            for number in 0..<seeds {
                let seed = context.make(
                    "Seed",
                    [
                        "number": number * 10, "plant": plant,
                        "dateSown": Date(timeIntervalSinceReferenceDate: Double(number)),
                    ])
                if number > 0 { seed.setValue("n\(number)", forKey: "note") }
            }
        }
    }

    @Test(
        "47, 58, 73, 199–202. A predicate selects the same objects unsaved, saved and read anew",
        arguments: [
            ("Plant", "genus == 'Conophytum'", 2), ("Plant", "genus ==[c] 'ASTROPHYTUM'", 1),
            ("Plant", "species CONTAINS[cd] 'pellu'", 1), ("Plant", "genus BEGINSWITH 'Con'", 2),
            ("Plant", "genus LIKE[c] '*PHYT*'", 3), ("Plant", "genus MATCHES 'L.*s'", 1),
            ("Plant", "genus ENDSWITH 'um'", 3), ("Plant", "seeds.@count == 0", 1), ("Plant", "seeds.@count > 2", 2),
            ("Plant", "seeds.@sum.number >= 30", 2), ("Plant", "ANY seeds.number >= 40", 1),
            ("Plant", "NONE seeds.number >= 40", 3), ("Plant", "ALL seeds.number < 30", 3),
            ("Plant", "SUBQUERY(seeds, $s, $s.number > 0 AND $s.note == 'n1').@count > 0", 2),
            ("Seed", "plant.genus == 'Lithops'", 5), ("Seed", "plant.genus IN {'Lithops', 'Conophytum'}", 8),
            ("Seed", "note != 'n1'", 4), ("Seed", "NOT (note == 'n1')", 4), ("Seed", "note == nil", 3),
            ("Seed", "note != nil", 6), ("Seed", "number BETWEEN {10, 20}", 4), ("Seed", "number IN {}", 0),
            ("Seed", "NOT (number IN {})", 9), ("Seed", "number + 5 > 40", 1), ("Seed", "note CONTAINS ''", 0),
            ("Seed", "plant.bed == nil", 9), ("Seed", "plant.bed.name == nil", 9), ("Seed", "TRUEPREDICATE", 9),
            ("Seed", "number > 0 AND (note == 'n1' OR note == 'n2')", 4), ("Seed", "number == plant.rating", 3),
        ])
    func predicates(entity: String, format: String, count: Int) throws {
        try GardenStack.run { context, _ in
            fill(context)
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = try NSPredicate.parse(format)
            for step in ["unsaved", "saved", "read anew"] {
                #expect(try context.fetch(request).count == count, "\(step)")
                #expect(try context.count(for: request) == count, "\(step)")
                if step == "unsaved" { try context.save() }
                if step == "saved" { context.reset() }
            }
        }
    }

    @Test("Random predicates give one answer in SQL and for unsaved objects")
    func differential() throws {
        var random = Random(state: 7)
        let texts: [String?] = [nil, "", "a", "Á", "aé", "ß", "ss", "İ", "日本", "n1", "10", "a%b_c", "e\u{301}"]
        func literal() -> String {
            switch random.next(3) {
            case 0: return "\(random.next(5) * 10)"
            case 1: return "nil"
            default: return "'" + (texts[random.next(texts.count)] ?? "x") + "'"
            }
        }
        func comparison() -> String {
            switch random.next(4) {
            case 0:
                let words = ["==", "!=", "<", "<=", ">", ">=", "==[c]", "==[cd]", "!=[cd]"]
                return "note \(words[random.next(words.count)]) \(literal())"
            case 1:
                let words = ["BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "CONTAINS[c]", "BEGINSWITH[cd]", "LIKE[d]"]
                return "note \(words[random.next(words.count)]) '\(texts[random.next(texts.count)] ?? "*")'"
            case 2: return "number \(["==", "!=", "<", ">="][random.next(4)]) \(random.next(5) * 10)"
            default: return "note IN {\((0..<random.next(4)).map { _ in literal() }.joined(separator: ", "))}"
            }
        }
        func predicate(_ depth: Int) -> String {
            if depth == 0 { return comparison() }
            switch random.next(4) {
            case 0: return "NOT (\(predicate(depth - 1)))"
            case 1: return "(\(predicate(depth - 1))) AND (\(predicate(depth - 1)))"
            case 2: return "(\(predicate(depth - 1))) OR (\(predicate(depth - 1)))"
            default: return comparison()
            }
        }
        try GardenStack.run { context, _ in
            for (index, text) in texts.enumerated() {
                for number in 0..<3 {
                    let seed = context.make("Seed", ["number": (index + number) % 5 * 10])
                    seed.setValue(text, forKey: "note")
                }
            }
            try context.save()
            for _ in 0..<150 {
                let format = predicate(2)
                let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
                request.predicate = try NSPredicate.parse(format)
                let fromStore = Set(try context.fetch(request).map(\.objectID))
                let all = try context.all("Seed")
                // An edit of each object makes the context judge them all itself.
                for seed in all { seed.setValue(seed.value(forKey: "number"), forKey: "number") }
                let judgedHere = Set(try context.fetch(request).map(\.objectID))
                #expect(fromStore == judgedHere, "\(format)")
                context.rollback()
            }
        }
    }

    @Test("56, 57, 60, 61. Sort, offset and limit are exact, with unsaved changes too")
    func windows() throws {
        try GardenStack.run { context, _ in
            for number in (0..<20).shuffled() { context.make("Seed", ["number": number]) }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: false)]
            request.fetchLimit = 3
            request.fetchOffset = 2
            func numbers() throws -> [Int?] { try context.fetch(request).map { $0.number("number") } }
            #expect(try numbers() == [17, 16, 15])
            context.make("Seed", ["number": 100])
            context.delete(try context.all("Seed", "number == 17")[0])
            #expect(try numbers() == [18, 16, 15])
            request.fetchOffset = 1000
            #expect(try numbers() == [])
        }
    }

    @Test("67. What does not fit the model is an error of the fetch")
    func misfits() throws {
        try GardenStack.run { context, _ in
            #expect(throws: (any Error).self) {
                try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Nothing"))
            }
            #expect(throws: (any Error).self) { try context.all("Seed", "shop.nothing == 1") }
            #expect(throws: (any Error).self) { try context.all("Plant", "seeds.number == 1") }
        }
    }

    @Test("53, 55, 70, 71. Dictionaries have the properties asked for, aggregates one row a group")
    func dictionaries() throws {
        try GardenStack.run { context, _ in
            fill(context)
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Plant")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["genus"]
            request.returnsDistinctResults = true
            #expect(try context.fetch(request).count == 3)
            let count = NSExpressionDescription()
            count.name = "count"
            count.expression = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "species")])
            count.expressionResultType = .integer64AttributeType
            request.propertiesToFetch = ["genus", count]
            request.propertiesToGroupBy = ["genus"]
            request.returnsDistinctResults = false
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
            let rows = try context.fetch(request)
            #expect(rows.map { $0["count"] as? Int } == [2, 1, 1])
        }
    }

    @Test("Prefetching a relationship gives what reading it gives")
    func prefetching() throws {
        try GardenStack.run { context, _ in
            for number in 0..<200 {
                let plant = context.make("Plant", ["genus": "G\(number)"])
                for _ in 0..<(number % 4) { context.make("Seed", ["plant": plant, "number": number]) }
            }
            try context.save()
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.relationshipKeyPathsForPrefetching = ["seeds"]
            for plant in try context.fetch(request) {
                let number = Int(plant.text("genus")?.dropFirst() ?? "") ?? 0
                #expect(!plant.hasFault(forRelationshipNamed: "seeds"))
                #expect((plant.value(forKey: "seeds") as? NSSet)?.count == number % 4)
            }
        }
    }

    @Test("2,000 terms joined by OR, and 100,000 values in IN")
    func large() throws {
        try GardenStack.run { context, _ in
            for number in 0..<10 { context.make("Seed", ["number": number]) }
            try context.save()
            let format = (0..<2000).map { "number == \($0)" }.joined(separator: " OR ")
            #expect(try context.all("Seed", format).count == 10)
            #expect(try context.all("Seed", "number IN %@", Array(5..<100_005)).count == 5)
            #expect(try context.all("Seed", "note IN %@", (0..<100_000).map { "x\($0)" }).isEmpty)
        }
    }
}

/// Random numbers that are the same in every run.
struct Random {
    var state: UInt64

    mutating func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}
