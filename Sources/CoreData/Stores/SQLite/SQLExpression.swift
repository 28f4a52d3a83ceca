import Foundation

/// Turns the sides of comparisons into SQL.
struct SQLExpression {
    let place: SQLQuery.Place
    let query: SQLQuery
    /// What comparing text ignores.
    var folding: StringFolding?

    init(at place: SQLQuery.Place, in query: SQLQuery, folding: StringFolding? = nil) {
        self.place = place
        self.query = query
        self.folding = folding
    }

    /// The SQL of an expression with one value.
    /// - Parameters:
    ///   - expression: the expression.
    ///   - other: what it is compared with, if that is a column.
    /// - Throws: an error when it does not fit the model or cannot be said in SQL.
    func term(_ expression: NSExpression, like other: SQLTerm? = nil) throws -> SQLTerm {
        if let constant = expression.constantInStore {
            return SQLTerm(text: try query.bind(constant, like: other, folding))
        }
        switch expression.kind {
        case .evaluatedObject:
            return place.key
        case .variable(let name):
            return try query.place(ofVariable: name).key
        case .keyPath(let path, let operand):
            if path.hasCollectionOperator { return folded(SQLTerm(text: try aggregate(expression, path, operand))) }
            return folded(try one(path, operand))
        case .function(let name, let operand, let arguments):
            return folded(SQLTerm(text: try call(name, operand, arguments, expression)))
        case .conditional(let predicate, let whenTrue, let whenFalse):
            let condition = try query.condition(predicate, at: place)
            let yes = try term(whenTrue, like: other).text
            let no = try term(whenFalse, like: other).text
            return SQLTerm(text: "CASE WHEN \(condition) THEN \(yes) ELSE \(no) END")
        default:
            throw query.untranslatable("“\(expression)”")
        }
    }

    /// What is known of an expression before it is written: nil unless it is a column.
    func column(_ expression: NSExpression) throws -> SQLTerm? {
        switch expression.kind {
        case .evaluatedObject: return place.key
        case .variable(let name): return try query.place(ofVariable: name).key
        case .keyPath(let path, let operand) where !path.hasCollectionOperator && expression.constantInStore == nil:
            guard case .one(let term) = try query.end(ofKeyPath: path, from: operand, at: place) else { return nil }
            return term
        default: return nil
        }
    }

    /// Where an expression leads, if it is a key path to many objects.
    func many(
        _ expression: NSExpression
    ) throws -> (source: SQLQuery.Place, toMany: SQLToMany, rest: [String])? {
        guard case .keyPath(let path, let operand) = expression.kind, !path.hasCollectionOperator,
            expression.constantInStore == nil,
            case .many(let source, let toMany, let rest) = try query.end(
                ofKeyPath: path, from: operand, at: place)
        else { return nil }
        return (source, toMany, rest)
    }

    /// The value that the rest of a path leads to from the objects of a to-many relationship.
    func term(rest: [String]) throws -> SQLTerm {
        rest.isEmpty ? place.key : folded(try one(rest.joined(separator: "."), nil))
    }

    private func one(_ path: String, _ operand: NSExpression?) throws -> SQLTerm {
        guard case .one(let term) = try query.end(ofKeyPath: path, from: operand, at: place) else {
            throw CocoaErrorText.error(
                NSCoreDataError,
                "“\(path)” leads to many objects of \(place.entity.name): write ANY, ALL, NONE, @count or SUBQUERY.")
        }
        return term
    }

    private func folded(_ term: SQLTerm) -> SQLTerm {
        guard let folding, term.kind == nil || term.kind == .string || term.kind == .url else { return term }
        let bits = (folding.ignoresCase ? 1 : 0) | (folding.ignoresDiacritics ? 2 : 0)
        return SQLTerm(text: "\(SQLFunctions.fold)(\(term.text), \(bits))", kind: term.kind)
    }

    func at(_ place: SQLQuery.Place) -> SQLExpression { SQLExpression(at: place, in: query, folding: folding) }

    var unfolded: SQLExpression { SQLExpression(at: place, in: query) }

    // MARK: @count and the like

    private static let aggregates = [
        "@count": "COUNT", "@sum": "SUM", "@min": "MIN", "@max": "MAX", "@avg": "AVG",
    ]

    /// `seeds.@count`, `seeds.@sum.numberOfSeeds`, `SUBQUERY(seeds, $s, …).@count`.
    private func aggregate(_ expression: NSExpression, _ path: String, _ operand: NSExpression?) throws -> String {
        let keys = path.keys
        guard let position = keys.firstIndex(where: { $0.hasPrefix("@") }),
            let function = Self.aggregates[keys[position]],
            (function == "COUNT") == (position == keys.count - 1)
        else { throw query.untranslatable("“\(expression)”") }
        let value = Array(keys[(position + 1)...])
        let select = { (place: SQLQuery.Place, rest: [String]) throws -> String in
            guard rest.isEmpty else { throw query.untranslatable("“\(expression)”") }
            return Self.calling(function, try unfolded.at(place).term(rest: value).text)
        }
        let sql: String
        if position == 0, let operand, case .subquery(let collection, let variable, let predicate) = operand.kind {
            guard let (source, toMany, rest) = try many(collection) else {
                throw query.untranslatable("“\(expression)”")
            }
            // Keys without the variable start at the object outside, as `SELF` does.
            sql = try query.subquery(
                over: toMany, from: source, rest: rest, variable: variable, select: select,
                where: { _, _ in try query.condition(predicate, at: place) })
        } else {
            let front = keys[..<position].joined(separator: ".")
            guard
                case .many(let source, let toMany, let rest) = try query.end(
                    ofKeyPath: front, from: operand, at: place)
            else { throw query.untranslatable("“\(expression)”, which does not lead to many objects,") }
            sql = try query.subquery(over: toMany, from: source, rest: rest, select: select)
        }
        return "(\(sql))"
    }

    /// An aggregate of SQL; a sum of nothing is 0.
    private static func calling(_ function: String, _ argument: String) -> String {
        function == "SUM" ? "COALESCE(SUM(\(argument)), 0)" : "\(function)(\(argument))"
    }

    // MARK: Functions

    private static let operators: [PredicateFunction: String] = [
        .add: "+", .subtract: "-", .multiply: "*", .divide: "/", .modulus: "%", .bitwiseAnd: "&", .bitwiseOr: "|",
        .leftShift: "<<", .rightShift: ">>",
    ]
    private static let groupFunctions: [PredicateFunction: String] = [
        .count: "COUNT", .sum: "SUM", .min: "MIN", .max: "MAX", .average: "AVG",
    ]

    private func call(
        _ name: String, _ operand: NSExpression?, _ arguments: [NSExpression], _ expression: NSExpression
    ) throws -> String {
        let arguments = (operand.map { [$0] } ?? []) + arguments
        guard let function = PredicateFunction(rawValue: name) else {
            guard let method = PredicateMethod(rawValue: name), method.isPure else {
                throw query.untranslatable("“\(expression)”")
            }
            return try calling(name, arguments)
        }
        if function == .now { return query.bind(.double(Date().timeIntervalSinceReferenceDate)) }
        if let aggregate = Self.groupFunctions[function] {
            guard arguments.count == 1 else { throw query.untranslatable("“\(expression)”") }
            return try group(aggregate, arguments[0])
        }
        if let sign = Self.operators[function] {
            var left = try unfolded.term(arguments[0]).text
            // Decimals and dates without a fraction are whole numbers in the store.
            if function == .divide, try !isWhole(arguments[0]) || !isWhole(arguments[1]) {
                left = "CAST(\(left) AS REAL)"
            }
            return "(\(left) \(sign) \(try unfolded.term(arguments[1]).text))"
        }
        switch function {
        case .noIndex: return "+\(try unfolded.term(arguments[0]).text)"
        case .length: return "LENGTH(\(try unfolded.term(arguments[0]).text))"
        case .distinct, .index, .random, .randomBelow, .randomNumber, .median, .mode, .standardDeviation:
            throw query.untranslatable("“\(expression)”")
        default: return try calling(name, arguments)
        }
    }

    /// Calls a function that is evaluated as it is for unsaved objects.
    private func calling(_ name: String, _ arguments: [NSExpression]) throws -> String {
        let texts = try arguments.map { try unfolded.term($0).text }
        return "\(SQLFunctions.call)('\(name)', \(texts.joined(separator: ", ")))"
    }

    /// Whether an expression has whole numbers, as the division of SQL counts them.
    private func isWhole(_ expression: NSExpression) throws -> Bool {
        if let constant = expression.constantInStore {
            if case .integer = constant { return true }
            return false
        }
        if let kind = try column(expression)?.kind {
            return [.int16, .int32, .int64, .bool, .toOne].contains(kind)
        }
        switch expression.kind {
        case .keyPath(let path, _): return path.hasSuffix("@count")
        case .function(_, _, let arguments): return try arguments.allSatisfy { try isWhole($0) }
        default: return false
        }
    }

    /// `max(seeds.numberOfSeeds)` over a relationship, or `max(genus)` over the rows of a group.
    private func group(_ function: String, _ argument: NSExpression) throws -> String {
        if let (source, toMany, rest) = try many(argument) {
            let sql = try query.subquery(over: toMany, from: source, rest: rest) { place, rest in
                Self.calling(function, try unfolded.at(place).term(rest: rest).text)
            }
            return "(\(sql))"
        }
        if case .function(PredicateFunction.distinct.rawValue, nil, let arguments) = argument.kind,
            arguments.count == 1
        {
            return Self.calling(function, "DISTINCT " + (try unfolded.term(arguments[0]).text))
        }
        return Self.calling(function, try unfolded.term(argument).text)
    }
}
