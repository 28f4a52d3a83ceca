import Testing

@testable import CoreData

/// The numbered statements on predicates, in fetches from every store and of unsaved objects.
@Suite("Predicates in fetches behave as listed (199–208)") struct PredicateBehaviourTests {
    private static func fill(_ context: NSManagedObjectContext) {
        func new(_ name: String, _ values: [String: Any]) -> NSManagedObject {
            let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
            for (key, value) in values { object.setValue(value, forKey: key) }
            return object
        }
        let ann = new("Person", ["name": "Ann", "age": 30])
        let bob = new("Person", ["name": "Bob", "age": 5])
        let things = [
            new("Thing", ["text": "Café", "other": "Café", "small": 1, "owner": ann]),
            new("Thing", ["text": "cafeteria", "small": 5, "owner": bob]),
            new("Thing", ["text": "Tea", "other": "tea", "small": 10]), new("Thing", ["small": 7]),
        ]
        for (index, numbers) in [[1, 2], [2], [], [2, 3]].enumerated() {
            for number in numbers { _ = new("Part", ["number": number, "thing": things[index]]) }
        }
    }

    private func check(_ cases: [(String, [Any?], [String])]) throws {
        try PredicatePlaces.run(Self.fill) { (context, place) throws in
            for (format, arguments, expected) in cases {
                let predicate = try NSPredicate.parse(format, arguments: arguments)
                let found = try PredicatePlaces.found(predicate, in: context)
                #expect(found == expected, "\(format) \(place)")
            }
        }
    }

    @Test("199: BEGINSWITH, ENDSWITH, CONTAINS[c], CONTAINS[cd], LIKE with * and ?, MATCHES")
    func text() throws {
        try check([
            ("text BEGINSWITH 'Caf'", [], ["Café"]), ("text BEGINSWITH[c] 'CAF'", [], ["Café", "cafeteria"]),
            ("text ENDSWITH 'a'", [], ["Tea", "cafeteria"]), ("text CONTAINS[c] 'AF'", [], ["Café", "cafeteria"]),
            ("text CONTAINS[cd] 'CAFE'", [], ["Café", "cafeteria"]), ("text CONTAINS 'é'", [], ["Café"]),
            ("text LIKE 'T?a'", [], ["Tea"]), ("text LIKE 'caf*'", [], ["cafeteria"]),
            ("text LIKE[c] '*e*a'", [], ["Tea", "cafeteria"]), ("text MATCHES '[A-Z].{2}'", [], ["Tea"]),
            ("text MATCHES[c] 'TEA|CAF.*'", [], ["Café", "Tea", "cafeteria"]), ("text MATCHES 'Te'", [], []),
        ])
    }

    @Test("200: BETWEEN is inclusive; IN with an array; NOT (x IN y)")
    func ranges() throws {
        try check([
            ("small BETWEEN {5, 7}", [], ["cafeteria", "nil"]), ("small BETWEEN %@", [[1, 5]], ["Café", "cafeteria"]),
            ("small BETWEEN {%d, %d}", [10, 11], ["Tea"]), ("small IN %@", [[1, 10, 99]], ["Café", "Tea"]),
            ("NOT (small IN %@)", [[1, 10]], ["cafeteria", "nil"]), ("text IN %@", [Set(["Tea", "Milk"])], ["Tea"]),
            ("NOT (text IN %@)", [["Tea"]], ["Café", "cafeteria"]), ("text IN[c] {'TEA'}", [], ["Tea"]),
        ])
    }

    @Test("201: a relationship is compared with an object or its ID; SELF IN with objects")
    func objects() throws {
        try PredicatePlaces.run(Self.fill) { (context, place) throws in
            func found(_ format: String, _ arguments: Any?...) throws -> [String] {
                try PredicatePlaces.found(NSPredicate.parse(format, arguments: arguments), in: context)
            }
            let people = NSFetchRequest<NSManagedObject>(entityName: "Person")
            people.predicate = NSPredicate(format: "name == 'Ann'")
            let ann = try #require(try context.fetch(people).first)
            let things = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
                .filter { ($0.value(forKey: "small") as? Int ?? 0) < 6 }
            #expect(try found("owner == %@", ann) == ["Café"], "\(place)")
            #expect(try found("owner == %@", ann.objectID) == ["Café"], "\(place)")
            #expect(try found("owner != %@", ann) == ["cafeteria"], "\(place)")
            #expect(try found("owner IN %@", [ann.objectID]) == ["Café"], "\(place)")
            #expect(try found("SELF IN %@", things) == ["Café", "cafeteria"], "\(place)")
            #expect(try found("SELF IN %@", NSSet(array: things.map(\.objectID))) == ["Café", "cafeteria"], "\(place)")
            #expect(try found("SELF == %@", things[0]).count == 1, "\(place)")
            #expect(try found("NOT (SELF IN %@)", things) == ["Tea", "nil"], "\(place)")
        }
    }

    @Test("202: ANY over a to-many; ALL holds for an empty collection")
    func quantifiers() throws {
        try check([
            ("ANY parts.number == 2", [], ["Café", "cafeteria", "nil"]), ("ANY parts.number > 2", [], ["nil"]),
            ("SOME parts.number == 1", [], ["Café"]), ("ALL parts.number == 2", [], ["Tea", "cafeteria"]),
            ("ALL parts.number >= 2", [], ["Tea", "cafeteria", "nil"]),
            ("NONE parts.number == 1", [], ["Tea", "cafeteria", "nil"]),
        ])
    }

    @Test("203: true and false are numbers, nil and null nothing, AND binds tighter than OR, & is a function")
    func parsing() throws {
        let flag = try #require(NSPredicate(format: "a == true") as? NSComparisonPredicate)
        #expect(flag.rightExpression.constantValue as? Int == 1)
        #expect(
            (NSPredicate(format: "a == false") as? NSComparisonPredicate)?.rightExpression.constantValue as? Int == 0)
        for word in ["nil", "NULL", "null"] {
            let empty = try #require(NSPredicate(format: "a == \(word)") as? NSComparisonPredicate)
            #expect(empty.rightExpression.expressionType == .constantValue)
            #expect(empty.rightExpression.constantValue == nil)
        }
        let or = try #require(NSPredicate(format: "a == 1 OR b == 2 AND c == 3") as? NSCompoundPredicate)
        #expect(or.compoundPredicateType == .or && or.subpredicates.count == 2)
        let not = try #require(NSPredicate(format: "NOT a == 1") as? NSCompoundPredicate)
        #expect(not.compoundPredicateType == .not)
        let bits = try #require(NSPredicate(format: "(k & 1) == 1") as? NSComparisonPredicate)
        #expect(bits.leftExpression.expressionType == .function)
        #expect(bits.leftExpression.function == "bitwiseAnd:with:")
        try check([
            ("small == 1 OR small == 5 AND text == 'Tea'", [], ["Café"]),
            ("(small & 1) == 1", [], ["Café", "cafeteria", "nil"]), ("text == NULL", [], ["nil"]),
            ("NOT small == 1 AND text != nil", [], ["Tea", "cafeteria"]),
        ])
    }

    @Test("204: nested ANDs are one compound of five, OR in parentheses stays nested")
    func flattening() throws {
        let and = try #require(
            NSPredicate(format: "a == 1 AND b == 2 AND c == 3 AND (d == 4 OR e == 5) AND f == 6")
                as? NSCompoundPredicate)
        #expect(and.compoundPredicateType == .and && and.subpredicates.count == 5)
        #expect((and.subpredicates[3] as? NSCompoundPredicate)?.compoundPredicateType == .or)
    }

    @Test("205: %K, several %@ in order, operators without spaces, ==[c]")
    func arguments() throws {
        try check([
            ("%K == %@ AND %K > %d", ["text", "Tea", "small", 3], ["Tea"]), ("text==[c]'TEA'", [], ["Tea"]),
            ("small>4&&small<10", [], ["cafeteria", "nil"]), ("%K.%K==%@", ["owner", "name", "Bob"], ["cafeteria"]),
            ("small==5||text=='Tea'", [], ["Tea", "cafeteria"]), ("text ==[cd] %@", ["cafe"], ["Café"]),
        ])
    }

    @Test("206: a key path on the right side compares two attributes")
    func attributes() throws {
        try check([
            ("text == other", [], ["Café"]), ("text ==[c] other", [], ["Café", "Tea"]),
            ("text != other", [], ["Tea"]), ("small < owner.age", [], ["Café"]),
        ])
    }

    @Test("207: 4 + 5 - 2**3 is 1; max: over a constant array")
    func expressions() {
        func value(_ expression: NSExpression) -> Int? {
            (expression.expressionValue(with: nil, context: nil) as? NSNumber)?.intValue
        }
        #expect(value(NSExpression(format: "4 + 5 - 2**3")) == 1)
        let numbers = NSExpression(forConstantValue: [1, 12, 7])
        #expect(value(NSExpression(forFunction: "max:", arguments: [numbers])) == 12)
        #expect(value(NSExpression(format: "max(%@)", [1, 12, 7])) == 12)
    }

    @Test("208: constants on the left")
    func constantsOnTheLeft() throws {
        try check([
            ("%@ > small", [6], ["Café", "cafeteria"]), ("5 == small", [], ["cafeteria"]),
            ("'Tea' == text", [], ["Tea"]), ("nil == text", [], ["nil"]),
            ("'Tea, cake' CONTAINS text", [], ["Tea"]), ("text IN 'Tea, cake'", [], ["Tea"]),
        ])
    }
}
