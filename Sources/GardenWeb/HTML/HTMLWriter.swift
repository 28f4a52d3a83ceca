/// Collects a page's bytes in one growing buffer, escaping whatever did not come from this module's source.
struct HTMLWriter {
    /// UTF-8 written so far.
    private(set) var bytes: [UInt8] = []

    /// What each form that changes something carries; nil where the script adds it.
    let formToken: String?

    /// - Parameters:
    ///   - capacity: bytes to set aside at once; a screen takes about 8,000.
    ///   - formToken: what each form that changes something carries.
    init(capacity: Int = 16_384, formToken: String? = nil) {
        self.formToken = formToken
        bytes.reserveCapacity(capacity)
    }

    /// Appends markup that stands in this module's source, unescaped.
    mutating func markup(_ string: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: string.utf8Start, count: string.utf8CodeUnitCount))
    }

    /// Appends `string` so that a browser reads it as text, never as markup.
    mutating func text(_ string: String) {
        escaped(string, quotes: false)
    }

    /// Appends `string` as the inside of a double-quoted attribute value.
    mutating func attributeValue(_ string: String) {
        escaped(string, quotes: true)
    }

    /// Appends a whole number in decimal digits.
    mutating func number(_ value: Int) {
        var copy = String(value)
        copy.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private mutating func escaped(_ string: String, quotes: Bool) {
        var copy = string
        copy.withUTF8 { utf8 in
            // Runs without a special character, nearly always the whole string, are copied at once.
            var start = 0
            for index in utf8.indices {
                let replacement: StaticString
                switch utf8[index] {
                case UInt8(ascii: "&"): replacement = "&amp;"
                case UInt8(ascii: "<"): replacement = "&lt;"
                case UInt8(ascii: ">"): replacement = "&gt;"
                case UInt8(ascii: "\"") where quotes: replacement = "&quot;"
                // HTML has no way to write NUL; this is what a parser would put in its place.
                case 0: replacement = "\u{FFFD}"
                // A parser drops the first newline of a <textarea>, and turns CR into LF.
                case UInt8(ascii: "\r"): replacement = "&#13;"
                default: continue
                }
                bytes.append(contentsOf: utf8[start..<index])
                markup(replacement)
                start = index + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
    }
}
