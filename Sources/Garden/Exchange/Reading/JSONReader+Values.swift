extension JSONReader {
    /// The text that comes next.
    mutating func string() throws(ImportFault) -> String {
        let (raw, hasEscapes) = try rawString()
        guard hasEscapes else {
            guard let text = String(validating: raw, as: UTF8.self) else { throw fault("a text is not UTF-8") }
            return text
        }
        guard let text = String(validating: try unescaped(raw), as: UTF8.self) else {
            throw fault("a text is not UTF-8")
        }
        return text
    }

    /// The bytes of the text that comes next, such as base64.
    mutating func textBytes() throws(ImportFault) -> ArraySlice<UInt8> {
        let (raw, hasEscapes) = try rawString()
        return hasEscapes ? try unescaped(raw)[...] : raw
    }

    /// What is between the quotes of the text that comes next, and whether there are backslashes in it.
    mutating func rawString() throws(ImportFault) -> (raw: ArraySlice<UInt8>, hasEscapes: Bool) {
        guard take(UInt8(ascii: "\"")) else { throw fault("a text in quotes is missing") }
        let start = position
        var hasEscapes = false
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return (bytes[start..<position - 1], hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                position = min(position + 2, bytes.count)
            case ..<0x20: throw fault("a line end or control character stands in a text")
            default: position += 1
            }
        }
        throw fault("a text has no end")
    }

    /// The whole number that comes next; nil for one that is not whole, or too great.
    mutating func wholeNumber() throws(ImportFault) -> Int? {
        let text = String(decoding: try number(), as: UTF8.self)
        if let number = Int(text) { return number }
        return Double(text).flatMap { Int(exactly: $0) }
    }

    mutating func bool() throws(ImportFault) -> Bool {
        if byte == UInt8(ascii: "t") {
            try word("true")
            return true
        }
        try word("false")
        return false
    }

    /// Goes past a word.
    mutating func word(_ word: String) throws(ImportFault) {
        guard bytes[position...].starts(with: word.utf8) else { throw fault("a value is missing") }
        position += word.utf8.count
    }

    /// The number that comes next, as it is written.
    mutating func number() throws(ImportFault) -> ArraySlice<UInt8> {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return bytes[start..<position]
    }

    private mutating func digits() throws(ImportFault) {
        let start = position
        while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        if position == start { throw fault("a digit is missing") }
    }

    /// The text that stands behind backslashes, put in their place.
    private func unescaped(_ raw: ArraySlice<UInt8>) throws(ImportFault) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var rest = raw
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "u"): result += Array(String(try scalar(&rest)).utf8)
            case let sign? where sign == UInt8(ascii: "\"") || sign == UInt8(ascii: "\\") || sign == UInt8(ascii: "/"):
                result.append(sign)
            default: throw fault("a backslash stands before what needs none")
            }
        }
        return result
    }

    /// The character of one `\u`, or of two that stand for one.
    private func scalar(_ rest: inout ArraySlice<UInt8>) throws(ImportFault) -> Unicode.Scalar {
        let first = try codeUnit(&rest)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(UInt16(first)), rest.popFirst() == UInt8(ascii: "\\"),
            rest.popFirst() == UInt8(ascii: "u")
        else { throw fault("half a character stands in a text") }
        let second = try codeUnit(&rest)
        guard UTF16.isTrailSurrogate(UInt16(second)),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10 | (second - 0xDC00)))
        else { throw fault("half a character stands in a text") }
        return scalar
    }

    private func codeUnit(_ rest: inout ArraySlice<UInt8>) throws(ImportFault) -> UInt32 {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        var unit: UInt32 = 0
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else {
                throw fault("“\\u” needs four digits")
            }
            unit = unit << 4 | UInt32(value)
        }
        guard digits.count == 4 else { throw fault("“\\u” needs four digits") }
        return unit
    }
}
