@testable import CoreData

/// Makes random predicates on `Thing` that a store has to be able to answer.
struct PredicateGenerator {
    var random: SeededRandom
    let things: [NSManagedObject]

    init(seed: UInt64, things: [NSManagedObject]) {
        random = SeededRandom(seed)
        self.things = things
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    // MARK: Predicates

    mutating func predicate(depth: Int = 3) -> NSPredicate {
        if depth > 0, chance(2) {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return NSCompoundPredicate(notPredicateWithSubpredicate: predicate(depth: depth - 1))
            case 1: return NSCompoundPredicate(andPredicateWithSubpredicates: some(depth))
            default: return NSCompoundPredicate(orPredicateWithSubpredicates: some(depth))
            }
        }
        switch Int.random(in: 0..<14, using: &random) {
        case 0...2: return comparison(of: text(), textConstant())
        case 3, 4: return textTest()
        case 5, 6: return comparison(of: number(), chance(2) ? number() : numberConstant())
        case 7: return between()
        case 8: return membership()
        case 9: return relationship()
        case 10: return nothing()
        case 11: return quantified()
        case 12: return subquery()
        default: return otherKind()
        }
    }

    private mutating func some(_ depth: Int) -> [NSPredicate] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in predicate(depth: depth - 1) }
    }

    private mutating func options() -> NSComparisonPredicate.Options {
        pick([[], [], [.caseInsensitive], [.diacriticInsensitive], [.caseInsensitive, .diacriticInsensitive]])
    }

    private func compare(
        _ left: NSExpression, _ type: NSComparisonPredicate.Operator, _ right: NSExpression,
        _ options: NSComparisonPredicate.Options = [],
        _ modifier: NSComparisonPredicate.Modifier = .direct
    ) -> NSPredicate {
        NSComparisonPredicate(
            leftExpression: left, rightExpression: right, modifier: modifier, type: type, options: options)
    }

    private func constant(_ value: Any?) -> NSExpression { NSExpression(forConstantValue: value) }

    private mutating func order() -> NSComparisonPredicate.Operator {
        pick([.equalTo, .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo])
    }

    private mutating func comparison(of left: NSExpression, _ right: NSExpression) -> NSPredicate {
        chance(5)
            ? compare(right, order(), left, options()) : compare(left, order(), right, options())
    }

    private mutating func textTest() -> NSPredicate {
        let type = pick([NSComparisonPredicate.Operator.beginsWith, .endsWith, .contains, .like, .matches])
        let pattern: NSExpression
        switch type {
        case .like: pattern = constant(pick(["*", "a*", "?", "*?b", "*a*", "\\*", "%", "A?b", "*é*", "??"]))
        case .matches: pattern = constant(pick([".*", "a.*", "[a-z]+", "\\d+", "(a|b)*", "é", ""]))
        default: pattern = chance(6) ? text() : textConstant()
        }
        return compare(text(), type, pattern, options())
    }

    private mutating func between() -> NSPredicate {
        if chance(3) {
            return compare(
                NSExpression(forKeyPath: "day"), .between,
                constant([pick(PredicateDataset.days), pick(PredicateDataset.days)]))
        }
        return compare(
            number(), .between, NSExpression(forAggregate: [numberConstant(), chance(2) ? number() : numberConstant()]))
    }

    private mutating func membership() -> NSPredicate {
        let count = Int.random(in: 0...4, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return compare(text(), .in, constant((0..<count).map { _ in pick(PredicateDataset.texts) }), options())
        case 1: return compare(number(), .in, NSExpression(forAggregate: (0..<count).map { _ in numberConstant() }))
        case 2:
            return compare(
                NSExpression(forKeyPath: "code"), .in,
                constant(Set((0..<count).map { _ in pick(PredicateDataset.codes) })))
        case 3:
            return compare(
                NSExpression(forKeyPath: "day"), .in, constant((0..<count).map { _ in pick(PredicateDataset.days) }))
        case 4:
            let objects = (0..<count).map { _ in pick(things) }
            return compare(
                pick([NSExpression.expressionForEvaluatedObject(), NSExpression(forKeyPath: "twin")]), .in,
                constant(chance(2) ? NSSet(array: objects) : objects.map(\.objectID)))
        case 5:
            var mixed: [Any] = [NSNull(), "a", 10, 9.5, 1, 2.5]
            mixed.shuffle(using: &random)
            return compare(chance(2) ? number() : text(), .in, constant(Array(mixed.prefix(count))))
        default: return compare(number(), .in, NSExpression(forAggregate: [number(), numberConstant()]))
        }
    }

    private mutating func relationship() -> NSPredicate {
        let thing = pick(things)
        let sign = pick([NSComparisonPredicate.Operator.equalTo, .notEqualTo])
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return compare(NSExpression(forKeyPath: "twin"), sign, constant(chance(2) ? thing : thing.objectID))
        case 1: return compare(.expressionForEvaluatedObject(), sign, constant(thing))
        case 2: return compare(NSExpression(forKeyPath: "owner"), sign, constant(thing.value(forKey: "owner")))
        case 3: return compare(NSExpression(forKeyPath: "twins"), .contains, constant(thing))
        default: return compare(NSExpression(forKeyPath: "twin"), sign, NSExpression(forKeyPath: "twin.twin"))
        }
    }

    private mutating func nothing() -> NSPredicate {
        let path = pick([
            "text", "small", "price", "code", "day", "owner", "twin", "owner.name", "twin.owner", "bytes", "picture",
            "twin.twin.real", "link", "parts.@max.number",
        ])
        return compare(NSExpression(forKeyPath: path), pick([.equalTo, .notEqualTo]), constant(nil))
    }

    private mutating func quantified() -> NSPredicate {
        let modifier = pick([NSComparisonPredicate.Modifier.any, .all])
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            return compare(NSExpression(forKeyPath: "parts.number"), order(), numberConstant(), [], modifier)
        case 1:
            let path = pick(["parts.name", "labels.name", "twins.text", "twins.owner.name", "owner.things.text"])
            let type = pick([NSComparisonPredicate.Operator.contains, .beginsWith, .equalTo, .notEqualTo, .like])
            return compare(NSExpression(forKeyPath: path), type, textConstant(), options(), modifier)
        case 2:
            return compare(
                NSExpression(forKeyPath: "twins.parts.number"), .equalTo, numberConstant(), [], modifier)
        case 3:
            let labels = (pick(things).value(forKey: "labels") as? NSSet)?.allObjects ?? []
            if chance(2) { return compare(NSExpression(forKeyPath: "labels"), .in, constant(labels), [], modifier) }
            return compare(NSExpression(forKeyPath: "labels"), order(), constant(labels.first), [], modifier)
        case 4:
            return compare(
                NSExpression(forKeyPath: "parts.number"), .in, constant([pick([0, 1]), pick([2, 3])]), [], modifier)
        default:
            return compare(
                NSExpression(forKeyPath: "parts.number"), .between, constant([1, pick([1, 2, 3])]), [], modifier)
        }
    }

    private mutating func subquery() -> NSPredicate {
        let count = Int.random(in: 0...2, using: &random)
        let number = Int.random(in: 0...4, using: &random)
        let text = pick(PredicateDataset.texts)
        return pick([
            NSPredicate(format: "SUBQUERY(parts, $p, $p.number == %d).@count > %d", number, count),
            NSPredicate(
                format: "SUBQUERY(parts, $p, $p.number >= %d AND $p.name != %@).@count == %d", number, text, count),
            NSPredicate(format: "SUBQUERY(labels, $l, $l.name CONTAINS[c] %@).@count >= %d", text, count),
            NSPredicate(format: "SUBQUERY(twins, $t, $t.owner.name BEGINSWITH %@).@count > %d", text, count),
            NSPredicate(format: "SUBQUERY(twins, $t, ANY $t.parts.number == %d).@count > 0", number),
            NSPredicate(
                format: "SUBQUERY(twins, $t, SUBQUERY($t.parts, $p, $p.name == $t.text).@count > 0).@count > 0"),
            NSPredicate(format: "SUBQUERY(parts, $p, $p.thing.small > %d).@count > %d", number, count),
            NSPredicate(format: "SUBQUERY(twins, $t, $t.small > small).@count > 0"),
            NSPredicate(format: "SUBQUERY(owner.things, $t, $t != SELF AND $t.flag == YES).@count > %d", count),
        ])
    }

    private mutating func otherKind() -> NSPredicate {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return compare(NSExpression(forKeyPath: "day"), order(), constant(pick(PredicateDataset.days)))
        case 1:
            return compare(
                NSExpression(forKeyPath: "day"), order(),
                NSExpression(
                    forFunction: "add:to:",
                    arguments: [NSExpression(forKeyPath: "twin.day"), constant(pick([0, 43_200.0, -86_400]))]))
        case 2: return compare(NSExpression(forKeyPath: "flag"), order(), constant(pick([true, false])))
        case 3: return compare(NSExpression(forKeyPath: "code"), order(), constant(pick(PredicateDataset.codes)))
        case 4:
            return compare(
                NSExpression(forKeyPath: "code"), pick([.equalTo, .notEqualTo]),
                constant(pick(PredicateDataset.codes).uuidString))
        case 5:
            return compare(NSExpression(forKeyPath: "bytes"), order(), constant(pick(PredicateDataset.bytes)))
        case 6: return compare(NSExpression(forKeyPath: "link"), order(), constant(pick(PredicateDataset.links)))
        default: return NSPredicate(value: Bool.random(using: &random))
        }
    }

    // MARK: Expressions

    private mutating func text() -> NSExpression {
        if chance(6) {
            return NSExpression(
                forFunction: pick(["uppercase:", "lowercase:", "canonical:"]), arguments: [text()])
        }
        return NSExpression(
            forKeyPath: pick(["text", "text", "other", "owner.name", "twin.text", "twin.twin.other", "twin.owner.name"])
        )
    }

    private mutating func textConstant() -> NSExpression { constant(pick(PredicateDataset.texts)) }

    private mutating func number() -> NSExpression {
        if chance(4) {
            let function = pick([
                "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:", "bitwiseAnd:with:",
                "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
            ])
            return NSExpression(
                forFunction: function,
                arguments: [smallNumber(), chance(2) ? smallNumber() : constant(pick([0, 1, 2, 2.5]))])
        }
        if chance(6) {
            return NSExpression(
                forFunction: pick(["abs:", "floor:", "ceiling:", "trunc:"]), arguments: [smallNumber()])
        }
        if chance(8) { return NSExpression(forFunction: "length:", arguments: [text()]) }
        return NSExpression(
            forKeyPath: pick([
                "small", "small", "large", "real", "single", "price", "flag", "owner.age", "twin.small", "parts.@count",
                "labels.@count", "twins.@count", "parts.@sum.number", "parts.@max.number", "parts.@min.number",
                "parts.@avg.number", "owner.things.@count", "twin.parts.@count",
            ]))
    }

    private mutating func smallNumber() -> NSExpression {
        NSExpression(forKeyPath: pick(["small", "real", "price", "flag", "owner.age", "parts.@count", "single"]))
    }

    private mutating func numberConstant() -> NSExpression {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: constant(pick(PredicateDataset.reals))
        case 1: constant(pick(PredicateDataset.prices))
        case 2: constant(pick(PredicateDataset.larges))
        default: constant(Int.random(in: -2...12, using: &random))
        }
    }
}
