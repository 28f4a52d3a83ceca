import Foundation

/// The rule by which two names are the same name.
///
/// Forms, imports, renames and commands all compare these keys, and the store keeps them under a
/// uniqueness constraint, so that no race makes two of one. White space around and within does not
/// count, nor do invisible characters, the way a character is encoded (NFKC), and case in any script
/// (`Straße` is `STRASSE`). Diacritics do count: `café` is not `cafe`.
public enum NameKey {
    /// The key of a list's or an item's name.
    ///
    /// - Complexity: Linear; one pass over the bytes for plain ASCII.
    public static func plain(_ name: String) -> String {
        if let key = folded(ascii: name) { return key }
        return folded(name)
    }

    /// The key of a plant, over both its names: `Rosa` `alba` and `Rosa alba` are one plant.
    ///
    /// Besides what `plain(_:)` does, a lone `x` before a name is the hybrid sign `×`, which may stand
    /// before the name or be glued to it; straight and curly quotes are the same; `ssp.` is `subsp.`.
    public static func plant(genus: String, species: String) -> String {
        botanical(species.isEmpty ? genus : "\(genus) \(species)")
    }

    /// The key of one part of a plant's name, such as its genus.
    public static func botanical(_ name: String) -> String {
        if let key = folded(ascii: name, backtick: UInt8(ascii: "'")) { return withHybridSigns(key) }
        var scalars = String.UnicodeScalarView()
        // Before NFKC, which takes some quotes for a space and an accent.
        for scalar in name.unicodeScalars { scalars.append(straightQuotes[scalar] ?? scalar) }
        return withHybridSigns(folded(String(scalars)))
    }
}

extension NameKey {
    /// The key when all of `name` is ASCII, else nil.
    private static func folded(ascii name: String, backtick: UInt8 = UInt8(ascii: "`")) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8.count)
        var needsSpace = false
        for byte in name.utf8 {
            switch byte {
            case 0x80...: return nil
            case 0x09...0x0D, 0x20: needsSpace = !bytes.isEmpty
            default:
                if needsSpace {
                    bytes.append(0x20)
                    needsSpace = false
                }
                switch byte {
                case 0x41...0x5A: bytes.append(byte | 0x20)
                case UInt8(ascii: "`"): bytes.append(backtick)
                default: bytes.append(byte)
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func folded(_ name: String) -> String {
        var visible = String.UnicodeScalarView()
        // Zero-width characters and variation selectors are among the default-ignorable ones.
        for scalar in name.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            visible.append(scalar)
        }
        // Folding can take a composed character apart, hence the second composition.
        let composed = String(visible).precomposedStringWithCompatibilityMapping
            .folding(options: .caseInsensitive, locale: nil)
            .precomposedStringWithCompatibilityMapping
        return NameText.tidied(composed)
    }

    /// Every hybrid sign glued to the name behind it, and the ranks spelt one way. `key` is folded.
    private static func withHybridSigns(_ key: String) -> String {
        guard needsBotany(key) else { return key }
        var atoms: [String] = []
        for word in key.split(separator: " ") {
            var atom = String.UnicodeScalarView()
            for scalar in word.unicodeScalars {
                guard hybridSigns.contains(scalar) else {
                    atom.append(scalar)
                    continue
                }
                if !atom.isEmpty { atoms.append(String(atom)) }
                atom.removeAll()
                if atoms.last != "×" { atoms.append("×") }
            }
            if !atom.isEmpty { atoms.append(String(atom)) }
        }
        var words: [String] = []
        var isHybrid = false
        for (index, atom) in atoms.enumerated() {
            let isLast = index == atoms.count - 1
            if atom == "×" || atom == "x", !isLast {
                isHybrid = true
                continue
            }
            // A bare "ssp" in front could be a genus; with its dot it is the rank, as in a search for it.
            let isRank = !isLast && subspecies.contains(atom) && (index > 0 || atom == "ssp.")
            words.append((isHybrid && atom != "×" ? "×" : "") + (isRank ? "subsp." : atom))
            isHybrid = false
        }
        return words.joined(separator: " ")
    }

    /// Most names have neither a hybrid sign nor a rank, and are done with a look at their bytes.
    private static func needsBotany(_ key: String) -> Bool {
        var previous = UInt8(ascii: " ")
        var beforePrevious = previous
        for byte in key.utf8 {
            if byte >= 0x80 { return true }
            if byte == UInt8(ascii: " "), previous == UInt8(ascii: "x"), beforePrevious == byte {
                return true
            }
            if byte == UInt8(ascii: "s"), previous == byte, beforePrevious == UInt8(ascii: " ") {
                return true
            }
            if byte == UInt8(ascii: "u"), previous == UInt8(ascii: "s"), beforePrevious == UInt8(ascii: " ") {
                return true
            }
            (beforePrevious, previous) = (previous, byte)
        }
        return false
    }

    /// The multiplication sign and what phones and word processors put in its place.
    static let hybridSigns: Set<Unicode.Scalar> = ["×", "✕", "✖", "⨯", "⨉"]

    private static let subspecies: Set<String> = ["ssp.", "ssp", "subsp"]

    private static let straightQuotes: [Unicode.Scalar: Unicode.Scalar] = [
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "`": "'", "´": "'", "′": "'", "‹": "'", "›": "'",
        "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "″": "\"", "«": "\"", "»": "\"",
    ]
}
