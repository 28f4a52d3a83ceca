import Foundation

extension NSManagedObject {
    /// The unsaved changes: property names with their new values, `NSNull` for nil. Transient properties are left out.
    public final func changedValues() -> [String: Any] {
        checkQueue()
        guard hasChanges, let row else { return [:] }
        var values: [String: Any] = [:]
        for slot in layout.changedSlots(in: row) where !layout.slots[slot].isTransient && !layout.slots[slot].isElement
        {
            let name = layout.slots[slot].name
            values[name] = modelledValue(forKey: name) ?? NSNull()
        }
        return values
    }

    /// The values as they were last fetched or saved; `NSNull` for nil. Empty for an object that never was.
    ///
    /// - Parameter keys: the properties wanted, or nil for all that are stored. Transient properties are left out.
    public final func committedValues(forKeys keys: [String]?) -> [String: Any] {
        checkQueue()
        guard readableRow() != nil, let saved = savedRow else { return [:] }
        var values: [String: Any] = [:]
        for (index, slot) in layout.slots.enumerated()
        where slot.property != nil && !slot.isTransient && !slot.isElement {
            if let keys, !keys.contains(slot.name) { continue }
            switch slot.kind {
            case .toOne:
                guard let context else { continue }
                values[slot.name] =
                    layout.isPresent(index, in: saved.row)
                    ? context.object(for: ObjectKey(raw: layout.word(index, in: saved.row))) : NSNull()
            case .toMany:
                values[slot.name] = NSSet(array: committedMembers(at: index))
            case .orderedToMany:
                values[slot.name] = NSOrderedSet(array: committedMembers(at: index))
            default:
                values[slot.name] =
                    SlotCoding.value(slot: index, layout: layout, chunk: saved.chunk, row: saved.row) ?? NSNull()
            }
        }
        return values
    }

    private final func committedMembers(at slot: Int) -> [NSManagedObject] {
        Array(context?.relatedObjects(of: self, slot: slot) ?? [])
    }

    /// What changed values were, for an object that was changed since changes were last processed (`processPendingChanges`,
    /// or the end of the block): property names with the values that were last fetched or saved; `NSNull` where there
    /// were none.
    public final func changedValuesForCurrentEvent() -> [String: Any] {
        guard state.contains(.unprocessed) else { return [:] }
        let names = Array(changedValues().keys)
        return Dictionary(uniqueKeysWithValues: names.map { ($0, NSNull()) })
            .merging(committedValues(forKeys: names)) { $1 }
    }
}
