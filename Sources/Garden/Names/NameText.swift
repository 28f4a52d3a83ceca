import Foundation

/// Names as people typed them, tidied for keeping and showing.
public enum NameText {
    /// The greatest length of a name, in characters as people count them.
    public static let maximumLength = 200

    /// What a name costs at most in Unicode scalars. One visible character can carry any number of
    /// marks; no name in any language comes near this.
    static let maximumScalars = 1000

    /// The name without white space around it, inner white space as single spaces, composed (NFC) so
    /// that equal-looking names are stored alike. Letters, case and quotes stay as typed.
    ///
    /// - Complexity: Linear; one pass over the bytes for plain ASCII.
    public static func tidied(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var needsSpace = false
        var isASCII = true
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                needsSpace = !result.isEmpty
                continue
            }
            if needsSpace {
                result.append(" ")
                needsSpace = false
            }
            result.append(scalar)
            if !scalar.isASCII { isASCII = false }
        }
        return isASCII ? String(result) : String(result).precomposedStringWithCanonicalMapping
    }

    /// The tidied name, checked.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - field: The field it was typed in; the error says so.
    ///   - mayBeEmpty: Whether nothing is a good answer, as for a species.
    /// - Throws: A `FieldError` when it is blank (also when all of it is invisible), has more than 200
    ///   characters, or has control characters.
    static func checked(
        _ text: String, field: GardenField, mayBeEmpty: Bool = false
    ) throws(FieldError) -> String {
        let name = tidied(text)
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw FieldError(
                field: field, message: "\(noun(field)) cannot have control characters in it; leave them out.")
        }
        if name.count > maximumLength || name.unicodeScalars.count > maximumScalars {
            throw FieldError(
                field: field, message: "\(noun(field)) has at most \(maximumLength) characters; shorten it.")
        }
        if name.isEmpty && mayBeEmpty { return "" }
        if NameKey.plain(name).isEmpty {
            throw FieldError(field: field, message: blankMessage(field))
        }
        return name
    }

    private static func noun(_ field: GardenField) -> String { "A \(field.label.lowercased())" }

    private static func blankMessage(_ field: GardenField) -> String {
        switch field {
        case .genus: "Enter a genus."
        case .species: "Enter a species, or leave it empty."
        default: "Enter a name."
        }
    }
}

extension FieldError: Error {}

extension NameText {
    /// The name of a list or an item, tidied and checked.
    ///
    /// - Throws: `GardenError.invalid`.
    public static func checkedName(_ text: String) throws -> String {
        do { return try checked(text, field: .name) } catch { throw GardenError.invalid([error]) }
    }
}
