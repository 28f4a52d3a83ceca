/// The predefined functions of predicates, by the names Apple gives them.
internal enum PredicateFunction: String, CaseIterable {
    case sum = "sum:"
    case count = "count:"
    case min = "min:"
    case max = "max:"
    case average = "average:"
    case median = "median:"
    case mode = "mode:"
    case standardDeviation = "stddev:"
    case add = "add:to:"
    case subtract = "from:subtract:"
    case multiply = "multiply:by:"
    case divide = "divide:by:"
    case modulus = "modulus:by:"
    case squareRoot = "sqrt:"
    case logarithm = "log:"
    case naturalLogarithm = "ln:"
    case power = "raise:toPower:"
    case exponential = "exp:"
    case floor = "floor:"
    case ceiling = "ceiling:"
    case absolute = "abs:"
    case truncate = "trunc:"
    case uppercase = "uppercase:"
    case lowercase = "lowercase:"
    case canonical = "canonical:"
    case length = "length:"
    case random = "random"
    case randomBelow = "random:"
    case randomNumber = "randomn:"
    case now = "now"
    case bitwiseAnd = "bitwiseAnd:with:"
    case bitwiseOr = "bitwiseOr:with:"
    case bitwiseXor = "bitwiseXor:with:"
    case leftShift = "leftshift:by:"
    case rightShift = "rightshift:by:"
    case onesComplement = "onesComplement:"
    case noIndex = "noindex:"
    case distinct = "distinct:"
    case cast = "castObject:toType:"
    case index = "objectFrom:withIndex:"

    /// Finds a function by its name as Apple writes it, or as it is written before the parenthesis in a format
    /// (`max(…)` for `max:`, `now()` for `now`).
    internal init?(name: String, argumentCount: Int? = nil) {
        if let exact = Self(rawValue: name), argumentCount == nil || exact.accepts(argumentCount ?? 0) {
            self = exact
        } else if name == "now:" {
            self = .now
        } else if !name.contains(":"), let withArgument = Self(rawValue: name + ":") {
            self = withArgument
        } else {
            return nil
        }
    }

    /// How many arguments the name asks for; collection functions take any number but none.
    internal func accepts(_ count: Int) -> Bool {
        switch self {
        case .sum, .count, .min, .max, .average, .median, .mode, .standardDeviation: count > 0
        default: count == rawValue.utf8.count { $0 == UInt8(ascii: ":") }
        }
    }

    /// All names, for messages.
    internal static var allNames: String {
        allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension Sequence {
    /// The number of elements that fulfil `predicate`.
    fileprivate func count(_ predicate: (Element) -> Bool) -> Int {
        reduce(into: 0) { if predicate($1) { $0 += 1 } }
    }
}
