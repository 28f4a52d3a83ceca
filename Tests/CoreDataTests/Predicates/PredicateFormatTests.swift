import CoreData
import Foundation
import Testing

@Suite("Reading and writing predicate formats") struct PredicateFormatTests {
    @Test(
        "A format is written back in one spelling, and that spelling reads as an equal predicate (203–205)",
        arguments: [
            ("genus == 'Lithops'", "genus == \"Lithops\""), ("genus='Lithops'", "genus == \"Lithops\""),
            ("genus ==[c] \"x\"", "genus ==[c] \"x\""), ("a==1&&b==2", "a == 1 AND b == 2"),
            ("a == 1 || b == 2 and c == 3", "a == 1 OR (b == 2 AND c == 3)"),
            ("(a == 1 OR b == 2) AND c == 3", "(a == 1 OR b == 2) AND c == 3"),
            ("a == 1 AND b == 2 and c == 3 && d == 4", "a == 1 AND b == 2 AND c == 3 AND d == 4"),
            ("not a == 1", "NOT a == 1"), ("! (a == 1 OR b == 2)", "NOT (a == 1 OR b == 2)"),
            ("a == true", "a == 1"), ("a == NO", "a == 0"), ("a == nil", "a == nil"), ("a == NULL", "a == nil"),
            ("a <> 1", "a != 1"), ("a => 1", "a >= 1"), ("a =< 1", "a <= 1"),
            ("a between {1, 2}", "a BETWEEN {1, 2}"), ("a in {'x', 'y'}", "a IN {\"x\", \"y\"}"),
            ("name beginswith[cd] 'x'", "name BEGINSWITH[cd] \"x\""), ("name like '*a?'", "name LIKE \"*a?\""),
            ("any seeds.number > 3", "ANY seeds.number > 3"), ("ALL seeds.number > 3", "ALL seeds.number > 3"),
            ("NONE seeds.number > 3", "NOT ANY seeds.number > 3"), ("seeds.@count == 0", "seeds.@count == 0"),
            (
                "SUBQUERY(seeds, $s, $s.number > 1 AND $s.note == nil).@count > 0",
                "SUBQUERY(seeds, $s, $s.number > 1 AND $s.note == nil).@count > 0"
            ),
            ("a + 2 * b == 7", "a + (2 * b) == 7"), ("(a + 2) * b == 7", "(a + 2) * b == 7"),
            ("SELF == 3", "SELF == 3"), ("SELF.name == 'x'", "name == \"x\""), ("$x < 3", "$x < 3"),
            ("TRUEPREDICATE", "TRUEPREDICATE"), ("name == 'it\\'s'", "name == \"it's\""),
            ("#size == 1", "size == 1"),
            ("name == 'a\"b\\\\'", "name == \"a\\\"b\\\\\""),
        ])
    func roundTrip(format: String, text: String) throws {
        let predicate = try NSPredicate.parse(format)
        #expect(predicate.formatText == text)
        let again = try NSPredicate.parse(predicate.formatText)
        #expect(again.formatText == text)
        #expect(again == predicate)
    }

    @Test("Nested ANDs are one compound, OR in parentheses stays a part of its own (204)")
    func flattening() throws {
        let and = try #require(
            NSPredicate.parse("a == 1 AND b == 2 AND c == 3 AND d == 4 AND e == 5") as? NSCompoundPredicate)
        #expect(and.compoundPredicateType == .and && and.subpredicates.count == 5)
        let mixed = try #require(NSPredicate.parse("a == 1 AND (b == 2 OR c == 3)") as? NSCompoundPredicate)
        #expect(mixed.compoundPredicateType == .and && mixed.subpredicates.count == 2)
        #expect((mixed.subpredicates[1] as? NSCompoundPredicate)?.compoundPredicateType == .or)
    }

    @Test("%@, %K, %d and %f take arguments in order; a key path stays one, whatever it is called (205)")
    func arguments() throws {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let predicate = try NSPredicate.parse(
            "%K == %@ AND %K > %d AND weight < %f AND day == %@ AND color == %@",
            arguments: ["plant.genus", "it's", "select", 3, 0.5, date, nil])
        let parts = try #require(predicate as? NSCompoundPredicate).subpredicates.compactMap {
            $0 as? CoreData.NSComparisonPredicate
        }
        #expect(parts.map { $0.leftExpression.keyPath } == ["plant.genus", "select", "weight", "day", "color"])
        #expect(parts[0].rightExpression.constantValue as? String == "it's")
        #expect(parts[1].rightExpression.constantValue as? Int == 3)
        #expect(parts[2].rightExpression.constantValue as? Double == 0.5)
        #expect(parts[3].rightExpression.constantValue as? Date == date)
        #expect(parts[4].rightExpression.constantValue == nil)
        // In quotation marks it is two characters, no place for an argument.
        #expect(try NSPredicate.parse("name == '%@'").formatText == "name == \"%@\"")
    }

    @Test(
        "What cannot be read is an error that says where",
        arguments: [
            ("name NOT IN {1}", 5), ("name ==", 7), ("", 0), ("(a == 1", 7), ("a == 1)", 6), ("a == 'x", 5),
            ("a === 1", 4), ("a == 1 AND", 10), ("SUBQUERY(a, b, c == 1).@count > 0", 12), ("a IN {1, ", 9),
            ("a ==[q] 1", 5), ("%@", 2), ("a == 1 b == 2", 7), ("a == \u{0}", 5),
        ])
    func unreadable(format: String, position: Int) {
        do {
            let predicate = try NSPredicate.parse(format, arguments: ["x"])
            Issue.record("read as \(predicate.formatText)")
        } catch {
            #expect(error.format == format)
            #expect(abs(error.position - position) <= 2, "\(error)")
            #expect(!error.reason.isEmpty)
        }
    }

    @Test("Too few arguments are an error, deep nesting is no crash")
    func bounds() throws {
        #expect(throws: PredicateFormatError.self) { try NSPredicate.parse("a == %@ AND b == %@", arguments: [1]) }
        let deep = String(repeating: "(", count: 100_000) + "a == 1" + String(repeating: ")", count: 100_000)
        _ = try? NSPredicate.parse(deep)
        let negated = String(repeating: "NOT ", count: 100_000) + "a == 1"
        _ = try? NSPredicate.parse(negated)
    }

    @Test("$variables take their values by substitution")
    func substitution() throws {
        let template = try NSPredicate.parse("genus == $GENUS AND number > $LEAST")
        let predicate = template.withSubstitutionVariables(["GENUS": "Lithops", "LEAST": 3])
        #expect(predicate.formatText == "genus == \"Lithops\" AND number > 3")
        #expect(template.formatText == "genus == $GENUS AND number > $LEAST")
        let plant: [String: Any] = ["genus": "Lithops", "number": 4]
        #expect(predicate.evaluate(with: plant))
        #expect(template.evaluate(with: plant, substitutionVariables: ["GENUS": "Lithops", "LEAST": 3]))
        #expect(!template.evaluate(with: plant, substitutionVariables: ["GENUS": "Aloe", "LEAST": 3]))
    }

    @Test(
        "Expressions are calculated (203, 207)",
        arguments: [
            ("4 + 5 - 2**3", 1), ("2 + 3 * 4", 14), ("(2 + 3) * 4", 20), ("-3 + 5", 2), ("max({3, 9, 4})", 9),
            ("min({3, 9, 4})", 3), ("sum({1, 2, 3})", 6), ("count({1, 2, 3})", 3), ("6 & 3", 2), ("6 | 1", 7),
            ("abs(-4)", 4), ("average({2, 4})", 3), ("1 << 4", 16), ("modulus:by:(7, 4)", 3),
        ])
    func expressions(format: String, value: Int) throws {
        let result = try NSExpression.parse(format).expressionValue(with: nil, context: nil)
        #expect((result as? NSNumber)?.intValue == value || result as? Int == value)
    }
}
