import Foundation

/// A value a model file states for an attribute: a default or a bound.
public enum ModelValue: Sendable, Hashable {
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    case boolean(Bool)
    case string(String)
    case date(Date)
    case uuid(UUID)
    case url(URL)
}
