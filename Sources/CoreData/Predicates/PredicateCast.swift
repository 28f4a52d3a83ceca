import Foundation

/// The types that `CAST(value, "type")` knows.
internal enum PredicateCast: String {
    case number = "NSNumber"
    case decimal = "NSDecimalNumber"
    case string = "NSString"
    case date = "NSDate"
    case data = "NSData"
    case uuid = "NSUUID"
    case url = "NSURL"

    /// `value` as a value of the type; null when it has no such form.
    ///
    /// Dates are made from seconds since 2001, data from base 64.
    internal func value(of value: ComparisonValue) -> ComparisonValue {
        if value.isNull { return .null }
        switch (self, value) {
        case (.number, .text(let text)):
            return NumericText.number(text) ?? Double(text).map(ComparisonValue.real) ?? .null
        case (.number, .date(let seconds)): return .real(seconds)
        case (.number, .integer), (.number, .real), (.number, .decimal): return value
        case (.decimal, .text(let text)): return Decimal(string: text).map(ComparisonValue.decimal) ?? .null
        case (.decimal, .integer(let number)): return .decimal(Decimal(number))
        case (.decimal, .real(let number)): return .decimal(Decimal(number))
        case (.decimal, .decimal): return value
        case (.string, _): return value.textForm.map(ComparisonValue.text) ?? .null
        case (.date, .text(let text)): return NumericText.number(text).map { .date($0.doubleValue) } ?? .null
        case (.date, _) where value.isNumeric: return .date(value.doubleValue)
        case (.data, .text(let text)): return Data(base64Encoded: text).map(ComparisonValue.data) ?? .null
        case (.data, .data): return value
        case (.uuid, .text(let text)): return UUID(uuidString: text).map(ComparisonValue.uuid) ?? .null
        case (.uuid, .uuid): return value
        case (.url, .text): return value
        default: return .null
        }
    }

    /// `value` cast, as a client passes it to a predicate; `nil` when it has no such form.
    internal func clientValue(of value: ComparisonValue) -> Any? {
        let result = self.value(of: value)
        if self == .url, case .text(let text) = result { return URL(string: text) }
        return result.boxed
    }
}
