import Foundation

/// One property that was read while a key path was followed.
struct KeyPathReading {
    let object: NSManagedObject
    let slot: Int
    /// What was read: an attribute's value, the destination, or the destinations.
    let value: Any?

    /// Whether `result` is what was read, and not made of it.
    ///
    /// - Parameter withValues: whether there was a value; else an accessor of a type that is not optional gives zero.
    func gives(_ result: Any?, withValues: Bool) -> Bool {
        switch object.layout.slots[slot].kind {
        case .toOne: return result as? NSManagedObject === value as? NSManagedObject
        case .toMany, .orderedToMany:
            let elements = result.flatMap(KeyedCollection.init)?.elements
            guard let elements, let members = value as? [NSManagedObject] else { return result == nil && !withValues }
            return elements.count == members.count
                && zip(elements, members).allSatisfy { $0 as? NSManagedObject === $1 }
        // Nothing is known of what these hold.
        case .transformable, .composite, .objectID, .undefined: return true
        default: break
        }
        let found = ComparisonValue(result)
        guard withValues else { return found.isNull || found.isZero }
        return found.order(to: ComparisonValue(value), .inMemory) == 0
    }
}

extension ComparisonValue {
    /// What an accessor of a type that is not optional gives for nothing.
    fileprivate var isZero: Bool {
        switch self {
        case .text(let text): text.isEmpty || text == "/"
        case .data(let data): data.isEmpty
        case .uuid(let uuid): uuid == UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        default: isNumeric && doubleValue == 0
        }
    }
}
