/// Swift source for text.
enum StringLiteral {
    /// A literal on one line.
    static func singleLine(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// A literal that shows the text's lines as they are, where the text allows it.
    static func multiLine(_ text: String) -> String {
        // A literal's line breaks are plain ones, and its first line's indentation is everybody's.
        guard text.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7f })
        else { return singleLine(text) }
        var hashes = "#"
        while text.contains("\"\"\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
        return hashes + "\"\"\"\n" + text + "\n\"\"\"" + hashes
    }
}
