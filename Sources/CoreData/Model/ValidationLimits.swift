import Foundation

/// The bounds a model file states for an attribute's values, in the attribute's own terms.
internal struct ValidationLimits: Sendable, Equatable {
    /// What a bound is compared with.
    internal enum Bound: Sendable, Equatable {
        /// For the integer types: the value.
        case integer(Int64)
        /// For `Double` and `Float`: the value.
        case real(Double)
        /// For `Decimal`: the value.
        case decimal(Decimal)
        /// For strings: the length in UTF-16 units, as `length` counts.
        case length(Int)
        /// For dates: the date.
        case date(Date)
    }

    /// The least value allowed; nil when there is no lower bound.
    internal var minimum: Bound?
    /// The greatest value allowed; nil when there is no upper bound.
    internal var maximum: Bound?
    /// For strings: the regular expression the whole value has to match.
    internal var pattern: String?
}
