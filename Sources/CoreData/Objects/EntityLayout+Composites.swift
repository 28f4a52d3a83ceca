import Foundation

/// An element of a composite attribute.
struct CompositeElement {
    /// Its key in the attribute's dictionary.
    let name: String
    let slot: Int
    let attribute: NSAttributeDescription
}

// A composite attribute is a dictionary to programs, and a column for each element to a store. So each element has a slot,
// and the attribute's own holds nothing: it says what the elements are together.
extension EntityLayout {
    /// Appends slots for the elements of composite attributes, and for theirs.
    static func addElements(to slots: inout [Slot]) -> [Int: [CompositeElement]] {
        var elements: [Int: [CompositeElement]] = [:]
        var next = 0
        while next < slots.count {
            let slot = slots[next]
            if let composite = slot.property as? NSCompositeAttributeDescription {
                elements[next] = composite.elements.map { attribute in
                    slots.append(
                        Slot(
                            name: "\(slot.name).\(attribute.name)", kind: SlotKind(attribute), property: attribute,
                            isTransient: slot.isTransient, isOptional: attribute.isOptional, relationshipIndex: -1,
                            whole: slot.isElement ? slot.whole : next))
                    return CompositeElement(name: attribute.name, slot: slots.count - 1, attribute: attribute)
                }
            }
            next += 1
        }
        return elements
    }

    /// The slot of the composite attribute that an element is part of, or `slot` itself.
    func whole(_ slot: Int) -> Int { slots[slot].isElement ? slots[slot].whole : slot }

    /// Whether an attribute is not nil. A composite one is nil when all its elements are.
    func hasValue(_ slot: Int, in row: UnsafeRawPointer) -> Bool {
        guard let elements = elements[slot] else { return isPresent(slot, in: row) }
        return elements.contains { hasValue($0.slot, in: row) }
    }

    /// Whether a save has to look at a composite attribute.
    func hasElementsToCheck(_ slot: Int) -> Bool {
        if slots[slot].isTransient { return false }
        if !slots[slot].isOptional || slots[slot].property?.validationPredicates.isEmpty == false { return true }
        return (elements[slot] ?? []).contains { element in
            !element.attribute.isOptional || !element.attribute.validationPredicates.isEmpty
                || hasElementsToCheck(element.slot)
        }
    }

    /// The dictionary of a composite attribute; nil when all its elements are.
    func dictionary(_ slot: Int, chunk: RowChunk, row: UnsafeRawPointer) -> [String: Any]? {
        var values: [String: Any] = [:]
        for element in elements[slot] ?? [] {
            values[element.name] = SlotCoding.value(slot: element.slot, layout: self, chunk: chunk, row: row)
        }
        return values.isEmpty ? nil : values
    }

    /// Gives the elements of a composite attribute the values of a dictionary; those it lacks become nil.
    ///
    /// - Returns: false when the dictionary has something that is no element, or of another type; the elements are
    ///   then as they were.
    func store(_ value: Any?, slot: Int, chunk: RowChunk, row: UnsafeMutableRawPointer) -> Bool {
        guard let value else {
            setElementsAbsent(slot, in: row)
            return true
        }
        guard let values = Self.parts(value), fits(values, slot) else { return false }
        for element in elements[slot] ?? [] {
            SlotCoding.store(values[element.name], slot: element.slot, layout: self, chunk: chunk, row: row)
        }
        return true
    }

    private func setElementsAbsent(_ slot: Int, in row: UnsafeMutableRawPointer) {
        for element in elements[slot] ?? [] {
            setAbsent(element.slot, in: row)
            setElementsAbsent(element.slot, in: row)
        }
    }

    private func fits(_ values: [String: Any], _ slot: Int) -> Bool {
        let elements = elements[slot] ?? []
        return values.allSatisfy { name, value in
            guard let element = elements.first(where: { $0.name == name }) else { return false }
            if value is NSNull { return true }
            if self.elements[element.slot] != nil { return Self.parts(value).map { fits($0, element.slot) } ?? false }
            return SlotCoding.fits(value, slots[element.slot].kind)
        }
    }

    /// What a dictionary of any kind has under texts; nil when it is none, or has other keys.
    private static func parts(_ value: Any) -> [String: Any]? {
        if let values = value as? [String: Any] { return values }
        guard let values = value as? NSDictionary else { return nil }
        let pairs = values.allKeys.compactMap { key in (key as? String).map { ($0, values[key] as Any) } }
        return pairs.count == values.count ? Dictionary(pairs) { first, _ in first } : nil
    }
}
