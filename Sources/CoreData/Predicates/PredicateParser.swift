import Foundation

/// Reads predicates and expressions written in the language of formats.
///
/// One pass, by precedence, without going back; the depth of nesting is limited, the length is not.
internal struct PredicateParser {
    /// How deep parentheses, braces and calls may be nested. Deeper would need more stack than a thread may have.
    internal static let maximumDepth = 400

    /// What has been read: which of the two an opening parenthesis begins is known only at its end.
    internal enum Node {
        case predicate(NSPredicate)
        case expression(NSExpression)
    }

    internal enum Precedence {
        static let or = 1
        static let and = 2
        static let comparison = 4
        static let arithmetic = 5
        static let unary = 12
    }

    internal var scanner: PredicateScanner
    internal var arguments: PredicateArguments
    internal var token = PredicateToken.end
    /// Where `token` begins.
    internal var tokenOffset = 0
    private var depth = 0
    /// How many levels what was read at the present depth has below it. A long sum is as deep as it is long.
    private var height = 0

    private init(_ format: String, _ arguments: [Any?]) throws(PredicateFormatError) {
        scanner = PredicateScanner(format)
        self.arguments = PredicateArguments(arguments)
        try advance()
    }

    /// Reads a predicate.
    internal static func predicate(
        _ format: String, _ arguments: [Any?]
    ) throws(PredicateFormatError) -> NSPredicate {
        var parser = try PredicateParser(format, arguments)
        let start = parser.tokenOffset
        let node = try parser.node(atLeast: Precedence.or)
        try parser.expectEnd()
        return try parser.predicate(node, at: start)
    }

    /// Reads an expression.
    internal static func expression(
        _ format: String, _ arguments: [Any?]
    ) throws(PredicateFormatError) -> NSExpression {
        var parser = try PredicateParser(format, arguments)
        let start = parser.tokenOffset
        let node = try parser.node(atLeast: Precedence.arithmetic)
        try parser.expectEnd()
        return try parser.expression(node, at: start)
    }

    // MARK: Tokens

    internal mutating func advance() throws(PredicateFormatError) {
        scanner.skipSpace()
        tokenOffset = scanner.offset
        token = try scanner.next()
    }

    internal mutating func accept(_ symbol: PredicateToken.Symbol) throws(PredicateFormatError) -> Bool {
        guard token == .symbol(symbol) else { return false }
        try advance()
        return true
    }

    internal mutating func expect(_ symbol: PredicateToken.Symbol) throws(PredicateFormatError) {
        guard try accept(symbol) else {
            throw error("“\(symbol.rawValue)” is expected in place of \(token.spelling)")
        }
    }

    private func expectEnd() throws(PredicateFormatError) {
        guard token == .end else { throw error("\(token.spelling) is not expected here") }
    }

    internal var keyword: PredicateKeyword? {
        if case .word(let word) = token { PredicateKeyword(word: word) } else { nil }
    }

    internal func error(_ reason: String, at offset: Int? = nil) -> PredicateFormatError {
        scanner.error(reason, at: offset ?? tokenOffset)
    }

    internal func predicate(_ node: Node, at offset: Int) throws(PredicateFormatError) -> NSPredicate {
        guard case .predicate(let predicate) = node else {
            throw error("A comparison is expected here: the expression has no operator", at: offset)
        }
        return predicate
    }

    internal func expression(_ node: Node, at offset: Int) throws(PredicateFormatError) -> NSExpression {
        guard case .expression(let expression) = node else {
            throw error("An expression is expected here, not a predicate", at: offset)
        }
        return expression
    }

    // MARK: Operators

    /// Reads operators that bind at least as tightly as `minimum`, and what stands between them.
    internal mutating func node(atLeast minimum: Int) throws(PredicateFormatError) -> Node {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw error("The format is nested more than \(Self.maximumDepth) levels deep")
        }
        let around = height
        height = 0
        defer {
            depth -= 1
            height = max(around, height + 1)
        }
        let start = tokenOffset
        var left = try prefixed()
        while true {
            let offset = tokenOffset
            if let symbol = arithmeticOperator, symbol.precedence >= minimum {
                try advance()
                let rightStart = tokenOffset
                let first = try expression(left, at: start)
                let second = try expression(try node(atLeast: symbol.precedence + 1), at: rightStart)
                try grow()
                left = .expression(
                    NSExpression(
                        kind: .function(symbol.function.rawValue, operand: nil, arguments: [first, second])))
            } else if minimum <= Precedence.comparison, let type = try comparisonOperator() {
                left = .predicate(try comparison(try expression(left, at: start), type))
            } else if minimum <= Precedence.and, isAnd {
                left = .predicate(try chain(.and, try predicate(left, at: start)))
            } else if minimum <= Precedence.or, isOr {
                left = .predicate(try chain(.or, try predicate(left, at: start)))
            } else {
                if keyword == .not, case .expression = left {
                    throw error("NOT goes before the whole comparison: NOT (a IN b)", at: offset)
                }
                return left
            }
        }
    }

    /// Notes that what was read has become a part of something.
    internal mutating func grow() throws(PredicateFormatError) {
        height += 1
        guard height <= Self.maximumDepth else {
            throw error("The format has more than \(Self.maximumDepth) operators within one another")
        }
    }

    private var isAnd: Bool { token == .symbol(.and) || keyword == .and }
    private var isOr: Bool { token == .symbol(.or) || keyword == .or }

    /// Reads the rest of `first AND second AND …`, which becomes one compound.
    private mutating func chain(
        _ type: NSCompoundPredicate.LogicalType, _ first: NSPredicate
    ) throws(PredicateFormatError) -> NSPredicate {
        var parts = [first]
        while type == .and ? isAnd : isOr {
            try advance()
            let start = tokenOffset
            let node = try node(atLeast: type == .and ? Precedence.comparison : Precedence.and)
            parts.append(try predicate(node, at: start))
        }
        return CompoundPredicate(type: type, subpredicates: parts)
    }

    private var arithmeticOperator: PredicateOperatorSymbol? {
        guard case .symbol(let symbol) = token, symbol != .bitNot else { return nil }
        return PredicateOperatorSymbol(rawValue: symbol.rawValue)
    }

    // MARK: Prefixes

    /// Reads NOT, ANY and signs, and what they go with.
    private mutating func prefixed() throws(PredicateFormatError) -> Node {
        switch keyword {
        case .not: return try negation()
        case PredicateKeyword.any?, PredicateKeyword.some?, PredicateKeyword.all?, PredicateKeyword.none?:
            guard let keyword else { break }
            return try quantified(keyword)
        default: break
        }
        switch token {
        case .symbol(.not): return try negation()
        case .symbol(.minus), .symbol(.plus), .symbol(.bitNot): return try signed()
        default: return try postfixed(try primary())
        }
    }

    private mutating func negation() throws(PredicateFormatError) -> Node {
        var count = 0
        while token == .symbol(.not) || keyword == .not {
            count += 1
            try advance()
        }
        let start = tokenOffset
        var result = try predicate(try node(atLeast: Precedence.comparison), at: start)
        // A long row would make a deep tree; more than two say nothing new.
        for _ in 0..<(count > Self.maximumDepth ? 2 - count % 2 : count) {
            result = CompoundPredicate(type: .not, subpredicates: [result])
        }
        return .predicate(result)
    }

    private mutating func quantified(_ keyword: PredicateKeyword) throws(PredicateFormatError) -> Node {
        let offset = tokenOffset
        try advance()
        let node = try node(atLeast: Precedence.comparison)
        guard case .predicate(let predicate) = node, let comparison = predicate as? NSComparisonPredicate,
            comparison.comparisonPredicateModifier == .direct
        else { throw error("\(keyword.rawValue) has to be followed by a comparison", at: offset) }
        let result = NSComparisonPredicate(
            leftExpression: comparison.leftExpression, rightExpression: comparison.rightExpression,
            modifier: keyword == .all ? .all : .any, type: comparison.predicateOperatorType,
            options: comparison.options)
        if keyword == .none { return .predicate(CompoundPredicate(type: .not, subpredicates: [result])) }
        return .predicate(result)
    }

    private mutating func signed() throws(PredicateFormatError) -> Node {
        var isNegative = false
        var isComplement = false
        let start = tokenOffset
        if try accept(.bitNot) {
            isComplement = true
        } else {
            isNegative = token == .symbol(.minus)
            try advance()
        }
        if isNegative, let constant = try negativeNumber() { return try postfixed(constant) }
        let operand = try expression(try node(atLeast: Precedence.unary), at: start)
        if isComplement {
            return .expression(
                NSExpression(
                    kind: .function(PredicateFunction.onesComplement.rawValue, operand: nil, arguments: [operand])))
        }
        guard isNegative else { return .expression(operand) }
        let zero = NSExpression(forConstantValue: NSNumber(value: 0))
        return .expression(
            NSExpression(
                kind: .function(PredicateFunction.subtract.rawValue, operand: nil, arguments: [zero, operand])))
    }

    /// The number after a minus sign, negative.
    private mutating func negativeNumber() throws(PredicateFormatError) -> NSExpression? {
        switch token {
        case .integer(let value):
            try advance()
            return NSExpression(forConstantValue: NSNumber(value: -value))
        case .real(let value):
            try advance()
            // 9223372036854775808 is too large for an Int64, with the sign it is not.
            let isLeast = value == 0x1p63
            return NSExpression(
                forConstantValue: isLeast ? NSNumber(value: Int64.min) : NSNumber(value: -value))
        default: return nil
        }
    }
}
