import Foundation

/// A value in the form in which predicates compare, fold and calculate.
///
/// Values arrive as `Any?`; sorting out once what they are spares every later step its casts.
internal enum ComparisonValue {
    case null
    /// Whole numbers and Booleans.
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    /// Strings, and URLs as their text.
    case text(String)
    /// Seconds since 2001, as stores keep them.
    case date(Double)
    case data(Data)
    case uuid(UUID)
    /// A managed object, its ID, or any other object that knows what it is equal to.
    case object(NSObject)
    case collection([ComparisonValue])
    /// Anything else. It is equal to nothing.
    case other(Any)

    internal var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The value as `rules` see it: SQLite keeps what is no number as nothing.
    @inline(__always) internal func under(_ rules: Rules) -> ComparisonValue {
        rules == .store ? asStored : self
    }

    private var asStored: ComparisonValue {
        switch self {
        case .real(let number), .date(let number): number.isNaN ? .null : self
        case .decimal(let number): number.isNaN ? .null : self
        case .collection(let elements):
            elements.contains { $0.isNumeric && $0.doubleValue.isNaN }
                ? .collection(elements.map(\.asStored)) : self
        default: self
        }
    }

    /// The elements of a collection; `nil` for anything else.
    internal var elements: [ComparisonValue]? {
        if case .collection(let elements) = self { elements } else { nil }
    }

    /// The elements of a collection, those of collections in it included: what a path over several to-many
    /// relationships reaches.
    internal var flattened: [ComparisonValue] {
        guard case .collection(let elements) = self else { return isNull ? [] : [self] }
        guard elements.contains(where: { $0.elements != nil }) else { return elements }
        return elements.flatMap { $0.elements == nil ? [$0] : $0.flattened }
    }

    /// The value as clients get it: numbers as `NSNumber`, collections as `[Any]`.
    internal var boxed: Any? {
        switch self {
        case .null: nil
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .decimal(let number): NSDecimalNumber(decimal: number)
        case .text(let string): string
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let data): data
        case .uuid(let uuid): uuid
        case .object(let object): object
        case .collection(let elements): elements.map { $0.boxed ?? NSNull() }
        case .other(let value): value
        }
    }
}
