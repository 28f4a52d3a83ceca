/// A media type with its parameters, as `Content-Type` has it: `multipart/form-data; boundary="x"`.
struct MediaType: Sendable, Hashable {
    /// The type without parameters, in lower case.
    let name: String

    /// The parameters by name (in lower case), quotes taken off.
    let parameters: [String: String]

    init(_ text: String) {
        let parts = Self.split(text)
        name = parts.first?.lowercased() ?? ""
        var parameters: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            parameters[pair[0].trimmingSpaces().lowercased()] = Self.unquoted(pair[1].trimmingSpaces())
        }
        self.parameters = parameters
    }

    /// Splits at semicolons outside quotes.
    private static func split(_ text: String) -> [String] {
        var parts: [String] = []
        var part = Substring()
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == ";", !isQuoted {
                parts.append(part.trimmingSpaces())
                part = Substring()
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && isQuoted && !isEscaped
            part.append(character)
        }
        parts.append(part.trimmingSpaces())
        return parts
    }

    /// Takes the quotes and backslashes off a quoted string.
    ///
    /// Browsers escape a quote in a file name as `%22` and leave backslashes alone, so only `\"` and `\\`
    /// count as escapes.
    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            if isEscaped, character != "\"", character != "\\" { result.append("\\") }
            isEscaped = false
            result.append(character)
        }
        return result
    }
}
