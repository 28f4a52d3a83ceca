import Foundation

extension ComparisonValue {
    /// The text that operators on strings see: that of a string, or of a number as SQLite writes it; `nil` for what
    /// has none.
    internal var textForm: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number), .date(let number): NumericText.text(number)
        case .decimal(let number): "\(number)"
        case .uuid(let uuid): uuid.uuidString
        default: nil
        }
    }
}

extension ComparisonValue {
    /// Text folded; anything else as it is.
    internal func folded(_ folding: StringFolding) -> ComparisonValue {
        if case .text(let text) = self { .text(folding.fold(text)) } else { self }
    }
}
