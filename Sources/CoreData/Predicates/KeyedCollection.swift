import Foundation

/// An array, set or ordered set met on a key path, which hands a key on to its elements.
internal struct KeyedCollection {
    private enum Kind {
        case array, set, orderedSet
    }

    private let kind: Kind
    internal let elements: [Any]

    /// `nil` when `value` is no collection. Dictionaries count as none: their keys are the keys.
    internal init?(_ value: Any) {
        switch value {
        case let array as NSArray: (kind, elements) = (.array, array.map { $0 })
        case let set as NSSet: (kind, elements) = (.set, set.map { $0 })
        case let set as NSOrderedSet: (kind, elements) = (.orderedSet, set.map { $0 })
        default:
            if type(of: value) is AnyClass || value is String || value is [AnyHashable: Any] { return nil }
            if let array = value as? [Any] {
                (kind, elements) = (.array, array)
            } else if let set = value as? Set<AnyHashable> {
                (kind, elements) = (.set, set.map(\.base))
            } else {
                return nil
            }
        }
    }

    /// A collection of the same kind with `transform`'s values; a set leaves out those that are `nil`.
    internal func map(_ transform: (Any) -> Any?) -> Any {
        switch kind {
        case .array: elements.map { transform($0) ?? NSNull() }
        case .set: NSSet(array: elements.compactMap(transform))
        case .orderedSet: NSOrderedSet(array: elements.map { transform($0) ?? NSNull() })
        }
    }
}
