/// Cuts a format into tokens.
internal struct PredicateScanner {
    internal let format: String
    private let bytes: [UInt8]
    /// Where the next token, or the white space before it, begins.
    internal private(set) var offset = 0

    internal init(_ format: String) {
        self.format = format
        bytes = Array(format.utf8)
    }

    internal func error(_ reason: String, at offset: Int) -> PredicateFormatError {
        PredicateFormatError(format: format, utf8Offset: offset, reason: reason)
    }

    private func byte(_ ahead: Int = 0) -> UInt8 {
        let index = offset + ahead
        return index < bytes.count ? bytes[index] : 0
    }

    internal mutating func skipSpace() {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || (0x09...0x0D).contains(byte) else { return }
            offset += 1
        }
    }

    /// Reads the next token.
    internal mutating func next() throws(PredicateFormatError) -> PredicateToken {
        skipSpace()
        guard offset < bytes.count else { return .end }
        let first = byte()
        if Self.isWordStart(first) { return .word(word()) }
        if Self.isDigit(first) || (first == UInt8(ascii: ".") && Self.isDigit(byte(1))) { return try number() }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try string(quote: first)
        case UInt8(ascii: "$"): return .variable(try prefixedWord("a name of a variable"))
        case UInt8(ascii: "#"): return .key(try prefixedWord("a key"))
        case UInt8(ascii: "@"): return .key("@" + (try prefixedWord("a collection operator")))
        case UInt8(ascii: "%"): return try placeholder()
        default: return try symbol()
        }
    }

    /// The letters of the options of a comparison, such as `cd` in `CONTAINS[cd]`; `nil` when none stand here.
    internal mutating func options() throws(PredicateFormatError) -> NSComparisonPredicate.Options? {
        let before = offset
        skipSpace()
        guard byte() == UInt8(ascii: "[") else {
            offset = before
            return nil
        }
        offset += 1
        var options: NSComparisonPredicate.Options = []
        while true {
            switch byte() | 0x20 {
            case UInt8(ascii: "c"): options.insert(.caseInsensitive)
            case UInt8(ascii: "d"): options.insert(.diacriticInsensitive)
            case UInt8(ascii: "n"): options.insert(.normalized)
            case UInt8(ascii: "l"): options.insert(.localeSensitive)
            default:
                guard byte() == UInt8(ascii: "]") else {
                    throw error("The options of a comparison are c, d, n and l, in brackets", at: offset)
                }
                offset += 1
                return options
            }
            offset += 1
        }
    }

    /// The rest of a function's name when colons follow its first word, as in `add:to:(1, 2)`.
    internal mutating func restOfFunctionName() -> String {
        var end = offset
        while end < bytes.count, bytes[end] == UInt8(ascii: ":") {
            end += 1
            while end < bytes.count, Self.isWordStart(bytes[end]) || Self.isDigit(bytes[end]) { end += 1 }
        }
        guard end > offset, bytes[end - 1] == UInt8(ascii: ":") else { return "" }
        let rest = String(decoding: bytes[offset..<end], as: UTF8.self)
        offset = end
        return rest
    }

    // MARK: Words

    private static func isWordStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    private mutating func word() -> String {
        let start = offset
        while offset < bytes.count, Self.isWordStart(bytes[offset]) || Self.isDigit(bytes[offset]) { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func prefixedWord(_ what: String) throws(PredicateFormatError) -> String {
        offset += 1
        guard Self.isWordStart(byte()) else {
            let sign = Character(Unicode.Scalar(bytes[offset - 1]))
            throw error("\(what) has to follow “\(sign)”", at: offset)
        }
        return word()
    }

    // MARK: Numbers

    private mutating func number() throws(PredicateFormatError) -> PredicateToken {
        let start = offset
        if byte() == UInt8(ascii: "0"), let radix = Self.radices[byte(1) | 0x20] {
            offset += 2
            let digits = word()
            if let value = Int64(digits, radix: radix) { return .integer(value) }
            if let value = UInt64(digits, radix: radix) { return .real(Double(value)) }
            throw error("“0\(Character(Unicode.Scalar(bytes[start + 1])))\(digits)” is no number", at: start)
        }
        var isReal = false
        skipDigits()
        if byte() == UInt8(ascii: "."), Self.isDigit(byte(1)) {
            isReal = true
            offset += 1
            skipDigits()
        }
        if byte() | 0x20 == UInt8(ascii: "e") {
            let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
            if Self.isDigit(byte(1 + sign)) {
                isReal = true
                offset += 1 + sign
                skipDigits()
            }
        }
        guard !Self.isWordStart(byte()) else { throw error("A number may not be followed by a letter", at: offset) }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if !isReal, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text) else { throw error("“\(text)” is no number", at: start) }
        return .real(value)
    }

    private mutating func skipDigits() {
        while Self.isDigit(byte()) { offset += 1 }
    }

    /// What the letter after a leading zero says about the digits that follow: `0x1F`, `0o17`, `0b11`.
    private static let radices: [UInt8: Int] = [
        UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2,
    ]

    // MARK: Strings

    private mutating func string(quote: UInt8) throws(PredicateFormatError) -> PredicateToken {
        let start = offset
        offset += 1
        var text: [UInt8] = []
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == quote { return .string(String(decoding: text, as: UTF8.self)) }
            if byte == UInt8(ascii: "\\") {
                try escape(into: &text)
            } else {
                text.append(byte)
            }
        }
        throw error("The string that begins here has no end", at: start)
    }

    private mutating func escape(into text: inout [UInt8]) throws(PredicateFormatError) {
        let escape = byte()
        offset += 1
        switch escape {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "a"): text.append(0x07)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "x"): try hexadecimal(count: 2, into: &text)
        case UInt8(ascii: "u"): try hexadecimal(count: 4, into: &text)
        case 0 where offset > bytes.count: break  // The end: the caller says so.
        default: text.append(escape)
        }
    }

    private mutating func hexadecimal(count: Int, into text: inout [UInt8]) throws(PredicateFormatError) {
        let digits = bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)]
        guard digits.count == count, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw error("\(count) hexadecimal digits have to follow here", at: offset) }
        text.append(contentsOf: String(Character(scalar)).utf8)
        offset += count
    }

    // MARK: Placeholders and symbols

    private mutating func placeholder() throws(PredicateFormatError) -> PredicateToken {
        let start = offset
        offset += 1
        // Lengths say nothing here: the arguments know their size.
        while "hlqLtjz".utf8.contains(byte()) { offset += 1 }
        let letter = byte()
        guard "@KdiuDUxXoOfFeEgGaAcCsSp".utf8.contains(letter) else {
            throw error("“%” has to be followed by @, K, d, f or another letter of a format", at: start)
        }
        offset += 1
        return .placeholder(letter)
    }

    private static let otherSpellings: [String: PredicateToken.Symbol] = [
        "=<": .lessOrEqual, "=>": .greaterOrEqual, "<>": .notEqual,
    ]

    private mutating func symbol() throws(PredicateFormatError) -> PredicateToken {
        let pair = offset + 1 < bytes.count ? String(decoding: bytes[offset...offset + 1], as: UTF8.self) : ""
        if let symbol = Self.otherSpellings[pair] ?? PredicateToken.Symbol(rawValue: pair) {
            offset += 2
            return .symbol(symbol)
        }
        let single = String(Unicode.Scalar(byte()))
        if single == "=" {
            offset += 1
            return .symbol(.equal)
        }
        guard let symbol = PredicateToken.Symbol(rawValue: single) else {
            throw error("“\(single)” has no meaning", at: offset)
        }
        offset += 1
        return .symbol(symbol)
    }
}
