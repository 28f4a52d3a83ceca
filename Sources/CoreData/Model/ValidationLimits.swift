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

    /// Whether a value is surely within the bounds; false also in doubt, when ``rules`` have to tell.
    internal func allow(_ value: Any) -> Bool {
        if pattern != nil { return false }
        return minimum?.isAtMost(value) ?? true && maximum?.isAtLeast(value) ?? true
    }

    /// One bound as Core Data states it: the predicate every value has to satisfy, and the number of the error
    /// when one does not.
    internal struct Rule {
        internal let predicate: NSPredicate
        internal let code: Int
    }

    /// The bounds as predicates over the value.
    internal var rules: [Rule] {
        var rules: [Rule] = []
        if let minimum {
            rules.append(
                Rule(
                    predicate: NSPredicate(format: "\(minimum.operand) >= %@", minimum.object),
                    code: minimum.tooSmallCode))
        }
        if let maximum {
            rules.append(
                Rule(
                    predicate: NSPredicate(format: "\(maximum.operand) <= %@", maximum.object),
                    code: maximum.tooLargeCode))
        }
        if let pattern {
            rules.append(
                Rule(
                    predicate: NSPredicate(format: "SELF MATCHES %@", pattern),
                    code: NSValidationStringPatternMatchingError))
        }
        return rules
    }
}

extension ValidationLimits.Bound {
    fileprivate func isAtMost(_ value: Any) -> Bool { order(to: value).map { $0 != .orderedDescending } ?? false }

    fileprivate func isAtLeast(_ value: Any) -> Bool { order(to: value).map { $0 != .orderedAscending } ?? false }

    /// How the bound stands to a value; nil for a value of another kind.
    private func order(to value: Any) -> ComparisonResult? {
        switch self {
        case .integer(let bound): (value as? NSNumber).map { Self.order(bound, $0.int64Value) }
        case .real(let bound):
            (value as? NSNumber).flatMap { $0.doubleValue.isNaN ? nil : Self.order(bound, $0.doubleValue) }
        case .decimal(let bound): (value as? NSDecimalNumber).map { Self.order(bound, $0.decimalValue) }
        case .length(let bound): (value as? String).map { Self.order(bound, $0.utf16.count) }
        case .date(let bound): (value as? Date).map { Self.order(bound, $0) }
        }
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
        left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
    }

    /// What of a value is compared.
    fileprivate var operand: String {
        if case .length = self { "length" } else { "SELF" }
    }

    fileprivate var object: Any {
        switch self {
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .decimal(let value): NSDecimalNumber(decimal: value)
        case .length(let value): NSNumber(value: value)
        case .date(let value): value
        }
    }

    fileprivate var tooSmallCode: Int {
        switch self {
        case .integer, .real, .decimal: NSValidationNumberTooSmallError
        case .length: NSValidationStringTooShortError
        case .date: NSValidationDateTooSoonError
        }
    }

    fileprivate var tooLargeCode: Int {
        switch self {
        case .integer, .real, .decimal: NSValidationNumberTooLargeError
        case .length: NSValidationStringTooLongError
        case .date: NSValidationDateTooLateError
        }
    }
}
