import Foundation

extension PredicateParser {
    /// Reads a constant, a key, a call, or something in parentheses.
    internal mutating func primary() throws(PredicateFormatError) -> Node {
        let offset = tokenOffset
        switch token {
        case .integer(let value): return try constant(NSNumber(value: value))
        case .real(let value): return try constant(NSNumber(value: value))
        case .string(let value): return try constant(value)
        case .variable(let name):
            try advance()
            return .expression(NSExpression(forVariable: name))
        case .key(let key):
            try advance()
            return .expression(NSExpression(forKeyPath: key))
        case .placeholder(let letter):
            try advance()
            return try arguments.next(letter, scanner, offset)
        case .symbol(.openParenthesis):
            try advance()
            let inner = try node(atLeast: Precedence.or)
            try expect(.closeParenthesis)
            return inner
        case .symbol(.openBrace):
            try advance()
            return .expression(NSExpression(kind: .aggregate(try list(until: .closeBrace))))
        case .word(let word):
            return try self.word(word, at: offset)
        case .symbol, .end:
            throw error("A value is expected in place of \(token.spelling)")
        }
    }

    private mutating func constant(_ value: Any?) throws(PredicateFormatError) -> Node {
        try advance()
        return .expression(NSExpression(forConstantValue: value))
    }

    private mutating func word(_ word: String, at offset: Int) throws(PredicateFormatError) -> Node {
        switch PredicateKeyword(word: word) {
        case .null, .nil: return try constant(nil)
        case .true, .yes: return try constant(NSNumber(value: true))
        case .false, .no: return try constant(NSNumber(value: false))
        case .self:
            try advance()
            return .expression(NSExpression.expressionForEvaluatedObject())
        case .anyKey:
            try advance()
            return .expression(NSExpression.expressionForAnyKey())
        case .truePredicate, .falsePredicate:
            try advance()
            return .predicate(NSPredicate(value: PredicateKeyword(word: word) == .truePredicate))
        case .some:
            throw error("“\(word)” is a reserved word; write #\(word) if it is a key", at: offset)
        case nil: break
        }
        let name = word + scanner.restOfFunctionName()
        try advance()
        if token == .symbol(.openParenthesis) { return try call(name, at: offset) }
        guard name == word else { throw error("“(” is expected after \(name)") }
        return .expression(NSExpression(forKeyPath: word))
    }

    /// Reads keys and indices after an expression: `.name`, `[0]`.
    internal mutating func postfixed(_ node: Node) throws(PredicateFormatError) -> Node {
        guard case .expression(let expression) = node else { return node }
        return try postfixed(expression)
    }

    internal mutating func postfixed(_ expression: NSExpression) throws(PredicateFormatError) -> Node {
        .expression(try suffixed(expression))
    }

    private mutating func suffixed(_ start: NSExpression) throws(PredicateFormatError) -> NSExpression {
        var result = start
        while true {
            if try accept(.dot) {
                result = try keyed(result)
            } else if token == .symbol(.openBracket) {
                try advance()
                let index = try indexExpression()
                try expect(.closeBracket)
                try grow()
                result = NSExpression(
                    kind: .function(PredicateFunction.index.rawValue, operand: nil, arguments: [result, index]))
            } else {
                return result
            }
        }
    }

    /// Reads all keys of a path after a dot.
    private mutating func keyed(_ base: NSExpression) throws(PredicateFormatError) -> NSExpression {
        var keys: [String] = []
        repeat {
            switch token {
            case .word(let key), .key(let key): keys.append(key)
            case .placeholder(UInt8(ascii: "K")): keys.append(try arguments.nextKeyPath(scanner, tokenOffset))
            default: throw error("A key is expected after “.”, in place of \(token.spelling)")
            }
            try advance()
        } while try accept(.dot)
        let path = keys.joined(separator: ".")
        switch base.kind {
        case .keyPath(let start, let operand): return NSExpression(kind: .keyPath(start + "." + path, operand: operand))
        case .evaluatedObject: return NSExpression(kind: .keyPath(path, operand: nil))
        default: return NSExpression(kind: .keyPath(path, operand: base))
        }
    }

    private mutating func indexExpression() throws(PredicateFormatError) -> NSExpression {
        if case .word(let word) = token, let index = CollectionIndex(rawValue: word.uppercased()) {
            try advance()
            return NSExpression(kind: .constant(index))
        }
        let start = tokenOffset
        return try expression(try node(atLeast: Precedence.arithmetic), at: start)
    }

    /// Reads expressions with commas between them and the sign at their end.
    internal mutating func list(
        until end: PredicateToken.Symbol
    ) throws(PredicateFormatError) -> [NSExpression] {
        if try accept(end) { return [] }
        var elements: [NSExpression] = []
        repeat {
            let start = tokenOffset
            elements.append(try expression(try node(atLeast: Precedence.arithmetic), at: start))
        } while try accept(.comma)
        try expect(end)
        return elements
    }
}
