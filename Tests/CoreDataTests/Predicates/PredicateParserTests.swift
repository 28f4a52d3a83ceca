import Testing

@testable import CoreData

@Suite("The format of predicates") struct PredicateParserTests {
    @Test(
        "is read as Apple reads it (203–206)",
        arguments: [
            ("a == 1", "a == 1"), ("a = 1", "a == 1"), ("a <> 1", "a != 1"), ("a => 1", "a >= 1"),
            ("a =< 1", "a <= 1"), ("a==1&&b!=2", "a == 1 AND b != 2"), ("a == 1 or b == 2", "a == 1 OR b == 2"),
            ("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
            ("(a == 1 OR b == 2) AND c == 3", "(a == 1 OR b == 2) AND c == 3"),
            ("a == 1 and b == 2 and c == 3", "a == 1 AND b == 2 AND c == 3"),
            ("not a == 1 and b == 2", "NOT a == 1 AND b == 2"), ("!(a == 1)", "NOT a == 1"),
            ("NOT (a IN {1, 2})", "NOT a IN {1, 2}"), ("a == true", "a == 1"), ("a == NO", "a == 0"),
            ("a == nil", "a == nil"), ("a != NULL", "a != nil"), ("a == 'it''s'", nil), ("a == 'x'", "a == \"x\""),
            (#"a == "q\"uo\\te""#, #"a == "q\"uo\\te""#), (#"a == 'tab\t\u00e9\x41'"#, #"a == "tab\téA""#),
            ("a == 0x1F", "a == 31"), ("a == 1.5e3", "a == 1500.0"), ("a == -2", "a == -2"),
            ("a BEGINSWITH[cd] 'x'", "a BEGINSWITH[cd] \"x\""), ("a contains[C] 'x'", "a CONTAINS[c] \"x\""),
            ("a ==[c] b", "a ==[c] b"), ("a LIKE '*x?'", "a LIKE \"*x?\""), ("a MATCHES '.*'", "a MATCHES \".*\""),
            ("a BETWEEN {1, 5}", "a BETWEEN {1, 5}"), ("ANY a.b > 1", "ANY a.b > 1"), ("SOME a.b > 1", "ANY a.b > 1"),
            ("ALL a.b > 1", "ALL a.b > 1"), ("NONE a.b > 1", "NOT ANY a.b > 1"),
            ("1 + 2 * 3 == a", "1 + (2 * 3) == a"), ("(1 + 2) * 3 == a", "(1 + 2) * 3 == a"),
            ("a - b - c == 0", "(a - b) - c == 0"), ("a ** 2 > 4", "a ** 2 > 4"), ("(a & 1) == 0", "a & 1 == 0"),
            ("a | b == 3", "a | b == 3"), ("-a < 0", "0 - a < 0"), ("~a == 1", "~a == 1"),
            ("a.@count == 0", "a.@count == 0"), ("a.@sum.b.c > 1", "a.@sum.b.c > 1"),
            ("@count == 0", "@count == 0"), ("SELF == 1", "SELF == 1"), ("self.a == 1", "a == 1"),
            ("$x.a == 1", "$x.a == 1"), ("a == $x", "a == $x"), ("#in == 1", "#in == 1"), ("a.#in == 1", "a.in == 1"),
            ("TRUEPREDICATE", "TRUEPREDICATE"), ("falsepredicate OR a == 1", "FALSEPREDICATE OR a == 1"),
            (
                "SUBQUERY(a, $x, $x.b == 1 AND $x.c == 2).@count > 0",
                "SUBQUERY(a, $x, $x.b == 1 AND $x.c == 2).@count > 0"
            ),
            ("TERNARY(a == 1, b, c) == 2", "TERNARY(a == 1, b, c) == 2"),
            ("FUNCTION(a, 'uppercaseString') == 'X'", "FUNCTION(a, \"uppercaseString\") == \"X\""),
            ("CAST(0, 'NSDate') < a", "CAST(0.0, \"NSDate\") < a"), ("max(a, b) == 2", "max(a, b) == 2"),
            ("lowercase(a) == 'x'", "lowercase(a) == \"x\""), ("modulus:by:(a, 2) == 0", "modulus:by:(a, 2) == 0"),
            ("a[0] == 1", "a[0] == 1"), ("a[FIRST] == 1", "a[FIRST] == 1"), ("a[SIZE] > 1", "a[SIZE] > 1"),
            ("UNION(a, b) == c", "UNION(a, b) == c"), ("'x' IN a", "\"x\" IN a"), ("a IN {}", "a IN {}"),
            ("now() > a", "now() > a"), ("größe == 1", "größe == 1"), (" \n a\t==\r\n1 ", "a == 1"),
        ] as [(String, String?)])
    func formats(format: String, text: String?) throws {
        guard let text else {
            #expect(throws: PredicateFormatError.self) { try NSPredicate.parse(format) }
            return
        }
        #expect(try NSPredicate.parse(format).formatText == text)
    }

    @Test(
        "is refused with the place where it goes wrong",
        arguments: [
            ("", 0), ("a ==", 4), ("a", 0), ("a == 1 AND", 10), ("a == (1", 7), ("a == 1)", 6), ("== 1", 0),
            ("name NOT IN {1}", 5), ("a == 'x", 5), ("a BETWEEN {1}", 10), ("a == %", 5), ("a == %@", 5),
            ("ANY a", 0), ("a[x == 1", 4), ("SUBQUERY(a, x, b == 1).@count > 0", 12), ("bogus(a) == 1", 0),
            ("a ==[x] 1", 5), ("a == 12abc", 7), ("a == 1 b == 2", 7), ("a IN {1, 2", 10), ("in == 1", 0),
            ("FUNCTION(a, 'removeAllObjects') == 1", 0), ("CAST(a, 'NSObject') == 1", 0), ("a == {1 == 2}", 8),
            ("a == 1 == 2", 0), ("a ? 1", 2), ("é == 'ü' ∑", 9), ("FETCH(a, b, NO) == 1", 0),
        ])
    func errors(format: String, position: Int) {
        let error = #expect(throws: PredicateFormatError.self) { try NSPredicate.parse(format) }
        #expect(error?.position == position, "\(error?.description ?? "")")
        #expect(error?.format == format)
    }

    @Test("takes its arguments in order (205)")
    func arguments() throws {
        let id = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        let predicate = NSPredicate(
            format: "%K == %@ AND %K.b > %d AND c IN %@ AND d == %@ AND e < %f AND f == %@ AND g == %@ AND h == %ld",
            "a", "x", "k", 3, ["p", "q"], nil, 1.5, id, NSNumber(value: true), 7)
        #expect(
            predicate.formatText
                == "a == \"x\" AND k.b > 3 AND c IN {\"p\", \"q\"} AND d == nil AND e < 1.5 AND "
                + "f == CAST(\"00112233-4455-6677-8899-AABBCCDDEEFF\", \"NSUUID\") AND g == 1 AND h == 7")
        #expect(NSPredicate(format: "a == '%@'").formatText == "a == \"%@\"")
        #expect(NSPredicate(format: "a == %@", argumentArray: [NSNull()]).formatText == "a == nil")
        #expect(
            NSPredicate(format: "%@ AND b == 1", NSPredicate(format: "a == 1 OR a == 2")).formatText
                == "(a == 1 OR a == 2) AND b == 1")
        #expect(NSPredicate(format: "%@ > 100", NSExpression(forKeyPath: "a")).formatText == "a > 100")
        let optional: String? = "x"
        #expect(NSPredicate(format: "a == %@", optional).formatText == "a == \"x\"")
        #expect(throws: PredicateFormatError.self) { try NSPredicate.parse("%K == 1", arguments: [5]) }
        #expect(throws: PredicateFormatError.self) { try NSPredicate.parse("a == %d", arguments: ["x"]) }
    }

    @Test("keeps the shape of compounds (204)")
    func compounds() throws {
        let flat = try #require(
            NSPredicate(format: "a == 1 AND b == 2 AND (c == 3 OR d == 4) AND e == 5 AND f == 6")
                as? NSCompoundPredicate)
        #expect(flat.compoundPredicateType == .and)
        #expect(flat.subpredicates.count == 5)
        let inner = try #require(flat.subpredicates[2] as? NSCompoundPredicate)
        #expect(inner.compoundPredicateType == .or)
        let comparison = try #require(NSPredicate(format: "NOT a ==[cd] 'x'") as? NSCompoundPredicate)
        #expect(comparison.compoundPredicateType == .not)
        let part = try #require(comparison.subpredicates[0] as? NSComparisonPredicate)
        #expect(part.options == [.caseInsensitive, .diacriticInsensitive])
        #expect(part.leftExpression.keyPath == "a")
        #expect(part.rightExpression.constantValue as? String == "x")
        #expect(part.predicateOperatorType == .equalTo)
        let bits = try #require(NSPredicate(format: "(k & 1) == 0") as? NSComparisonPredicate)
        #expect(bits.leftExpression.function == "bitwiseAnd:with:")
    }

    @Test("may be long, and is not read without end when it is deep")
    func limits() throws {
        let long = (0..<20_000).map { "a == \($0)" }.joined(separator: " OR ")
        let predicate = try #require(try NSPredicate.parse(long) as? NSCompoundPredicate)
        #expect(predicate.subpredicates.count == 20_000)
        #expect(predicate.evaluate(with: ["a": 19_999]))
        #expect(!predicate.evaluate(with: ["a": -1]))
        let deep = String(repeating: "(", count: 100_000) + "a == 1" + String(repeating: ")", count: 100_000)
        #expect(throws: PredicateFormatError.self) { try NSPredicate.parse(deep) }
        #expect(throws: PredicateFormatError.self) {
            try NSPredicate.parse(String(repeating: "{", count: 100_000))
        }
        let nots = try NSPredicate.parse(String(repeating: "NOT ", count: 10_001) + "a == 1")
        #expect(!nots.evaluate(with: ["a": 1]))
    }

    @Test("never traps on random text", arguments: 1...3)
    func noise(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        let pieces = [
            "a", "b.c", " ", "==", "!=", "AND", "OR", "NOT", "(", ")", "{", "}", "[", "]", "'", "\"", "1", "2.5", "%@",
            "%K", "%d", "$x", "#", "@count", ".", ",", "SUBQUERY(", "ANY", "IN", "BETWEEN", "FUNCTION(", "CAST(", "é",
            "\\", "nil", "**", "&", "<<", "0x", "1e", "TERNARY(", "max(", ":", "\u{0}", "🌵",
        ]
        for _ in 0..<3_000 {
            let count = Int.random(in: 0...14, using: &random)
            let format = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
            if let predicate = try? NSPredicate.parse(format, arguments: ["k", 1]) {
                #expect((try? NSPredicate.parse(predicate.formatText)) == predicate, "\(format)")
            }
        }
    }

    @Test("that is written out is read as an equal predicate", arguments: 1...3)
    func roundTrip(seed: Int) throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            var dataset = PredicateDataset(seed: UInt64(seed))
            let things = dataset.populate(context, count: 3)
            var generator = PredicateGenerator(seed: UInt64(seed), things: things)
            for _ in 0..<400 {
                let text = generator.predicate().formatText
                // Objects have no spelling, and three negations are read as one.
                guard !text.contains("<<NS"), !text.contains("<0x"), !text.contains("NOT NOT NOT") else { continue }
                let read = try NSPredicate.parse(text)
                #expect(read.formatText == text)
                let again = try NSPredicate.parse(text)
                #expect(read == again)
                // Foundation's own class, that of constant predicates, has a hash by identity.
                if type(of: read) != NSPredicate.self { #expect(read.hash == again.hash) }
            }
        }
    }

    @Test(
        "that has operators within operators is refused before it is too deep to be used",
        arguments: [
            Array(repeating: "1", count: 50_000).joined(separator: " + "),
            Array(repeating: "2", count: 50_000).joined(separator: " ** "),
            "a" + String(repeating: "[0]", count: 50_000),
            // Deep in one place, and long in another within it.
            String(repeating: "(", count: 390) + "1" + String(repeating: " + 1 + 1 + 1 + 1)", count: 390),
            String(repeating: "TERNARY(a == ", count: 120) + "1" + String(repeating: " + 1 + 1 + 1, 1, 2)", count: 120),
        ])
    func tall(expression: String) throws {
        #expect(throws: PredicateFormatError.self) { try NSPredicate.parse("a == \(expression)") }
    }

    @Test("may have many sums, and a sum of many")
    func sums() throws {
        let sum = Array(repeating: "1", count: 300).joined(separator: " + ")
        let many = Array(repeating: "a == \(sum)", count: 100).joined(separator: " AND ")
        #expect(try NSPredicate.parse(many).evaluate(with: ["a": 300]))
    }
}
