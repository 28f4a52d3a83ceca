import Foundation

extension PredicateParser {
    /// Reads the call of a function. The opening parenthesis is the current token.
    internal mutating func call(_ name: String, at offset: Int) throws(PredicateFormatError) -> Node {
        try advance()
        switch name.uppercased() {
        case "SUBQUERY": return .expression(try subquery())
        case "TERNARY": return .expression(try conditional())
        case "FUNCTION": return .expression(try method(at: offset))
        case "CAST": return .expression(try cast(at: offset))
        case "UNION": return .expression(try setOperation(.union))
        case "INTERSECT": return .expression(try setOperation(.intersect))
        case "MINUS": return .expression(try setOperation(.minus))
        case "FETCH":
            throw error("FETCH cannot be written in a format; use NSFetchRequestExpression", at: offset)
        default: break
        }
        let arguments = try list(until: .closeParenthesis)
        guard let function = PredicateFunction(name: name, argumentCount: arguments.count) else {
            throw error("There is no function named “\(name)”", at: offset)
        }
        guard function.accepts(arguments.count) else {
            throw error("\(function.rawValue) does not take \(arguments.count) arguments", at: offset)
        }
        return .expression(
            NSExpression(kind: .function(function.rawValue, operand: nil, arguments: arguments)))
    }

    /// `SUBQUERY(collection, $x, predicate)`
    private mutating func subquery() throws(PredicateFormatError) -> NSExpression {
        let collection = try argument()
        try expect(.comma)
        guard case .variable(let name) = token else {
            throw error("SUBQUERY takes a variable here, such as $x, in place of \(token.spelling)")
        }
        try advance()
        try expect(.comma)
        let predicate = try predicateArgument()
        try expect(.closeParenthesis)
        return NSExpression(kind: .subquery(collection, variable: name, predicate: predicate))
    }

    /// `TERNARY(predicate, a, b)`
    private mutating func conditional() throws(PredicateFormatError) -> NSExpression {
        let predicate = try predicateArgument()
        try expect(.comma)
        let first = try argument()
        try expect(.comma)
        let second = try argument()
        try expect(.closeParenthesis)
        return NSExpression(kind: .conditional(predicate, first, second))
    }

    /// `FUNCTION(target, 'name:', arguments …)`
    private mutating func method(at offset: Int) throws(PredicateFormatError) -> NSExpression {
        let parts = try list(until: .closeParenthesis)
        guard parts.count >= 2, case .constant(let value) = parts[1].kind, let name = value as? String else {
            throw error("FUNCTION takes a target, a name in quotes, and arguments", at: offset)
        }
        let arguments = Array(parts.dropFirst(2))
        guard PredicateMethod.exists(name, argumentCount: arguments.count) else {
            throw error("There is no method named “\(name)” with \(arguments.count) arguments", at: offset)
        }
        return NSExpression(kind: .function(name, operand: parts[0], arguments: arguments))
    }

    /// `CAST(value, 'NSDate')`
    private mutating func cast(at offset: Int) throws(PredicateFormatError) -> NSExpression {
        let parts = try list(until: .closeParenthesis)
        guard parts.count == 2, case .constant(let value) = parts[1].kind, let name = value as? String else {
            throw error("CAST takes a value and the name of a type in quotes", at: offset)
        }
        guard let type = PredicateCast(rawValue: name) else {
            throw error("CAST does not know the type “\(name)”", at: offset)
        }
        // A constant stays one, so that dates written by `predicateFormat` come back as what they were.
        if case .constant(let value) = parts[0].kind, let constant = type.clientValue(of: ComparisonValue(value)) {
            return NSExpression(forConstantValue: constant)
        }
        return NSExpression(
            kind: .function(PredicateFunction.cast.rawValue, operand: nil, arguments: parts))
    }

    private mutating func setOperation(
        _ operation: ExpressionKind.SetOperation
    ) throws(PredicateFormatError) -> NSExpression {
        let left = try argument()
        try expect(.comma)
        let right = try argument()
        try expect(.closeParenthesis)
        return NSExpression(kind: .setOperation(operation, left, right))
    }

    private mutating func argument() throws(PredicateFormatError) -> NSExpression {
        let start = tokenOffset
        return try expression(try node(atLeast: Precedence.arithmetic), at: start)
    }

    private mutating func predicateArgument() throws(PredicateFormatError) -> NSPredicate {
        let start = tokenOffset
        return try predicate(try node(atLeast: Precedence.or), at: start)
    }
}
