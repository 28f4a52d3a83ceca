import Testing

@testable import CoreData

@Suite("Large and deep predicates") struct PredicateExtremesTests {
    /// Runs a test in a store in memory, with saved rows of 0…99 and, if asked for, unsaved ones of the same numbers.
    private func run(
        unsaved: Bool, rows: Int = 100, _ body: (NSManagedObjectContext, NSFetchRequest<NSManagedObject>) throws -> Void
    ) throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            for number in 0..<rows {
                let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
                thing.setValue(number, forKey: "large")
                thing.setValue(number % 10 == 0 ? nil : "text \(number)", forKey: "text")
            }
            if !unsaved { try context.save() }
            try body(context, NSFetchRequest<NSManagedObject>(entityName: "Thing"))
        }
    }

    @Test("IN takes 100,000 elements", arguments: [false, true])
    func manyElements(unsaved: Bool) throws {
        try run(unsaved: unsaved) { (context, request) throws in
            let numbers = (0..<100_000).map { $0 * 3 }
            request.predicate = NSPredicate(format: "large IN %@", numbers)
            #expect(try context.count(for: request) == 34)
            request.predicate = NSPredicate(format: "NOT (large IN %@)", numbers)
            #expect(try context.count(for: request) == 66)
            let texts = (0..<100_000).map { "text \($0 * 2)" }
            request.predicate = NSPredicate(format: "text IN %@", texts)
            #expect(try context.count(for: request) == 40)
            request.predicate = NSPredicate(format: "text IN[c] %@", texts.map { $0.uppercased() })
            #expect(try context.count(for: request) == 40)
            request.predicate = NSPredicate(format: "large IN {}")
            #expect(try context.count(for: request) == 0)
            request.predicate = NSPredicate(format: "NOT (text IN %@)", [String]())
            #expect(try context.count(for: request) == 100)
        }
    }

    @Test("OR takes 2,000 terms and more, in one compound or one in another", arguments: [false, true])
    func manyTerms(unsaved: Bool) throws {
        try run(unsaved: unsaved) { (context, request) throws in
            let terms = (0..<2_000).map { NSPredicate(format: "large == %d", $0 * 2) }
            request.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: terms)
            #expect(try context.count(for: request) == 50)
            request.predicate = terms.reduce(NSPredicate(value: false)) {
                NSCompoundPredicate(orPredicateWithSubpredicates: [$0, $1])
            }
            #expect(try context.count(for: request) == 50)
            let others = (0..<2_000).map { NSPredicate(format: "large != %d OR text == nil", $0) }
            request.predicate = others.reduce(NSPredicate(value: true)) {
                NSCompoundPredicate(andPredicateWithSubpredicates: [$1, $0])
            }
            #expect(try context.count(for: request) == 10)
        }
    }

    @Test(
        "AND, OR and NOT may be nested deeper than SQLite's 1,000 levels",
        arguments: [1, 4, 5, 6, 16, 33, 50, 100, 1_001, 2_000])
    func deepLogic(depth: Int) throws {
        for unsaved in [false, true] {
            try run(unsaved: unsaved, rows: 25) { (context, request) throws in
                // large == 0 OR NOT (large == 1 OR NOT (…)), and a nothing in each tenth row.
                var predicate = NSPredicate(format: "text == nil")
                for level in stride(from: depth, through: 1, by: -1) {
                    let term = NSPredicate(format: "large == %d", level)
                    predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
                    predicate =
                        level % 2 == 0
                        ? NSCompoundPredicate(orPredicateWithSubpredicates: [term, predicate])
                        : NSCompoundPredicate(andPredicateWithSubpredicates: [
                            NSCompoundPredicate(notPredicateWithSubpredicate: term), predicate,
                        ])
                }
                request.predicate = predicate
                let expected = (0..<25).filter { Self.deepAnswer($0, depth) }
                let found = try context.fetch(request).compactMap { $0.value(forKey: "large") as? Int }
                #expect(found.sorted() == expected)
                #expect(try context.count(for: request) == expected.count)
                let all = (0..<25).filter { predicate.evaluate(with: ["large": $0, "text": $0 % 10 == 0 ? nil : "x"]) }
                #expect(all == expected)
            }
        }
    }

    @Test("Wide compounds within wide compounds find room")
    func wideLogic() throws {
        try run(unsaved: false) { (context, request) throws in
            var predicate = NSPredicate(format: "large == 99")
            for level in 0..<8 {
                let terms = (0..<400).map { NSPredicate(format: "large == %d", 1_000 + $0) }
                let nots = terms.map { NSCompoundPredicate(notPredicateWithSubpredicate: $0) }
                predicate =
                    level % 2 == 0
                    ? NSCompoundPredicate(orPredicateWithSubpredicates: terms + [predicate])
                    : NSCompoundPredicate(andPredicateWithSubpredicates: nots + [predicate])
            }
            request.predicate = predicate
            #expect(try context.fetch(request).compactMap { $0.value(forKey: "large") as? Int } == [99])
        }
    }

    /// The same question, answered by Swift.
    private static func deepAnswer(_ number: Int, _ depth: Int) -> Bool {
        var answer = number % 10 == 0
        for level in stride(from: depth, through: 1, by: -1) {
            answer = !answer
            answer = level % 2 == 0 ? number == level || answer : number != level && answer
        }
        return answer
    }

    @Test("What is nested too deeply to be calculated is an error of the fetch")
    func deepArithmetic() throws {
        try run(unsaved: false) { (context, request) throws in
            var sum = NSExpression(forKeyPath: "large")
            for _ in 0..<1_500 {
                sum = NSExpression(forFunction: "add:to:", arguments: [sum, NSExpression(forConstantValue: 1)])
            }
            request.predicate = NSComparisonPredicate(
                leftExpression: sum, rightExpression: NSExpression(forConstantValue: 1_500), modifier: .direct,
                type: .equalTo)
            #expect(throws: NSError.self) { try context.fetch(request) }
        }
    }

    @Test(
        "A path through more relationships than SQLite joins is an error of the fetch that says so",
        arguments: [false, true])
    func longPath(unsaved: Bool) throws {
        try RecordStack.run { context, _ in
            context.make("Node")
            if !unsaved { try context.save() }
            func path(_ length: Int) -> String { Array(repeating: "parent", count: length).joined(separator: ".") }
            #expect(try context.all("Node", path(60) + " == nil").count == 1)
            for length in [70, 20_000] {
                #expect(
                    code { _ = try context.all("Node", path(length) + " == nil") }
                        == NSPersistentStoreUnsupportedRequestTypeError)
            }
        }
    }
}
