import Foundation

/// Letters brought to the letter people look for them under.
enum LetterFolding {
    /// `key`, which is case-folded, without diacritics; letters with a stroke and ligatures, which
    /// Unicode does not take apart, as the plain letters.
    static func withoutDiacritics(_ key: String) -> String {
        let folded = key.folding(options: .diacriticInsensitive, locale: nil)
        guard folded.unicodeScalars.contains(where: { plainLetters[$0] != nil }) else { return folded }
        var result = ""
        for scalar in folded.unicodeScalars {
            if let plain = plainLetters[scalar] {
                result += plain
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static let plainLetters: [Unicode.Scalar: String] = [
        "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "þ": "th",
        "ŧ": "t", "ŋ": "n", "ß": "ss",
    ]
}
