import Foundation

/// What a plant is found by: its words without case, diacritics, quotes, hybrid signs and punctuation.
enum SearchKey {
    /// The key of a plant; every search term that matches is a part of it.
    static func plant(genus: String, species: String) -> String {
        words(NameKey.plant(genus: genus, species: species)).joined(separator: " ")
    }

    /// The terms of a search. A plant matches when its key contains all of them.
    ///
    /// - Parameter text: What somebody typed in the search field. What goes beyond 200 characters or
    ///   eight words is not looked at.
    static func terms(_ text: String) -> [String] {
        Array(words(NameKey.botanical(String(text.prefix(NameText.maximumLength)))).prefix(8))
    }

    /// What a search without any term looks for in the key of the name, as it stands; empty for all plants.
    ///
    /// - Parameter text: What somebody typed in the search field, of which `terms(_:)` finds none.
    static func signs(_ text: String) -> String {
        NameKey.botanical(String(text.prefix(NameText.maximumLength)))
    }

    private static func words(_ key: String) -> [String] {
        let isASCII = key.utf8.allSatisfy { $0 < 0x80 }
        let folded = isASCII ? key : LetterFolding.withoutDiacritics(key)
        return folded.unicodeScalars.split(whereSeparator: isSeparator).map { String($0) }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .modifierSymbol,
            .spaceSeparator:
            true
        default: NameKey.hybridSigns.contains(scalar)
        }
    }
}
