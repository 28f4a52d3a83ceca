import Testing

@testable import CoreData

/// What people have reported of fetches, predicates and sorting: one test a report.
@Suite("Reported cases of fetching, predicates and sorting (C)") struct ReportedCasesTests {
    private typealias Values = [String: Any]

    private static func new(_ entity: String, _ values: Values, _ context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    /// Runs a test over things with these values, in every place.
    private func run(
        _ rows: [Values], _ body: (NSManagedObjectContext, (String, Any?...) throws -> [String]) throws -> Void
    ) throws {
        try PredicatePlaces.run({ context in rows.forEach { _ = Self.new("Thing", $0, context) } }) {
            (context, place) throws in
            try body(context) { (format, arguments) throws in
                try PredicatePlaces.found(NSPredicate.parse(format, arguments: arguments), in: context)
            }
        }
    }

    @Test("!= leaves out rows where the value is nil, saved or not")
    func notEqual() throws {
        try run([["text": "x"], ["text": "y"], [:]]) { (_, found) throws in
            #expect(try found("text != 'x'") == ["y"])
            #expect(try found("NOT (text == 'x')") == ["y"])
            #expect(try found("text != 'x' OR text == nil") == ["nil", "y"])
            #expect(try found("text != nil") == ["x", "y"])
        }
        // In memory the row belongs to the answer.
        #expect(NSPredicate(format: "text != 'x'").evaluate(with: ["other": 1]))
    }

    @Test("a date is found again to the last bit, and days are half-open across a change of the clocks")
    func dates() throws {
        let now = Date(timeIntervalSinceReferenceDate: 750_000_000.123_456_789)
        let next = Date(timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate.nextUp)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Vienna"))
        // The day of 23 hours.
        let noon = try #require(calendar.date(from: DateComponents(year: 2026, month: 3, day: 29, hour: 12)))
        let day = try #require(calendar.dateInterval(of: .day, for: noon))
        #expect(day.duration == 23 * 3_600)
        try run([
            ["text": "now", "day": now], ["text": "start", "day": day.start], ["text": "end", "day": day.end],
            ["text": "last", "day": day.end.addingTimeInterval(-0.001)],
        ]) { (context, found) throws in
            #expect(try found("day == %@", now) == ["now"])
            #expect(try found("day == %@", next) == [])
            #expect(try found("day < %@ AND day > %@", next, Date(timeIntervalSinceReferenceDate: 7.4e8)) == ["now"])
            #expect(try found("day IN %@", [now, noon]) == ["now"])
            #expect(try found("day >= %@ AND day < %@", day.start, day.end) == ["last", "start"])
            let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
            request.predicate = NSPredicate(format: "text == 'now'")
            let read = try context.fetch(request).first?.value(forKey: "day") as? Date
            #expect(read?.timeIntervalSinceReferenceDate.bitPattern == now.timeIntervalSinceReferenceDate.bitPattern)
        }
    }

    @Test("NOT IN is an error with the place, NOT (… IN …) works")
    func notIn() throws {
        let error = #expect(throws: PredicateFormatError.self) {
            try NSPredicate.parse("text NOT IN %@", arguments: [["x"]])
        }
        #expect(error?.position == 5)
        try run([["text": "x"], ["text": "y"]]) { (_, found) throws in
            #expect(try found("NOT (text IN %@)", ["x"]) == ["y"])
        }
    }

    @Test(
        "IN with nothing in it is false, ALL over nothing true, ANY false; nil in the place of a collection finds none")
    func emptyCollections() throws {
        try run([["text": "x"], [:]]) { (_, found) throws in
            #expect(try found("text IN %@", [String]()) == [])
            #expect(try found("text IN %@", Set<String>()) == [])
            #expect(try found("text IN {}") == [])
            #expect(try found("NOT (text IN {})") == ["nil", "x"])
            #expect(try found("text IN %@", nil) == [])
            #expect(try found("ALL parts.number IN {}") == ["nil", "x"])
            #expect(try found("ANY parts.number IN {}") == [])
            #expect(try found("ALL parts.number > 5") == ["nil", "x"])
            #expect(try found("ANY parts.number > 5") == [])
        }
    }

    @Test("the empty string is in no string; LIKE * matches every text, the empty one too")
    func emptyStrings() throws {
        try run([["text": "a"], ["text": ""], [:]]) { (_, found) throws in
            for word in ["CONTAINS", "BEGINSWITH", "ENDSWITH", "CONTAINS[c]", "BEGINSWITH[cd]", "ENDSWITH[d]"] {
                #expect(try found("text \(word) ''") == [], "\(word)")
                #expect(!NSPredicate(format: "text \(word) ''").evaluate(with: ["text": "a"]))
            }
            #expect(try found("text LIKE '*'") == ["", "a"])
            #expect(try found("text == ''") == [""])
        }
    }

    @Test("[cd] knows ß, İ, combining marks and é")
    func folding() throws {
        try run([
            ["text": "é"], ["text": "e\u{301}"], ["text": "STRASSE"], ["text": "straße"], ["text": "İ"], ["text": "i"],
        ]) { (_, found) throws in
            #expect(try found("text ==[cd] 'E'").count == 2)
            #expect(try found("text ==[c] 'É'").count == 2)
            #expect(try found("text CONTAINS[cd] 'strass'") == ["STRASSE", "straße"])
            #expect(try found("text CONTAINS[c] 'SS'") == ["STRASSE", "straße"])
            #expect(try found("text ==[cd] 'I'").contains("İ"))
            #expect(try found("text ==[n] 'e\u{301}'") == ["e\u{301}"])
        }
    }

    @Test("a to-many path without ANY is a clear error")
    func toManyWithoutAny() throws {
        try run([["text": "x"]]) { (_, found) throws in
            let error = #expect(throws: NSError.self) { try found("parts.number == 1") }
            #expect(error?.localizedDescription.contains("parts.number") == true)
        }
    }

    private static func owners(_ context: NSManagedObjectContext) {
        for (name, numbers) in [("both", [1, 2]), ("two", [2]), ("none", [])] {
            let thing = new("Thing", ["text": name], context)
            for number in numbers {
                _ = new("Part", ["number": number, "name": "part \(3 - number)", "thing": thing], context)
            }
        }
    }

    @Test("two ANYs may match different children, SUBQUERY one")
    func correlation() throws {
        try PredicatePlaces.run(Self.owners) { (context, _) throws in
            func found(_ format: String) throws -> [String] {
                try PredicatePlaces.found(NSPredicate.parse(format), in: context)
            }
            #expect(try found("ANY parts.number == 1 AND ANY parts.name == 'part 1'") == ["both"])
            #expect(try found("SUBQUERY(parts, $p, $p.number == 1 AND $p.name == 'part 1').@count > 0") == [])
            #expect(
                try found("SUBQUERY(parts, $p, $p.number == 2 AND $p.name == 'part 1').@count > 0") == ["both", "two"])
        }
    }

    @Test("NONE is NOT ANY")
    func none() throws {
        try PredicatePlaces.run(Self.owners) { (context, _) throws in
            let predicate = NSPredicate(format: "NONE parts.number == 1")
            #expect(try PredicatePlaces.found(predicate, in: context) == ["none", "two"])
            #expect(predicate == NSPredicate(format: "NOT ANY parts.number == 1"))
        }
    }

    @Test("objects without children, with unsaved inserts and deletes too")
    func withoutChildren() throws {
        try PredicatePlaces.run(Self.owners) { (context, place) throws in
            let predicate = NSPredicate(format: "parts.@count == 0")
            #expect(try PredicatePlaces.found(predicate, in: context) == ["none"])
            let request = NSFetchRequest<NSManagedObject>(entityName: "Part")
            request.predicate = NSPredicate(format: "thing.text == 'two'")
            for part in try context.fetch(request) { context.delete(part) }
            #expect(try PredicatePlaces.found(predicate, in: context) == ["none", "two"], "\(place)")
            let things = NSFetchRequest<NSManagedObject>(entityName: "Thing")
            things.predicate = NSPredicate(format: "text == 'none'")
            let thing = try #require(try context.fetch(things).first)
            _ = Self.new("Part", ["thing": thing], context)
            #expect(try PredicatePlaces.found(predicate, in: context) == ["two"], "\(place)")
            try context.save()
            #expect(try PredicatePlaces.found(predicate, in: context) == ["two"], "\(place)")
        }
    }

    @Test("an unknown key path is an error of the fetch, with the entity and the key")
    func unknownKey() throws {
        try PredicatePlaces.run(Self.owners) { (context, _) throws in
            for format in ["owner.nothing == 1", "SUBQUERY(parts, $p, $p.nothing == 1).@count > 0", "nothing IN {1}"] {
                let error = #expect(throws: NSError.self) {
                    try PredicatePlaces.found(NSPredicate.parse(format), in: context)
                }
                #expect(error?.localizedDescription.contains("nothing") == true)
            }
        }
    }

    @Test("optional relationships, identifiers and addresses are compared with nil and with values")
    func optionals() throws {
        let code = UUID()
        let link = try #require(URL(string: "https://example.org/a?b=c"))
        try PredicatePlaces.run({ context in
            let owner = Self.new("Person", ["name": "Ann"], context)
            let nameless = Self.new("Person", [:], context)
            _ = Self.new("Thing", ["text": "full", "code": code, "link": link, "owner": owner], context)
            _ = Self.new("Thing", ["text": "nameless", "owner": nameless], context)
            _ = Self.new("Thing", ["text": "empty"], context)
        }) { (context, _) throws in
            func found(_ format: String, _ arguments: Any?...) throws -> [String] {
                try PredicatePlaces.found(NSPredicate.parse(format, arguments: arguments), in: context)
            }
            #expect(try found("owner == nil") == ["empty"])
            #expect(try found("owner != nil") == ["full", "nameless"])
            #expect(try found("owner.name == nil") == ["empty", "nameless"])
            #expect(try found("owner.name != nil") == ["full"])
            #expect(try found("code == %@", code) == ["full"])
            #expect(try found("code == %@", code.uuidString) == ["full"])
            #expect(try found("code == %@", code.uuidString.lowercased()) == ["full"])
            #expect(try found("code IN %@", [code, UUID()]) == ["full"])
            #expect(try found("code != %@", UUID()) == ["full"])
            #expect(try found("code == nil") == ["empty", "nameless"])
            #expect(try found("link == %@", link) == ["full"])
            #expect(try found("link IN %@", [link]) == ["full"])
            #expect(try found("link == %@", link.absoluteString) == ["full"])
        }
    }

    @Test("a predicate of a block filters in memory, and is a clear error of a fetch, saved rows or not")
    func blocks() throws {
        let block = NSPredicate { object, _ in (object as? NSManagedObject)?.value(forKey: "text") as? String == "x" }
        try run([["text": "x"], ["text": "y"]]) { (context, _) throws in
            let all = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
            #expect(all.filter { block.evaluate(with: $0) }.count == 1)
            for predicate in [block, NSCompoundPredicate(notPredicateWithSubpredicate: block)] {
                let error = #expect(throws: NSError.self) { try PredicatePlaces.found(predicate, in: context) }
                #expect(error?.localizedDescription.contains("block") == true)
            }
        }
    }

    @Test("MATCHES tells é spelled as one letter from e with a mark, whichever was asked for first")
    func spellings() throws {
        try run([["text": "e\u{301}"], ["text": "\u{E9}"]]) { (_, found) throws in
            for spelling in ["e\u{301}", "\u{E9}", "e\u{301}"] {
                let answer = try found("text MATCHES[c] %@", spelling)
                #expect(answer.map { Array($0.utf8) } == [Array(spelling.utf8)])
            }
        }
    }

    @Test("a canonical spelling with [n] is found by bytes")
    func normalized() throws {
        try run([["text": "cafe"], ["text": "café"]]) { (_, found) throws in
            #expect(try found("text ==[n] 'cafe'") == ["cafe"])
            #expect(try found("text BEGINSWITH[n] 'caf'").count == 2)
            #expect(try found("text ==[ncd] 'CAFE'") == [])
        }
    }

    @Test("a batch size reads the rows of the batch that is touched, in one statement")
    func batchSize() throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            for number in 0..<1_000 { _ = Self.new("Thing", ["large": number], context) }
            try context.save()
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
            request.fetchBatchSize = 100
            request.sortDescriptors = [NSSortDescriptor(key: "large", ascending: true)]
            let things = try context.fetch(request)
            #expect(things[250].value(forKey: "large") as? Int == 250)
            #expect(things.filter { !$0.isFault || $0.row != nil }.count == 100)
        }
    }
}
