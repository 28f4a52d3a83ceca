import Testing

@testable import CoreData

@Suite("Every kind of expression") struct ExpressionKindTests {
    private static var object: [String: Any] {
        ["a": 4, "text": "x", "list": [1, 2, 3], "other": [3, 4], "items": [["n": 1], ["n": 5]]]
    }

    private static var variables: NSMutableDictionary { NSMutableDictionary(dictionary: ["v": 7]) }

    private func number(_ expression: NSExpression) -> Double? {
        (expression.expressionValue(with: Self.object, context: Self.variables) as? NSNumber)?.doubleValue
    }

    private func numbers(_ expression: NSExpression) -> [Int] {
        let value = expression.expressionValue(with: Self.object, context: Self.variables)
        return (value as? [Any] ?? []).compactMap { ($0 as? NSNumber)?.intValue ?? $0 as? Int }
    }

    @Test("has its type, its value, and a text that is read as an equal one")
    func kinds() throws {
        let (list, other) = (NSExpression(forKeyPath: "list"), NSExpression(forKeyPath: "other"))
        let isLarge = NSPredicate(format: "$i.n > 2")
        let subquery = NSExpression(
            forSubquery: NSExpression(forKeyPath: "items"), usingIteratorVariable: "i", predicate: isLarge)
        let conditional = NSExpression(
            forConditional: NSPredicate(format: "a > 3"), trueExpression: NSExpression(forConstantValue: 1),
            falseExpression: NSExpression(forKeyPath: "a"))
        let cases: [(NSExpression, NSExpression.ExpressionType, UInt)] = [
            (NSExpression(forConstantValue: 5), .constantValue, 0),
            (.expressionForEvaluatedObject(), .evaluatedObject, 1), (NSExpression(forVariable: "v"), .variable, 2),
            (NSExpression(forKeyPath: "a"), .keyPath, 3),
            (NSExpression(forFunction: "sum:", arguments: [list]), .function, 4),
            (NSExpression(forUnionSet: list, with: other), .unionSet, 5),
            (NSExpression(forIntersectSet: list, with: other), .intersectSet, 6),
            (NSExpression(forMinusSet: list, with: other), .minusSet, 7), (subquery, .subquery, 13),
            (NSExpression(forAggregate: [1, NSExpression(forKeyPath: "a")]), .aggregate, 14),
            (.expressionForAnyKey(), .anyKey, 15), (conditional, .conditional, 20),
        ]
        for (expression, type, raw) in cases {
            #expect(expression.expressionType == type && type.rawValue == raw)
            #expect(try NSExpression.parse(expression.description) == expression, "\(expression)")
            #expect(expression.copy() as? NSExpression == expression)
        }
        #expect(number(cases[0].0) == 5 && number(cases[2].0) == 7 && number(cases[3].0) == 4)
        #expect((cases[1].0.expressionValue(with: "me", context: nil) as? String) == "me")
        #expect(number(cases[4].0) == 6)
        #expect(numbers(cases[5].0).sorted() == [1, 2, 3, 4])
        #expect(numbers(cases[6].0) == [3] && numbers(cases[7].0) == [1, 2])
        #expect((subquery.expressionValue(with: Self.object, context: nil) as? [Any])?.count == 1)
        #expect(numbers(cases[9].0) == [1, 4])
        #expect(number(conditional) == 1)
        let block = NSExpression(
            block: { _, values, context in (values[0] as? Int ?? 0) + (context?.count ?? 0) },
            arguments: [NSExpression(forKeyPath: "a")])
        #expect(block.expressionType == .block && NSExpression.ExpressionType.block.rawValue == 19)
        #expect(number(block) == 5)
    }

    @Test("in comparisons of every operator, with Apple's raw values")
    func comparisons() throws {
        let operators: [(NSComparisonPredicate.Operator, UInt, Any, Bool)] = [
            (.lessThan, 0, 5, true), (.lessThanOrEqualTo, 1, 4, true), (.greaterThan, 2, 4, false),
            (.greaterThanOrEqualTo, 3, 4, true), (.equalTo, 4, 4, true), (.notEqualTo, 5, 4, false),
            (.in, 10, [4], true), (.between, 100, [4, 5], true),
        ]
        for (type, raw, value, answer) in operators {
            let predicate = NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: "a"), rightExpression: NSExpression(forConstantValue: value),
                modifier: .direct, type: type)
            #expect(type.rawValue == raw)
            #expect(predicate.evaluate(with: Self.object) == answer, "\(type)")
            #expect(predicate.copy() as? NSComparisonPredicate == predicate)
        }
        let textual: [(NSComparisonPredicate.Operator, UInt, String)] = [
            (.matches, 6, "X|Y"), (.like, 7, "?"), (.beginsWith, 8, "X"), (.endsWith, 9, "X"), (.contains, 99, "X"),
        ]
        for (type, raw, pattern) in textual {
            let predicate = NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: "text"),
                rightExpression: NSExpression(forConstantValue: pattern),
                modifier: .direct, type: type, options: .caseInsensitive)
            #expect(type.rawValue == raw)
            #expect(predicate.evaluate(with: Self.object), "\(type)")
        }
        let modifiers = [NSComparisonPredicate.Modifier.direct, .all, .any].map(\.rawValue)
        #expect(modifiers == [0, 1, 2])
        let options = [NSComparisonPredicate.Options.caseInsensitive, .diacriticInsensitive, .normalized].map(
            \.rawValue)
        #expect(options == [1, 2, 4])
        let all = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "items.n"), rightExpression: NSExpression(forConstantValue: 1),
            modifier: .all, type: .greaterThanOrEqualTo)
        #expect(all.evaluate(with: Self.object))
        #expect(all.predicateFormat == "ALL items.n >= 1")
    }
}
