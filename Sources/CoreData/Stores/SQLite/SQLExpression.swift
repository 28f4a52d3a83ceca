import Foundation

/// One side of a comparison, in SQL.
struct SQLExpression {
    /// Where a key path leads.
    let end: SQLQuery.PathEnd

    /// Follows the key path of an expression.
    init(
        _ expression: NSExpression, _ path: String, _ operand: NSExpression?, at place: SQLQuery.Place,
        in query: SQLQuery
    ) throws {
        guard let operand else {
            end = try query.operand(forKeyPath: path, at: place)
            return
        }
        switch operand.kind {
        case .variable(let name): end = try query.operand(forKeyPath: path, at: try query.place(ofVariable: name))
        case .evaluatedObject: end = try query.operand(forKeyPath: path, at: place)
        case .keyPath(let first, let inner):
            end = try SQLExpression(operand, "\(first).\(path)", inner, at: place, in: query).end
        default: throw query.untranslatable("“\(expression)”")
        }
    }

    /// The SQL of an expression with one value.
    /// - Parameter folding: what comparing text ignores.
    static func text(
        _ expression: NSExpression, at place: SQLQuery.Place, in query: SQLQuery, folding: StringFolding?
    ) throws -> String {
        switch expression.kind {
        case .constant(let value):
            let value = ComparisonValue(value)
            // What folding gives is text without a column's affinity: a number beside it has to be text too.
            let text = folding == nil ? nil : value.textForm.map(ComparisonValue.text)
            guard let bound = SQLValue(folding.map((text ?? value).folded) ?? value) else {
                throw query.untranslatable("The value “\(expression)”")
            }
            return query.bind(bound)
        case .evaluatedObject:
            return "\(place.alias).Z_PK"
        case .variable(let name):
            return "\(try query.place(ofVariable: name).alias).Z_PK"
        case .keyPath(let path, let operand):
            return try text(expression, path, operand, at: place, in: query, folding: folding)
        case .function(let name, nil, let arguments):
            return try function(name, arguments, at: place, in: query)
        case .conditional(let predicate, let whenTrue, let whenFalse):
            let condition = try query.condition(predicate, at: place)
            let yes = try text(whenTrue, at: place, in: query, folding: folding)
            let no = try text(whenFalse, at: place, in: query, folding: folding)
            return "CASE WHEN \(condition) THEN \(yes) ELSE \(no) END"
        default:
            throw query.untranslatable("“\(expression)”")
        }
    }

    private static func text(
        _ expression: NSExpression, _ path: String, _ operand: NSExpression?, at place: SQLQuery.Place,
        in query: SQLQuery, folding: StringFolding?
    ) throws -> String {
        if let at = path.firstIndex(of: "@") {
            return try aggregate(expression, path, at, operand, place, query)
        }
        switch try SQLExpression(expression, path, operand, at: place, in: query).end {
        case .column(let column, let kind):
            guard let folding, kind == .string || kind == .url else { return column }
            let bits = (folding.ignoresCase ? 1 : 0) | (folding.ignoresDiacritics ? 2 : 0)
            return "\(SQLFunctions.fold)(\(column), \(bits))"
        case .many:
            throw CocoaErrorText.error(
                NSCoreDataError,
                "“\(path)” leads to many objects of \(place.entity.name): write ANY, ALL, NONE, @count or SUBQUERY.")
        }
    }

    // MARK: @count and the like

    private static func aggregate(
        _ expression: NSExpression, _ path: String, _ at: String.Index, _ operand: NSExpression?,
        _ place: SQLQuery.Place, _ query: SQLQuery
    ) throws -> String {
        let front = String(path[..<at].dropLast())
        let parts = path[at...].split(separator: ".").map(String.init)
        let functions = ["@count": "COUNT", "@sum": "SUM", "@min": "MIN", "@max": "MAX", "@avg": "AVG"]
        guard let function = functions[parts[0]], (parts[0] == "@count") == (parts.count == 1) else {
            throw query.untranslatable("“\(path)”")
        }
        let value = parts.count > 1 ? parts.dropFirst().joined(separator: ".") : "self"
        let select = { (place: SQLQuery.Place) throws -> String in
            let inner = try text(NSExpression(forKeyPath: value), at: place, in: query, folding: nil)
            return function == "SUM" ? "COALESCE(SUM(\(inner)), 0)" : "\(function)(\(inner))"
        }
        if front.isEmpty, let operand, case .subquery(let collection, let variable, let predicate) = operand.kind {
            guard case .keyPath(let path, let base) = collection.kind,
                case .many(let source, let toMany, let rest) = try SQLExpression(
                    collection, path, base, at: place, in: query
                ).end, rest.isEmpty
            else { throw query.untranslatable("“\(expression)”") }
            let sql = try query.subquery(
                over: toMany, from: source, variable: variable, select: select,
                where: { try query.condition(predicate, at: $0) })
            return "(\(sql))"
        }
        guard
            case .many(let source, let toMany, let rest) = try SQLExpression(
                expression, front, operand, at: place, in: query
            ).end, rest.isEmpty
        else { throw query.untranslatable("“\(path)”") }
        return "(\(try query.subquery(over: toMany, from: source, select: select)))"
    }

    // MARK: Functions

    private static let operators = [
        "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "modulus:by:": "%",
        "bitwiseAnd:with:": "&", "bitwiseOr:with:": "|", "leftshift:by:": "<<", "rightshift:by:": ">>",
    ]
    private static let aggregates = [
        "count:": "COUNT", "sum:": "SUM", "min:": "MIN", "max:": "MAX", "average:": "AVG",
    ]

    private static func function(
        _ name: String, _ arguments: [NSExpression], at place: SQLQuery.Place, in query: SQLQuery
    ) throws -> String {
        if name == "now" { return query.bind(.double(Date().timeIntervalSinceReferenceDate)) }
        if arguments.count == 1, let aggregate = aggregates[name] {
            return try aggregateFunction(aggregate, arguments[0], at: place, in: query)
        }
        let texts = try arguments.map { try text($0, at: place, in: query, folding: nil) }
        if let sign = operators[name], texts.count == 2 { return "(\(texts[0]) \(sign) \(texts[1]))" }
        guard texts.count == 1 else { throw query.untranslatable("The function “\(name)”") }
        switch name {
        case "abs:": return "ABS(\(texts[0]))"
        case "length:": return "LENGTH(\(texts[0]))"
        case "noindex:": return "+\(texts[0])"
        case "canonical:": return "\(SQLFunctions.fold)(\(texts[0]), 3)"
        case "lowercase:": return "\(SQLFunctions.fold)(\(texts[0]), 1)"
        default: throw query.untranslatable("The function “\(name)”")
        }
    }

    /// `max(seeds.numberOfSeeds)` over a relationship, or `max(genus)` over the rows of a group.
    private static func aggregateFunction(
        _ function: String, _ argument: NSExpression, at place: SQLQuery.Place, in query: SQLQuery
    ) throws -> String {
        if case .keyPath(let path, let operand) = argument.kind, !path.contains("@"),
            case .many(let source, let toMany, let rest) = try SQLExpression(
                argument, path, operand, at: place, in: query
            ).end
        {
            let inner = try query.subquery(over: toMany, from: source) { place in
                let value = rest.isEmpty ? "self" : rest.joined(separator: ".")
                return "\(function)(\(try text(NSExpression(forKeyPath: value), at: place, in: query, folding: nil)))"
            }
            return "(\(inner))"
        }
        return "\(function)(\(try text(argument, at: place, in: query, folding: nil)))"
    }
}
