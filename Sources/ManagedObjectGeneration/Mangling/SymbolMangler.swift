/// Writes the symbols of Swift's stable mangling, as far as properties and methods of top-level classes need it.
///
/// The rules are those of the compiler's documentation of name mangling: parts that come again are written as
/// a reference to their number (`A…`), words of identifiers that come again as the word's letter.
struct SymbolMangler {
    private(set) var symbol = "$s"
    private var substitutions: [String: Int] = [:]
    private var substitutionCount = 0
    private var words: [String] = []
    private var last: Repetition?

    /// The substitution the symbol ends with: another one behind it is merged into it.
    private struct Repetition {
        /// Where it starts, behind its leading letter.
        var position: Int
        var size: Int
        var count: Int
        var isStandard: Bool
    }

    /// Appends letters that stand for a kind of part.
    mutating func append(operation: String) {
        symbol += operation
    }

    // MARK: Substitutions

    /// Gives a part that was just written the next number.
    mutating func addSubstitution(_ key: String) {
        if substitutions[key] == nil { substitutions[key] = substitutionCount }
        substitutionCount += 1
    }

    /// Writes a reference instead of a part that was written before.
    /// - Returns: false when it was not.
    mutating func appendSubstitution(_ key: String) -> Bool {
        guard let index = substitutions[key] else { return false }
        if index >= 26 {
            let number = index - 26
            symbol += "A" + (number == 0 ? "" : String(number - 1)) + "_"
        } else {
            appendRepeatable(Character(UnicodeScalar(UInt8(65 + index))), operation: "A", isStandard: false)
        }
        return true
    }

    /// Writes the letter of a type of the standard library that has one.
    mutating func append(standard letter: Character) {
        appendRepeatable(letter, operation: "S", isStandard: true)
    }

    private mutating func appendRepeatable(_ letter: Character, operation: String, isStandard: Bool) {
        let length = symbol.utf8.count
        if let previous = last, length == previous.position + previous.size, previous.isStandard == isStandard,
            let lastLetter = symbol.last
        {
            if lastLetter == letter {
                symbol = String(symbol.prefix(previous.position)) + "\(previous.count + 1)\(letter)"
                last = Repetition(
                    position: previous.position, size: symbol.utf8.count - previous.position,
                    count: previous.count + 1, isStandard: isStandard)
                return
            }
            if !isStandard {
                symbol = symbol.dropLast() + lastLetter.lowercased() + String(letter)
                last = Repetition(position: length, size: 1, count: 1, isStandard: false)
                return
            }
        }
        last = Repetition(position: length + 1, size: 1, count: 1, isStandard: isStandard)
        symbol += operation + String(letter)
    }

    // MARK: Identifiers

    /// Writes an identifier, or a reference to it. It has to be ASCII.
    mutating func append(identifier: String) {
        let key = "identifier " + identifier
        if appendSubstitution(key) { return }
        write(identifier: Array(identifier))
        addSubstitution(key)
    }

    private mutating func write(identifier letters: [Character]) {
        let repeats = findWords(in: letters)
        if !repeats.isEmpty { symbol += "0" }
        var position = 0
        for (index, found) in repeats.enumerated() {
            writePlain(letters[position..<found.start])
            position = found.start + words[found.word].count
            let letter = UInt8(found.word)
            if index + 1 < repeats.count {
                symbol += String(UnicodeScalar(97 + letter))
            } else {
                symbol += String(UnicodeScalar(65 + letter))
                if position == letters.count { symbol += "0" }
            }
        }
        writePlain(letters[position...])
    }

    private mutating func writePlain(_ letters: ArraySlice<Character>) {
        if !letters.isEmpty { symbol += String(letters.count) + String(letters) }
    }

    /// Finds the words of an identifier that were written before, and remembers its new ones.
    private mutating func findWords(in letters: [Character]) -> [(start: Int, word: Int)] {
        var found: [(start: Int, word: Int)] = []
        var start: Int?
        for position in 0...letters.count {
            let letter: Character? = position < letters.count ? letters[position] : nil
            if let begin = start, Self.isWordEnd(letter, after: letters[position - 1]) {
                let word = String(letters[begin..<position])
                if let index = words.firstIndex(of: word) {
                    found.append((begin, index))
                } else if word.count >= 2, words.count < 26 {
                    words.append(word)
                }
                start = nil
            }
            if start == nil, let letter, letter != "_", !Self.isDigit(letter) { start = position }
        }
        return found
    }

    private static func isDigit(_ letter: Character) -> Bool { ("0"..."9").contains(letter) }

    private static func isUpper(_ letter: Character) -> Bool { ("A"..."Z").contains(letter) }

    private static func isWordEnd(_ letter: Character?, after previous: Character) -> Bool {
        guard let letter, letter != "_" else { return true }
        return !isUpper(previous) && isUpper(letter)
    }
}
