import Foundation

/// Reads values by key and key path from managed objects, dictionaries, collections and other objects.
internal enum KeyValueCoding {
    /// The value that `keyPath` leads to from `object`, with collection operators.
    ///
    /// An array gives an array of its elements' values, with `NSNull` for those that are empty; a set gives a set of
    /// them. Nothing leads to nothing.
    ///
    /// - Precondition: the objects on the way have the keys.
    internal static func value(of object: Any?, forKeyPath keyPath: String) -> Any? {
        value(of: object, keyPath.split(separator: ".")[...])
    }

    /// The value of `key` in `object`.
    ///
    /// - Precondition: the object has the key.
    internal static func value(of object: Any?, forKey key: String) -> Any? {
        guard let object else { return nil }
        switch object {
        case let managed as NSManagedObject: return key == "self" ? managed : managed.value(forKey: key)
        case let readable as any KeyValueReadable: return readable.value(forKey: key)
        case let entity as NSEntityDescription where key == "name": return entity.name
        default: break
        }
        if let collection = KeyedCollection(object) { return collection.map { Self.value(of: $0, forKey: key) } }
        if let content = DictionaryReading.value(in: object, forKey: key) { return content.value }
        let value = ComparisonValue(object)
        if key.lowercased() == "self" { return object }
        if PredicateMethod.exists(key, argumentCount: 0) {
            return PredicateMethod.value(of: key, value, [], .inMemory).boxed
        }
        if let content = reflected(object, key) { return content.value }
        preconditionFailure(
            """
            A value of type \(type(of: object)) has no key “\(key)”. Check the spelling; a class of your own can make \
            its keys known by conforming to KeyValueReadable.
            """)
    }

    private static func value(of object: Any?, _ keys: ArraySlice<Substring>) -> Any? {
        guard let key = keys.first else { return object }
        let rest = keys.dropFirst()
        if key.hasPrefix("@") {
            guard let collectionOperator = CollectionOperator(rawValue: String(key)) else {
                preconditionFailure("There is no collection operator “\(key)”.")
            }
            return apply(collectionOperator, to: object, rest)
        }
        return value(of: value(of: object, forKey: String(key)), rest)
    }

    private static func apply(
        _ collectionOperator: CollectionOperator, to object: Any?, _ keys: ArraySlice<Substring>
    ) -> Any? {
        let elements = object.flatMap(KeyedCollection.init)?.elements ?? []
        // @count counts the elements; a path after it goes on from the number, as Apple's does.
        if collectionOperator == .count { return NSNumber(value: elements.count) }
        let values: [Any?] = elements.map { keys.isEmpty ? $0 : value(of: $0, keys) }
        if let function = collectionOperator.function {
            return function.value(of: [.collection(values.map { ComparisonValue($0) })], .inMemory).boxed
        }
        let objects =
            collectionOperator.joinsCollections
            ? values.flatMap { value in value.flatMap(KeyedCollection.init)?.elements ?? [] }
            : values.compactMap { $0 }
        guard collectionOperator.isDistinct else { return objects }
        var seen = ValueSet()
        return objects.filter { seen.insert(ComparisonValue($0)) }
    }

    /// A stored property of a Swift value, found by reflection.
    internal static func reflected(_ object: Any, _ key: String) -> (value: Any?, Void)? {
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            if let child = current.children.first(where: { $0.label == key }) {
                return (OptionalUnwrapping.unwrapped(child.value), ())
            }
            mirror = current.superclassMirror
        }
        return nil
    }
}
