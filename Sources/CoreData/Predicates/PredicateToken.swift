/// A piece of a format.
internal enum PredicateToken: Equatable {
    /// A word: a keyword, a key, or the name of a function.
    case word(String)
    /// A word after `#`, or a key after `@`: always a key.
    case key(String)
    /// `$name`
    case variable(String)
    case string(String)
    case integer(Int64)
    case real(Double)
    /// `%@`, `%K`, `%d` … with the letter that says what is to be put there.
    case placeholder(UInt8)
    case symbol(Symbol)
    case end

    internal enum Symbol: String {
        case openParenthesis = "("
        case closeParenthesis = ")"
        case openBrace = "{"
        case closeBrace = "}"
        case openBracket = "["
        case closeBracket = "]"
        case comma = ","
        case dot = "."
        case colon = ":"
        case plus = "+"
        case minus = "-"
        case times = "*"
        case power = "**"
        case divide = "/"
        case bitAnd = "&"
        case bitOr = "|"
        case bitXor = "^"
        case bitNot = "~"
        case leftShift = "<<"
        case rightShift = ">>"
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case and = "&&"
        case or = "||"
        case not = "!"
    }

    /// The token as a reader of a message would write it.
    internal var spelling: String {
        switch self {
        case .word(let word), .key(let word): "“\(word)”"
        case .variable(let name): "“$\(name)”"
        case .string: "a string"
        case .integer, .real: "a number"
        case .placeholder(let letter): "“%\(Character(Unicode.Scalar(letter)))”"
        case .symbol(let symbol): "“\(symbol.rawValue)”"
        case .end: "the end of the format"
        }
    }
}
