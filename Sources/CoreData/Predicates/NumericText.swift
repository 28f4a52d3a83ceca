import Foundation

/// Numbers in text and text of numbers, by SQLite's rules.
internal enum NumericText {
    /// The number that all of `text` is, white space around it aside; `nil` when it is none.
    internal static func number(_ text: String) -> ComparisonValue? {
        let trimmed = text.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard let digits = String(bytes: trimmed, encoding: .utf8), let first = digits.utf8.first,
            isDigit(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
                || first == UInt8(ascii: ".")
        else { return nil }
        if let whole = Int64(digits) { return .integer(whole) }
        // Swift reads hexadecimal, “inf” and “nan” too; SQLite does not.
        guard digits.utf8.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(digits).map(ComparisonValue.real)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension NumericText {
    /// A real number as SQLite writes it: up to 15 significant digits, and a fraction even if it is zero.
    internal static func text(_ number: Double) -> String {
        if number.isInfinite { return number < 0 ? "-Inf" : "Inf" }
        if number == 0 { return "0.0" }
        var text = String(format: "%.15g", number)
        if !text.utf8.contains(UInt8(ascii: ".")) {
            if let exponent = text.firstIndex(of: "e") {
                text.insert(contentsOf: ".0", at: exponent)
            } else {
                text += ".0"
            }
        }
        return text
    }

    /// The number at the start of `text`, by SQLite's rules for arithmetic with text; 0 when there is none.
    internal static func leadingNumber(_ text: String) -> ComparisonValue {
        let bytes = Array(text.utf8.drop(while: isSpace))
        var end = 0
        func digits() -> Int {
            let start = end
            while end < bytes.count, isDigit(bytes[end]) { end += 1 }
            return end - start
        }
        if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") { end += 1 }
        var count = digits()
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            end += 1
            count += digits()
        }
        guard count > 0 else { return .integer(0) }
        if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
            let before = end
            end += 1
            if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") { end += 1 }
            if digits() == 0 { end = before }
        }
        var prefix = String(decoding: bytes[..<end], as: UTF8.self)
        if prefix.hasSuffix(".") { prefix.removeLast() }
        return number(prefix) ?? .integer(0)
    }
}
