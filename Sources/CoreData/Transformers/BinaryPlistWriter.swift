import Foundation

/// Writes binary property lists.
struct BinaryPlistWriter {
    private var values: [Value] = []
    /// The texts by their UTF-8: as strings, composed and decomposed letters are the same.
    private var texts: [[UInt8]: Int] = [:]

    /// A value whose parts are named by number.
    private enum Value {
        case plain(PlistTree)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    static func data(_ tree: PlistTree) -> Data {
        var writer = BinaryPlistWriter()
        _ = writer.add(tree)
        return writer.data()
    }

    private mutating func add(_ tree: PlistTree) -> Int {
        let number = values.count
        if case .string(let text) = tree {
            let bytes = Array(text.utf8)
            if let known = texts[bytes] { return known }
            texts[bytes] = number
        }
        values.append(.plain(tree))
        switch tree {
        case .array(let members): values[number] = .array(members.map { add($0) })
        case .dictionary(let members):
            let keys = members.map { add(.string($0.key)) }
            values[number] = .dictionary(keys: keys, values: members.map { add($0.value) })
        default: break
        }
        return number
    }

    private func data() -> Data {
        var out = Data("bplist00".utf8)
        let referenceSize = Self.size(UInt64(values.count))
        var offsets: [Int] = []
        for value in values {
            offsets.append(out.count)
            switch value {
            case .plain(let tree): Self.append(tree, to: &out)
            case .array(let members):
                Self.append(0xA0, length: members.count, to: &out)
                for member in members { Self.append(UInt64(member), size: referenceSize, to: &out) }
            case .dictionary(let keys, let values):
                Self.append(0xD0, length: keys.count, to: &out)
                for member in keys + values { Self.append(UInt64(member), size: referenceSize, to: &out) }
            }
        }
        let table = out.count
        let offsetSize = Self.size(UInt64(table))
        for offset in offsets { Self.append(UInt64(offset), size: offsetSize, to: &out) }
        out.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
        for number in [values.count, 0, table] { Self.append(UInt64(number), size: 8, to: &out) }
        return out
    }

    private static func append(_ tree: PlistTree, to out: inout Data) {
        switch tree {
        case .bool(let value): out.append(value ? 9 : 8)
        case .integer(let value):
            // Only numbers of eight bytes have a sign.
            let size = value < 0 ? 8 : size(UInt64(value))
            out.append(0x10 | UInt8(size.trailingZeroBitCount))
            append(UInt64(bitPattern: value), size: size, to: &out)
        case .unsigned(let value):
            out.append(0x14)
            append(0, size: 8, to: &out)
            append(value, size: 8, to: &out)
        case .float(let value):
            out.append(0x22)
            append(UInt64(value.bitPattern), size: 4, to: &out)
        case .double(let value):
            out.append(0x23)
            append(value.bitPattern, size: 8, to: &out)
        case .date(let seconds):
            out.append(0x33)
            append(seconds.bitPattern, size: 8, to: &out)
        case .data(let data):
            append(0x40, length: data.count, to: &out)
            out.append(data)
        case .string(let text):
            if text.utf8.allSatisfy({ $0 < 0x80 }) {
                append(0x50, length: text.utf8.count, to: &out)
                out.append(contentsOf: text.utf8)
            } else {
                append(0x60, length: text.utf16.count, to: &out)
                for unit in text.utf16 { append(UInt64(unit), size: 2, to: &out) }
            }
        case .uid(let value):
            let size = size(UInt64(value))
            out.append(0x80 | UInt8(size - 1))
            append(UInt64(value), size: size, to: &out)
        case .array, .dictionary: break
        }
    }

    private static func append(_ marker: UInt8, length: Int, to out: inout Data) {
        if length < 15 { return out.append(marker | UInt8(length)) }
        out.append(marker | 0xF)
        append(.integer(Int64(length)), to: &out)
    }

    /// The highest byte first.
    private static func append(_ value: UInt64, size: Int, to out: inout Data) {
        for index in (0..<size).reversed() { out.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }

    private static func size(_ value: UInt64) -> Int {
        value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
    }
}
