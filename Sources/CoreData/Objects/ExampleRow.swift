import Foundation

/// A row of values that nobody would write, for the objects that stand in while a key path is followed.
enum ExampleRow {
    /// The row of `object`, which is made at the first call. The object itself counts as having none, so that every
    /// reading is noticed.
    static func row(of object: NSManagedObject) -> UnsafeMutableRawPointer? {
        if let row = object.committedRow { return row }
        let layout = object.layout
        let chunk = RowChunk(layout: layout, capacity: 1)
        let row = chunk.appendCopy(of: layout.defaultRow.rows, in: layout.defaultRow)
        for slot in layout.slots.indices
        where !layout.slots[slot].isRelationship && layout.slots[slot].kind != .composite {
            SlotCoding.store(value(layout.slots[slot].kind, slot), slot: slot, layout: layout, chunk: chunk, row: row)
        }
        object.committedRow = row
        object.committedChunk = chunk
        object.chunk = chunk
        return row
    }

    /// A value of a kind, another for each slot. Trimming, folding and rounding it changes it.
    private static func value(_ kind: SlotKind, _ slot: Int) -> Any? {
        let number = 20_011 + slot
        switch kind {
        case .int16, .int32, .int64: return NSNumber(value: number)
        case .bool: return NSNumber(value: true)
        case .double, .float: return NSNumber(value: Double(number) + 0.375)
        case .decimal: return NSDecimalNumber(string: "\(number).375")
        case .string: return " \u{C9}a\(slot)\u{E000} "
        case .date: return Date(timeIntervalSinceReferenceDate: Double(number) * 7919 + 0.375)
        case .data: return Data("\u{E000}\(slot)".utf8)
        case .uuid:
            return UUID(
                uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(slot >> 8 & 255), UInt8(slot & 255)))
        case .url: return URL(string: "example:A\(slot)")
        case .transformable, .composite, .objectID, .undefined, .toOne, .toMany, .orderedToMany: return nil
        }
    }
}
