import Testing

@testable import CoreData

@Suite("Predicates in memory") struct InMemoryEvaluationTests {
    private static let object: [String: any Sendable] = [
        "name": "Café", "title": "O'Neil*", "empty": "", "n": 10, "half": 0.5, "flag": true,
        "day": Date(timeIntervalSinceReferenceDate: 100), "tags": ["a", "B", "ç"], "nothing": [String](),
        "id": UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF") ?? UUID(),
        "items": [["n": 1, "t": "x"], ["n": 2, "t": "y"], ["n": 3]] as [[String: any Sendable]],
        "owner": ["name": "Ann", "age": 30] as [String: any Sendable],
        "word": "straße", "ten": "10",
    ]

    @Test(
        "answer as Apple's do (199–206)",
        arguments: [
            ("name == 'Café'", true), ("name == 'CAFÉ'", false), ("name ==[c] 'CAFÉ'", true),
            ("name ==[d] 'Cafe'", true), ("name ==[cd] 'CAFE'", true), ("name ==[cd] 'Cafe\u{301}'", true),
            ("name != 'x'", true), ("missing != 'x'", true), ("missing == nil", true), ("missing == 'x'", false),
            ("missing < 5", false), ("NOT (missing == 'x')", true), ("name != nil", true),
            ("name BEGINSWITH 'Ca'", true), ("name BEGINSWITH 'ca'", false), ("name BEGINSWITH[c] 'ca'", true),
            ("name CONTAINS[cd] 'FE'", true), ("name CONTAINS ''", false), ("empty CONTAINS ''", false),
            ("name ENDSWITH[d] 'fe'", true), ("name LIKE 'C*'", true), ("name LIKE '?af?'", true),
            ("name LIKE 'c*'", false), ("name LIKE[c] 'c*'", true), ("title LIKE '*\\\\*'", true),
            ("title LIKE 'O?Neil*'", true), ("empty LIKE '*'", true), ("missing LIKE '*'", false),
            ("name MATCHES 'C.{3}'", true), ("name MATCHES 'C'", false), ("name MATCHES[c] 'caf.'", true),
            ("name MATCHES '('", false), ("word ==[c] 'STRASSE'", true), ("word CONTAINS[cd] 'ss'", true),
            ("n == 10", true), ("n > 9.5", true), ("n BETWEEN {10, 11}", true), ("n BETWEEN {11, 12}", false),
            ("n IN {1, 10}", true), ("NOT (n IN {1, 10})", false), ("n IN {}", false), ("NOT (n IN {})", true),
            ("n + 5 == 15", true), ("n / 4 == 2", true), ("half * 2 == 1", true), ("n & 2 == 2", true),
            ("flag == YES", true), ("flag == true AND n == 10", true), ("flag != 1", false),
            ("day == CAST(100, 'NSDate')", true), ("day < CAST(101, 'NSDate')", true), ("day + 1 > day", true),
            ("id == '00112233-4455-6677-8899-aabbccddeeff'", true), ("id != nil", true),
            ("'a' IN tags", true), ("'b' IN tags", false), ("'b' IN[c] tags", true), ("tags CONTAINS 'B'", true),
            ("tags CONTAINS[d] 'c'", true), ("'af' IN name", true), ("tags.@count == 3", true),
            ("nothing.@count == 0", true),
            ("ANY tags == 'a'", true), ("ANY tags ==[c] 'A'", true), ("ALL tags == 'a'", false),
            ("NONE tags == 'z'", true),
            ("ANY nothing == 'a'", false), ("ALL nothing == 'a'", true), ("NONE nothing == 'a'", true),
            ("ANY items.n > 2", true), ("ALL items.n > 0", true), ("ANY items.t == nil", true),
            ("items.@sum.n == 6", true), ("items.@avg.n == 2", true), ("items.@max.n == 3", true),
            ("3 IN items.@distinctUnionOfObjects.n", true),
            ("SUBQUERY(items, $i, $i.n > 1 AND $i.t == 'y').@count == 1", true),
            ("SUBQUERY(items, $i, $i.n == n).@count == 0", true),
            ("owner.name == 'Ann'", true), ("owner.missing == nil", true), ("missing.name == nil", true),
            ("owner.age > n", true), ("name < 'D'", true), ("ten == 10", false), ("TRUEPREDICATE", true),
            ("FALSEPREDICATE OR flag == YES", true), ("uppercase(name) == 'CAFÉ'", true),
            ("FUNCTION(name, 'length') == 4", true), ("length(name) > 3", true),
        ])
    func answers(format: String, expected: Bool) throws {
        let predicate = try NSPredicate.parse(format)
        #expect(predicate.evaluate(with: Self.object) == expected)
        // What is compiled at the first evaluation serves again.
        #expect(predicate.evaluate(with: Self.object) == expected)
        #expect(NSCompoundPredicate(notPredicateWithSubpredicate: predicate).evaluate(with: Self.object) != expected)
    }

    @Test(
        "differ from a store's where a value is missing",
        arguments: [
            ("text != 'x'", true, false), ("NOT (text == 'x')", true, false), ("text == nil", true, true),
            ("NOT (text IN {'x'})", true, false), ("small < 5", false, false), ("NOT (small < 5)", true, false),
            ("owner.name != 'x'", true, false), ("text == 'x' OR TRUEPREDICATE", true, true),
            ("NOT (text == 'x' AND small == 1)", true, false), ("NONE parts.number == 1", true, true),
            ("ALL parts.number == 1", true, true), ("parts.@count == 0", true, true),
        ])
    func rules(format: String, inMemory: Bool, inStore: Bool) throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
            let predicate = try NSPredicate.parse(format)
            #expect(predicate.evaluate(with: thing) == inMemory)
            #expect(predicate.matches(thing) == inStore)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
            request.predicate = predicate
            #expect(try context.count(for: request) == (inStore ? 1 : 0))
        }
    }

    @Test("take variables")
    func variables() {
        let template = NSPredicate(format: "name == $NAME AND ANY items.n == $N")
        let predicate = template.withSubstitutionVariables(["NAME": "Café", "N": 2])
        #expect(predicate.formatText == "name == \"Café\" AND ANY items.n == 2")
        #expect(predicate.evaluate(with: Self.object))
        #expect(template.evaluate(with: Self.object, substitutionVariables: ["NAME": "Café", "N": 4]) == false)
        #expect(template.formatText == "name == $NAME AND ANY items.n == $N")
    }

    @Test("filter and sort collections of objects")
    func collections() {
        let rows: [[String: Any]] = [["n": 3], ["n": 1], [:], ["n": 2]]
        let predicate = NSPredicate(format: "n >= 2")
        #expect(rows.filter { predicate.evaluate(with: $0) }.count == 2)
        let descriptor = NSSortDescriptor(key: "n", ascending: true)
        let sorted = rows.sorted { descriptor.compare($0, to: $1) == .orderedAscending }
        #expect(sorted.map { $0["n"] as? Int } == [nil, 1, 2, 3])
    }

    @Test("may be asked on many threads at once")
    func threads() async {
        // Immutable; asking it on many threads is what is tested.
        nonisolated(unsafe) let predicate = NSPredicate(
            format: "name ==[cd] 'CAFE' AND n IN {1, 10} AND title MATCHES 'O.*'")
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<500).allSatisfy { _ in predicate.evaluate(with: Self.object) } }
            }
            for await answer in group { #expect(answer) }
        }
    }
}
