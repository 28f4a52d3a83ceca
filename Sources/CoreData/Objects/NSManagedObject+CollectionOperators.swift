// Sums and the like over a to-many relationship, read from the rows of its objects.
extension NSManagedObject {
    /// The value of a key path such as `sowings.@sum.seedCount`, over an attribute of the model or, for `@count`, over
    /// none: no set is made of the objects and no number of each value.
    ///
    /// - Returns: the value; nil for a path of another form.
    final func aggregatedValue(forKeyPath keyPath: String) -> ComparisonValue? {
        guard !state.contains(.recording), let mark = keyPath.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
        let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false)
        guard keys.count == 2 || keys.count == 3, keys[1].startIndex == mark,
            let function = CollectionOperator(rawValue: String(keys[1]))?.function,
            let slot = layout.slotsByName[String(keys[0])], layout.slots[slot].isToMany, readableRow() != nil
        else { return nil }
        let members = loadedMembers(at: slot)
        if function == .count, keys.count == 2 { return .integer(Int64(members.count)) }
        guard keys.count == 3 else { return nil }
        return Self.aggregate(function, String(keys[2]), of: members)
    }

    private static func aggregate(
        _ function: PredicateFunction, _ key: String, of objects: ContiguousArray<NSManagedObject>
    ) -> ComparisonValue? {
        guard let layout = objects.first?.layout else { return function.value(of: [.collection([])], .inMemory) }
        // Objects of subentities may have the attribute elsewhere.
        guard let slot = layout.slotsByName[key], !layout.slots[slot].isRelationship,
            objects.allSatisfy({ $0.layout === layout })
        else { return nil }
        if function == .sum, let sum = sum(slot, layout.slots[slot].kind, of: objects) { return sum }
        let values = objects.map { ComparisonValue($0.storedValue(at: slot)) }
        return function.value(of: [.collection(values)], .inMemory)
    }

    /// The sum of whole numbers or of reals; nil for other kinds.
    private static func sum(
        _ slot: Int, _ kind: SlotKind, of objects: ContiguousArray<NSManagedObject>
    ) -> ComparisonValue? {
        switch kind {
        case .int16, .int32, .int64:
            return ComparisonValue(sum: objects.reduce(0) { $0 + Int128($1.int64(at: slot)) })
        case .double, .float:
            return .real(objects.reduce(0) { $0 + $1.double(at: slot) })
        default:
            return nil
        }
    }
}
