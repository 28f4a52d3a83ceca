/// Takes a layer of `Optional` off values that were boxed in `Any` together with it.
internal enum OptionalUnwrapping {
    /// `value`, or what is inside when it is an `Optional`; `nil` when that is empty.
    internal static func unwrapped(_ value: Any) -> Any? {
        guard let optional = value as? any BoxedOptional else { return value }
        return optional.content
    }
}

/// Lets code that holds an `Any` ask whether it is an `Optional`.
private protocol BoxedOptional {
    var content: Any? { get }
}

extension Optional: BoxedOptional {
    fileprivate var content: Any? {
        switch self {
        case .none: nil
        case .some(let value): OptionalUnwrapping.unwrapped(value)
        }
    }
}
