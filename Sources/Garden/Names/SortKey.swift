import Foundation

/// Keys that put names in the order people expect, however plainly they are compared.
///
/// A key is ASCII, so that the store, which compares bytes, and everything in memory agree. It has
/// levels, parted by a space, which is smaller than anything within a level:
///
/// 1. the letters without case and diacritics, hybrid signs and quotes left out, numbers by their value
///    (`Hb7` before `Hb10`), white space before punctuation before digits before letters;
/// 2. the name exactly, so that no two different names have one key.
enum SortKey {
    /// The key of a list's or an item's name. `name` is tidied.
    static func name(_ name: String) -> String {
        "\(letters(NameKey.plain(name))) \(exact(name))"
    }

    /// The key of a plant: by genus, then by species.
    ///
    /// Plants whose genera are the same genus by `NameKey` stand together, so that they make one section.
    static func plant(genus: String, species: String) -> String {
        let genusKey = NameKey.botanical(genus)
        let speciesKey = NameKey.botanical(species)
        return
            "\(letters(genusKey)) \(exact(genusKey)) \(letters(speciesKey)) \(exact(species)) \(exact(genus))"
    }

    /// The key of a sowing. Greater means newer: by the day it was sown, then by when it was entered.
    static func sowing(date: CalendarDay, createdAt: Date, id: UUID) -> String {
        let milliseconds = Int64(min(max(createdAt.timeIntervalSince1970 * 1000, 0), 1e15))
        let entered = String(milliseconds, radix: 36)
        let padding = String(repeating: "0", count: max(0, 10 - entered.utf8.count))
        return "\(date.iso) \(padding)\(entered) \(id.uuidString)"
    }
}

extension SortKey {
    /// The first level. `key` is case-folded.
    private static func letters(_ key: String) -> String {
        var folded = key
        if !key.utf8.allSatisfy({ $0 < 0x80 }) {
            folded = LetterFolding.withoutDiacritics(key)
        }
        var result = ""
        result.reserveCapacity(folded.utf8.count)
        var number: [UInt8] = []
        for scalar in folded.unicodeScalars {
            if scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue {
                number.append(UInt8(value))
                continue
            }
            append(&number, to: &result)
            if isIgnored(scalar) { continue }
            append(scalar, to: &result)
        }
        append(&number, to: &result)
        return result
    }

    /// The second level.
    private static func exact(_ name: String) -> String {
        var result = ""
        result.reserveCapacity(name.utf8.count)
        for scalar in name.unicodeScalars { append(scalar, to: &result) }
        return result
    }

    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'" || scalar == "\"" || NameKey.hybridSigns.contains(scalar)
    }

    /// A number as the count of its digits and the digits, leading zeros left out.
    private static func append(_ number: inout [UInt8], to result: inout String) {
        guard !number.isEmpty else { return }
        let digits = number.drop { $0 == 0 }
        result += digits.count < 36 ? "0" : ""
        result += String(digits.count, radix: 36)
        for digit in digits { result += String(digit) }
        number.removeAll(keepingCapacity: true)
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": result.unicodeScalars.append(scalar)
        case " ": result += "!"
        default:
            switch scalar.properties.generalCategory {
            // A hybrid genus follows the plain genus of its name.
            case .mathSymbol where NameKey.hybridSigns.contains(scalar): result += "~"
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
                result += "~"
            default: result += "\""
            }
            // Four digits to the base of 36 hold every scalar.
            let code = String(scalar.value, radix: 36)
            result += String(repeating: "0", count: 4 - code.utf8.count)
            result += code
        }
    }
}
