import Foundation

/// Turns values into the words of a row and back, when the kind is known only at run time.
enum SlotCoding {
    /// Stores `value` in a slot.
    /// - Returns: false when the value is of the wrong kind; the slot is then as it was.
    @discardableResult
    static func store(
        _ value: Any?, slot: Int, layout: EntityLayout, chunk: RowChunk, row: UnsafeMutableRawPointer
    ) -> Bool {
        guard let value, !(value is NSNull) else {
            layout.setAbsent(slot, in: row)
            return true
        }
        guard let word = word(for: value, kind: layout.slots[slot].kind, chunk: chunk) else { return false }
        layout.setWord(word, slot, in: row)
        return true
    }

    static func value(slot: Int, layout: EntityLayout, chunk: RowChunk, row: UnsafeRawPointer) -> Any? {
        guard layout.isPresent(slot, in: row) else { return nil }
        return value(of: layout.word(slot, in: row), kind: layout.slots[slot].kind, chunk: chunk)
    }

    static func word(for value: Any, kind: SlotKind, chunk: RowChunk) -> UInt64? {
        switch kind {
        case .int16, .int32, .int64, .bool:
            return integer(value).map { UInt64(bitPattern: $0) }
        case .double:
            return double(value)?.bitPattern
        case .float:
            return double(value).map { Double(Float($0)).bitPattern }
        case .date:
            return (value as? Date)?.timeIntervalSinceReferenceDate.bitPattern
        case .string:
            guard var text = value as? String else { return nil }
            return text.withUTF8 { store($0, in: chunk) }
        case .url:
            guard var text = (value as? URL)?.absoluteString else { return nil }
            return text.withUTF8 { store($0, in: chunk) }
        case .uuid:
            guard let uuid = value as? UUID else { return nil }
            return withUnsafeBytes(of: uuid.uuid) { chunk.store($0.baseAddress!, count: 16) }  // 16 bytes
        case .data:
            guard let data = value as? Data else { return nil }
            return data.withUnsafeBytes { bytes in
                bytes.baseAddress.map { chunk.store($0, count: bytes.count) } ?? 0
            }
        case .decimal:
            return decimal(value).map { chunk.store(box: $0) }
        case .transformable, .composite, .objectID, .undefined:
            return chunk.store(box: value as? NSObject ?? Boxed(value))
        case .toOne, .toMany, .orderedToMany:
            return nil
        }
    }

    /// Whether a property of a kind can have a value.
    static func fits(_ value: Any, _ kind: SlotKind) -> Bool {
        switch kind {
        case .int16, .int32, .int64, .bool: integer(value) != nil
        case .double, .float: double(value) != nil
        case .decimal: decimal(value) != nil
        case .date: value is Date
        case .string: value is String
        case .url: value is URL
        case .uuid: value is UUID
        case .data: value is Data
        case .transformable, .composite, .objectID, .undefined: true
        case .toOne, .toMany, .orderedToMany: false
        }
    }

    private static func store(_ text: UnsafeBufferPointer<UInt8>, in chunk: RowChunk) -> UInt64 {
        text.baseAddress.map { chunk.store($0, count: text.count) } ?? 0
    }

    static func value(of word: UInt64, kind: SlotKind, chunk: RowChunk) -> Any? {
        switch kind {
        case .int16: return NSNumber(value: Int16(clamping: Int64(bitPattern: word)))
        case .int32: return NSNumber(value: Int32(clamping: Int64(bitPattern: word)))
        case .int64: return NSNumber(value: Int64(bitPattern: word))
        case .bool: return NSNumber(value: word != 0)
        case .double: return NSNumber(value: Double(bitPattern: word))
        case .float: return NSNumber(value: Float(Double(bitPattern: word)))
        case .date: return Date(timeIntervalSinceReferenceDate: Double(bitPattern: word))
        case .string: return chunk.string(word)
        case .url: return URL(string: chunk.string(word))
        case .uuid: return uuid(word, in: chunk)
        case .data: return chunk.withBytes(word) { Data($0) }
        case .decimal, .transformable, .composite, .objectID, .undefined:
            let box = chunk.box(word)
            return (box as? Boxed)?.value ?? box
        case .toOne, .toMany, .orderedToMany: return nil
        }
    }

    @inline(__always) static func uuid(_ word: UInt64, in chunk: RowChunk) -> UUID? {
        chunk.withBytes(word) { bytes in
            bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
        }
    }

    /// Whether two slots hold the same value.
    static func isEqual(
        slot: Int, layout: EntityLayout,
        _ aChunk: RowChunk, _ a: UnsafeRawPointer, _ bChunk: RowChunk, _ b: UnsafeRawPointer
    ) -> Bool {
        let present = layout.isPresent(slot, in: a)
        guard present == layout.isPresent(slot, in: b) else { return false }
        guard present else { return true }
        let (x, y) = (layout.word(slot, in: a), layout.word(slot, in: b))
        switch layout.slots[slot].kind {
        case .int16, .int32, .int64, .bool, .double, .float, .date, .toOne, .toMany, .orderedToMany:
            return x == y
        case .string, .url, .uuid, .data:
            return aChunk.withBytes(x) { p in
                bChunk.withBytes(y) { q in
                    p.count == q.count && (p.count == 0 || memcmp(p.baseAddress!, q.baseAddress!, p.count) == 0)
                }
            }
        case .decimal, .transformable, .composite, .objectID, .undefined:
            let (p, q) = (aChunk.box(x), bChunk.box(y))
            if p === q { return true }
            return (p as? NSObject)?.isEqual(q) ?? false
        }
    }

    /// A value that is no object, kept where only objects stand.
    final class Boxed {
        let value: Any
        init(_ value: Any) { self.value = value }
    }

    // MARK: Numbers

    static func integer(_ value: Any) -> Int64? {
        switch value {
        case let value as Int: return Int64(value)
        case let value as Int16: return Int64(value)
        case let value as Int32: return Int64(value)
        case let value as Int64: return value
        case let value as Bool: return value ? 1 : 0
        case let value as NSNumber: return value.int64Value
        case let value as Int8: return Int64(value)
        case let value as any BinaryInteger: return Int64(clamping: value)
        case let value as Double: return Int64(exactly: value.rounded(.towardZero))
        case let value as Float: return Int64(exactly: value.rounded(.towardZero))
        default: return nil
        }
    }

    static func double(_ value: Any) -> Double? {
        switch value {
        case let value as Double: return value
        case let value as Float: return Double(value)
        case let value as NSNumber: return value.doubleValue
        case let value as Int: return Double(value)
        case let value as Decimal: return NSDecimalNumber(decimal: value).doubleValue
        case let value as any BinaryInteger: return Double(Int64(clamping: value))
        default: return nil
        }
    }

    static func decimal(_ value: Any) -> NSDecimalNumber? {
        switch value {
        case let value as NSDecimalNumber: return value
        case let value as Decimal: return NSDecimalNumber(decimal: value)
        case let value as Int: return NSDecimalNumber(value: value)
        case let value as Double: return NSDecimalNumber(value: value)
        case let value as NSNumber: return NSDecimalNumber(decimal: value.decimalValue)
        default: return nil
        }
    }
}

extension SlotKind {
    init(_ property: NSPropertyDescription) {
        if let relationship = property as? NSRelationshipDescription {
            self = !relationship.isToMany ? .toOne : relationship.isOrdered ? .orderedToMany : .toMany
            return
        }
        guard let attribute = property as? NSAttributeDescription else {
            self = .undefined
            return
        }
        switch attribute.attributeType {
        case .integer16AttributeType: self = .int16
        case .integer32AttributeType: self = .int32
        case .integer64AttributeType: self = .int64
        case .decimalAttributeType: self = .decimal
        case .doubleAttributeType: self = .double
        case .floatAttributeType: self = .float
        case .stringAttributeType: self = .string
        case .booleanAttributeType: self = .bool
        case .dateAttributeType: self = .date
        case .binaryDataAttributeType: self = .data
        case .UUIDAttributeType: self = .uuid
        case .URIAttributeType: self = .url
        case .transformableAttributeType: self = .transformable
        case .objectIDAttributeType: self = .objectID
        case .compositeAttributeType: self = .composite
        default: self = .undefined
        }
    }

    /// Whether a slot's word points to bytes or an object outside the row.
    var isVariableSize: Bool {
        switch self {
        case .string, .url, .uuid, .data, .decimal, .transformable, .composite, .objectID, .undefined: true
        case .int16, .int32, .int64, .bool, .double, .float, .date, .toOne, .toMany, .orderedToMany: false
        }
    }
}
