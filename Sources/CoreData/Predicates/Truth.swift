/// The answer of a predicate in a store, where a comparison with nothing is neither true nor false.
internal enum Truth: UInt8 {
    case no = 0
    case unknown = 1
    case yes = 2

    internal init(_ value: Bool) {
        self = value ? .yes : .no
    }

    internal static prefix func ! (truth: Truth) -> Truth {
        switch truth {
        case .no: .yes
        case .unknown: .unknown
        case .yes: .no
        }
    }
}
