import Foundation

/// The number of seeds of a sowing: a whole number from 0 to 32,767, which is what the model's `Int16`
/// holds.
public enum SeedCount {
    /// The numbers allowed.
    public static let range = 0...Int(Int16.max)

    /// What is said about anything else.
    public static let message = "A whole number from 0 to 32,767."

    /// Reads a number as typed: digits of any script, white space around them allowed.
    ///
    /// - Throws: A `FieldError` for everything else: nothing at all, words, signs, fractions, thousands
    ///   separators, numbers out of range.
    public static func parsed(_ text: String) throws(FieldError) -> Int {
        var value = 0
        let digits = NameText.tidied(text).unicodeScalars
        var isValid = !digits.isEmpty
        for scalar in digits where isValid {
            if scalar.properties.generalCategory == .decimalNumber, let digit = scalar.properties.numericValue {
                value = value * 10 + Int(digit)
                isValid = range.contains(value)
            } else {
                isValid = false
            }
        }
        guard isValid else { throw FieldError(field: .numberOfSeeds, message: message) }
        return value
    }
}
