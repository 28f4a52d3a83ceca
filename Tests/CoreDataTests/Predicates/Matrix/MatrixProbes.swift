@testable import CoreData

/// Makes probes for every cell of the table, with constants chosen at random.
struct MatrixProbes {
    typealias Operator = NSComparisonPredicate.Operator
    typealias Options = NSComparisonPredicate.Options

    var random: SeededRandom

    static let ordering: [Operator] = [
        .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .between, .in,
    ]
    static let textual: [Operator] = [.contains, .beginsWith, .endsWith, .like, .matches]
    static let options: [Options] = [
        [], [.caseInsensitive], [.diacriticInsensitive], [.caseInsensitive, .diacriticInsensitive], [.normalized],
        [.localeSensitive], [.caseInsensitive, .diacriticInsensitive, .localeSensitive],
    ]

    private static let patterns = ["*", "?", "a*", "*b", "?b", "*é*", "\\*", "", "*\\?", "??", "*ss*", "i*"]
    private static let expressions = [".*", "a.*", "[a-z]+", "\\d+", "é", "", "(?i)A.*", ".", "ss|ß", "\\p{L}+"]

    /// The cells that have to be filled: those of the operators that a kind has.
    static var cells: [(Operator, MatrixKind, Options, MatrixProbe.Other)] {
        MatrixKind.allCases.flatMap { kind in
            operators(for: kind).flatMap { type in
                (kind.isText ? options : [[]]).flatMap { options in
                    MatrixProbe.Other.allCases.map { (type, kind, options, $0) }
                }
            }
        }
    }

    private static func operators(for kind: MatrixKind) -> [Operator] {
        switch kind {
        // Objects have no order that a save would not change.
        case .toOne, .self: [.equalTo, .notEqualTo, .in]
        case .string, .uri: ordering + textual
        default: ordering
        }
    }

    static func cell(
        _ type: Operator, _ kind: MatrixKind, _ options: Options, _ other: MatrixProbe.Other, _ prefix: String = ""
    ) -> MatrixCell {
        MatrixCell(
            operation: prefix + type.symbol, kind: kind.rawValue, options: options.suffix, other: other)
    }

    /// A probe for a cell.
    mutating func probe(
        _ type: Operator, _ kind: MatrixKind, _ options: Options, _ other: MatrixProbe.Other
    ) -> MatrixProbe {
        let left = kind == .self ? NSExpression.expressionForEvaluatedObject() : NSExpression(forKeyPath: kind.key)
        let seed = random.next()
        let isSwapped = type != .between && type != .in && seed % 5 == 0
        return MatrixProbe(cell: Self.cell(type, kind, options, other)) { rows in
            var random = SeededRandom(seed)
            let right = Self.right(type, kind, other, rows, &random)
            return NSComparisonPredicate(
                leftExpression: isSwapped ? right : left, rightExpression: isSwapped ? left : right,
                modifier: .direct, type: type, options: options)
        }
    }

    private static func right(
        _ type: Operator, _ kind: MatrixKind, _ other: MatrixProbe.Other, _ rows: [NSManagedObject],
        _ random: inout SeededRandom
    ) -> NSExpression {
        switch (other, type) {
        case (.value, .between):
            return NSExpression(forConstantValue: [value(kind, type, rows, &random), value(kind, type, rows, &random)])
        case (.value, .in):
            let count = Int.random(in: 0...5, using: &random)
            return NSExpression(forConstantValue: (0..<count).map { _ in value(kind, type, rows, &random) })
        case (.value, _): return NSExpression(forConstantValue: value(kind, type, rows, &random))
        case (.nothing, .between):
            return NSExpression(forAggregate: [
                NSExpression(forConstantValue: value(kind, type, rows, &random)), NSExpression(forConstantValue: nil),
            ])
        case (.nothing, .in):
            return NSExpression(forConstantValue: [NSNull(), value(kind, type, rows, &random)])
        case (.nothing, _): return NSExpression(forConstantValue: nil)
        case (.column, .between), (.column, .in):
            return NSExpression(forAggregate: [
                NSExpression(forKeyPath: kind.otherPath),
                NSExpression(forConstantValue: value(kind, type, rows, &random)),
            ])
        case (.column, _): return NSExpression(forKeyPath: kind.otherPath)
        }
    }

    private static func value(
        _ kind: MatrixKind, _ type: Operator, _ rows: [NSManagedObject], _ random: inout SeededRandom
    ) -> Any {
        func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        switch (kind, type) {
        case (.toOne, _), (.self, _): return random.next() % 2 == 0 ? pick(rows) : pick(rows).objectID
        case (_, .like): return pick(patterns)
        case (_, .matches): return pick(expressions)
        case (.uri, .contains), (.uri, .beginsWith), (.uri, .endsWith): return pick(["a", "https", "é", "org/A", ""])
        default: return pick(kind.values)
        }
    }

    // MARK: To-many relationships and compounds

    /// A probe over the parts of a thing.
    mutating func quantified(_ word: String, _ type: Operator, _ isText: Bool) -> MatrixProbe {
        let seed = random.next()
        let kind: MatrixKind = isText ? .string : .int16
        let cell = Self.cell(type, kind, [], .value, word + " ")
        return MatrixProbe(cell: cell) { rows in
            var random = SeededRandom(seed)
            let comparison = NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: isText ? "parts.name" : "parts.number"),
                rightExpression: Self.right(type, kind, .value, rows, &random),
                modifier: word == "ALL" ? .all : .any, type: type, options: [])
            return word == "NONE" ? NSCompoundPredicate(notPredicateWithSubpredicate: comparison) : comparison
        }
    }

    /// A compound of probes, nested at random.
    mutating func compound(of probes: [MatrixProbe], depth: Int) -> MatrixProbe {
        let seed = random.next()
        let cell = MatrixCell(operation: "AND OR NOT", kind: "mixed", options: "", other: .value)
        return MatrixProbe(cell: cell) { rows in
            var random = SeededRandom(seed)
            return Self.nested(probes, depth, rows, &random)
        }
    }

    private static func nested(
        _ probes: [MatrixProbe], _ depth: Int, _ rows: [NSManagedObject], _ random: inout SeededRandom
    ) -> NSPredicate {
        if depth == 0 || random.next() % 4 == 0 {
            return probes[Int(random.next() % UInt64(probes.count))].predicate(rows)
        }
        if random.next() % 3 == 0 {
            return NSCompoundPredicate(notPredicateWithSubpredicate: nested(probes, depth - 1, rows, &random))
        }
        let parts = (0..<Int(random.next() % 3) + 1).map { _ in nested(probes, depth - 1, rows, &random) }
        return random.next() % 2 == 0
            ? NSCompoundPredicate(andPredicateWithSubpredicates: parts)
            : NSCompoundPredicate(orPredicateWithSubpredicates: parts)
    }
}
