import Testing

@testable import CoreData

@Suite("Expressions") struct ExpressionTests {
    @Test(
        "are calculated (207)",
        arguments: [
            ("4 + 5 - 2**3", 1), ("1 + 2 * 3", 7), ("7 / 2", 3), ("7.0 / 2", 3.5), ("7 - 10", -3), ("-3 + 1", -2),
            ("max({1, 5, 3})", 5), ("min({4, 2})", 2), ("sum({1, 2, 3})", 6), ("average({1, 2})", 1.5),
            ("count({1, 2})", 2), ("median({5, 1, 3})", 3), ("stddev({2, 4})", 1), ("abs(-4)", 4), ("floor(2.7)", 2),
            ("ceiling(2.1)", 3), ("trunc(-2.7)", -2), ("sqrt(16)", 4), ("ln(1)", 0), ("log(1000)", 3), ("exp(0)", 1),
            ("6 & 3", 2), ("6 | 3", 7), ("6 ^ 3", 5), ("1 << 4", 16), ("16 >> 2", 4), ("~0", -1),
            ("modulus:by:(7, 4)", 3), ("length('abc')", 3), ("TERNARY(1 == 1, 10, 20)", 10),
            ("FUNCTION('abc', 'length') + 1", 4), ("CAST('12', 'NSNumber') + 1", 13), ("{1, 2, 3}[1]", 2),
            ("{1, 2, 3}[LAST]", 3), ("{1, 2, 3}[SIZE]", 3), ("{1, 2, 2}.@sum.self", 5), ("a + b.c", 7),
            ("items.@count", 3), ("items.@sum.n", 6), ("items.@avg.n", 2), ("items.@max.n", 3),
            ("SUBQUERY(items, $i, $i.n >= a - 2).@count", 2),
            ("1 / 0", nil), ("sqrt(-1)", nil), ("a + missing", nil),
            ("9223372036854775807 + 1", 9.223372036854775807e18),
        ] as [(String, Double?)])
    func numbers(format: String, value: Double?) throws {
        let object: [String: Any] = ["a": 4, "b": ["c": 3], "items": [["n": 1], ["n": 2], ["n": 3]]]
        let result = try NSExpression.parse(format).expressionValue(with: object, context: nil)
        #expect((result as? NSNumber)?.doubleValue == value, "\(format)")
    }

    @Test("are made of parts that can be asked for")
    func parts() {
        let sum = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "items.n")])
        #expect(sum.expressionType == .function)
        #expect(sum.function == "sum:")
        #expect(sum.arguments?.first?.keyPath == "items.n")
        #expect(sum.description == "sum(items.n)")
        #expect(NSExpression(forConstantValue: 3).constantValue as? Int == 3)
        #expect(NSExpression.expressionForEvaluatedObject().expressionType == .evaluatedObject)
        #expect(NSExpression(forVariable: "x").variable == "x")
        #expect(NSExpression(format: "%K + %@", "a", 2) == NSExpression(format: "a + 2"))
        let aggregate = NSExpression(forAggregate: [1, NSExpression(forKeyPath: "a")])
        #expect((aggregate.collection as? [NSExpression])?.count == 2)
    }

    @Test("of blocks get the object and the arguments")
    func blocks() {
        let double = NSExpression(
            block: { _, arguments, _ in ((arguments[0] as? NSNumber)?.intValue ?? 0) * 2 },
            arguments: [NSExpression(forKeyPath: "a")])
        #expect(double.expressionValue(with: ["a": 21], context: nil) as? Int == 42)
    }

    @Test("of sets")
    func sets() {
        let one = NSExpression(forConstantValue: [1, 2, 3])
        let other = NSExpression(forConstantValue: [3, 4])
        func values(_ expression: NSExpression) -> [Int] {
            (expression.expressionValue(with: nil, context: nil) as? [Any] ?? []).compactMap {
                ($0 as? NSNumber)?.intValue
            }
        }
        #expect(values(NSExpression(forUnionSet: one, with: other)).sorted() == [1, 2, 3, 4])
        #expect(values(NSExpression(forIntersectSet: one, with: other)) == [3])
        #expect(values(NSExpression(forMinusSet: one, with: other)) == [1, 2])
    }
}
