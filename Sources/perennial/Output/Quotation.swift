import Foundation
import Garden

/// What somebody typed, as it is shown again in a message.
enum Quotation {
    /// The greatest number of characters shown.
    private static let length = 80

    /// What a sentence ends with that asks for something else than `text`: “, not “text””; nothing where nothing
    /// was typed.
    static func not(_ text: String) -> String {
        NameText.tidied(text).isEmpty ? "" : ", not \(of(text))"
    }

    /// `text` in quotation marks, in one line and cut where it is long. What could lead a terminal astray is shown
    /// as a replacement character.
    static func of(_ text: String) -> String {
        let line = line(text)
        return line.count > length ? "“\(line.prefix(length))…”" : "“\(line)”"
    }

    /// `text` in one line. What could lead a terminal astray is shown as a replacement character.
    static func line(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in NameText.tidied(text).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: shown.append("\u{FFFD}")
            default: shown.append(scalar)
            }
        }
        return String(shown)
    }
}

/// A command with its operands, to be typed into a shell.
enum ShellLine {
    /// - Parameters:
    ///   - command: the words of the command: `items untick`.
    ///   - operands: names, put in quotes where a shell needs that.
    ///   - options: words such as `--store` and its value.
    static func of(_ command: String, _ operands: [String], options: [String]) -> String {
        let hasHyphen = operands.contains { $0.hasPrefix("-") }
        let words = hasHyphen ? options + ["--"] + operands : operands + options
        return (["perennial \(command)"] + words.map(quoted)).joined(separator: " ")
    }

    /// The word as it is, or in single quotes where a shell would do something with it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || "0123456789-_./:,+@%".unicodeScalars.contains(scalar)
        }
        return isPlain && !word.isEmpty ? word : "'\(word.replacingOccurrences(of: "'", with: "'\\''"))'"
    }
}
