import Foundation

extension ComparisonValue {
    /// The value of `key`; from a collection, that of each element that has one.
    ///
    /// - Precondition: the value has the key.
    internal func value(forKey key: String) -> ComparisonValue {
        switch self {
        case .null: return .null
        case .object(let object):
            if let managed = object as? NSManagedObject { return managed.comparisonValue(forKey: key) }
            return ComparisonValue(KeyValueCoding.value(of: object, forKey: key))
        case .collection(let elements):
            return .collection(elements.map { $0.value(forKey: key) })
        case .other(let value):
            return ComparisonValue(KeyValueCoding.value(of: value, forKey: key))
        case .integer, .real, .decimal, .text, .date, .data, .uuid:
            return ComparisonValue(KeyValueCoding.value(of: boxed, forKey: key))
        }
    }

    /// The result of a collection operator over this collection, its elements seen through `rest`.
    internal func applying(
        _ collectionOperator: CollectionOperator, _ rest: (ComparisonValue) -> ComparisonValue, _ rules: Rules
    ) -> ComparisonValue {
        let elements = flattened
        if collectionOperator == .count { return .integer(Int64(elements.count)) }
        let values = elements.map(rest)
        if let function = collectionOperator.function { return function.value(of: [.collection(values)], rules) }
        let joined =
            collectionOperator.joinsCollections ? values.flatMap { $0.flattened } : values.filter { !$0.isNull }
        guard collectionOperator.isDistinct else { return .collection(joined) }
        var seen = ValueSet()
        return .collection(joined.filter { seen.insert($0) })
    }
}
