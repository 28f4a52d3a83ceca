import Foundation

/// Reads the values of a binary property list one at a time, by their numbers.
///
/// Nothing in it is trusted: every offset and length is checked before it is used, nothing is read recursively,
/// and the work is bounded by the number of bytes.
struct BinaryPlist {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let tableStart: Int
    /// How many values there are.
    let count: Int
    /// The number of the outermost value.
    let top: Int
    /// How many bytes may still be looked at.
    private var budget: Int

    /// A value; what is inside of it is named by number.
    enum Value {
        case null
        case bool(Bool)
        case integer(Int64)
        case unsigned(UInt64)
        case float(Float)
        case double(Double)
        case date(Double)
        case data(Data)
        case string(String)
        case uid(Int)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    init(_ data: Data) throws {
        bytes = Array(data)
        guard bytes.count >= 40, bytes.starts(with: Array("bplist0".utf8)) else {
            throw KeyedArchiveError.damaged("it does not begin as one")
        }
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        count = try Self.number(at: trailer + 8, in: bytes)
        top = try Self.number(at: trailer + 16, in: bytes)
        tableStart = try Self.number(at: trailer + 24, in: bytes)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count > 0, top < count,
            tableStart >= 8, tableStart <= trailer, count <= (trailer - tableStart) / offsetSize
        else { throw KeyedArchiveError.damaged("its end is damaged") }
        budget = bytes.count > Int.max / 128 ? Int.max : bytes.count * 64 + 65536
    }

    private static func number(at position: Int, in bytes: [UInt8]) throws -> Int {
        var value: UInt64 = 0
        for byte in bytes[position..<position + 8] { value = value << 8 | UInt64(byte) }
        // Numbers, offsets and counts are all less than the length.
        guard value < UInt64(bytes.count) else { throw KeyedArchiveError.damaged("its end is damaged") }
        return Int(value)
    }

    /// The value of a number.
    mutating func value(_ number: Int) throws -> Value {
        guard number >= 0, number < count else { throw KeyedArchiveError.damaged("a value is missing") }
        var reader = Reader(bytes: bytes, position: 0, end: tableStart)
        let offset = try Reader(
            bytes: bytes, position: tableStart + number * offsetSize, end: bytes.count - 32
        ).peek(offsetSize)
        guard offset >= 8, offset < UInt64(tableStart) else {
            throw KeyedArchiveError.damaged("a value is outside of it")
        }
        reader.position = Int(offset)
        let value = try reader.value(referenceSize: referenceSize)
        budget -= reader.position - Int(offset)
        guard budget >= 0 else { throw KeyedArchiveError.tooLarge }
        return value
    }

    /// A place in the bytes, with an end that nothing may reach past.
    private struct Reader {
        let bytes: [UInt8]
        var position: Int
        let end: Int

        /// The next bytes as one number.
        func peek(_ size: Int) throws -> UInt64 {
            guard size <= end - position else { throw KeyedArchiveError.damaged("it ends too early") }
            var value: UInt64 = 0
            for byte in bytes[position..<position + size] { value = value << 8 | UInt64(byte) }
            return value
        }

        private mutating func number(_ size: Int) throws -> UInt64 {
            let value = try peek(size)
            position += size
            return value
        }

        private mutating func run(_ length: Int) throws -> ArraySlice<UInt8> {
            guard length <= end - position else { throw KeyedArchiveError.damaged("it ends too early") }
            defer { position += length }
            return bytes[position..<position + length]
        }

        /// The length behind a marker: in its low half, or in the number that follows.
        private mutating func length(_ low: UInt8, of size: Int) throws -> Int {
            var length = Int(low)
            if low == 0xF {
                let marker = try number(1)
                guard marker >> 4 == 1, marker & 0xF <= 3 else { throw KeyedArchiveError.damaged("a length is none") }
                let long = try number(1 << Int(marker & 0xF))
                guard long <= UInt64(bytes.count) else { throw KeyedArchiveError.damaged("it ends too early") }
                length = Int(long)
            }
            guard length <= (end - position) / size else { throw KeyedArchiveError.damaged("it ends too early") }
            return length
        }

        private mutating func references(_ count: Int, _ size: Int) throws -> [Int] {
            var result: [Int] = []
            result.reserveCapacity(count)
            for _ in 0..<count {
                guard let reference = Int(exactly: try number(size)) else {
                    throw KeyedArchiveError.damaged("a value is missing")
                }
                result.append(reference)
            }
            return result
        }

        mutating func value(referenceSize: Int) throws -> Value {
            let marker = UInt8(truncatingIfNeeded: try number(1))
            let low = marker & 0xF
            switch marker >> 4 {
            case 0x0 where low == 0: return .null
            case 0x0 where low == 8 || low == 9: return .bool(low == 9)
            case 0x1 where low <= 2: return .integer(Int64(try number(1 << Int(low))))
            case 0x1 where low == 3: return .integer(Int64(bitPattern: try number(8)))
            case 0x1 where low == 4:
                // 16 bytes: Apple's way with numbers that need the 64th bit.
                guard try number(8) == 0 else { throw KeyedArchiveError.damaged("a number is too large") }
                return .unsigned(try number(8))
            case 0x2 where low == 2: return .float(Float(bitPattern: UInt32(try number(4))))
            case 0x2 where low == 3: return .double(Double(bitPattern: try number(8)))
            case 0x3 where low == 3: return .date(Double(bitPattern: try number(8)))
            case 0x4: return .data(Data(try run(try length(low, of: 1))))
            case 0x5, 0x7: return .string(String(decoding: try run(try length(low, of: 1)), as: UTF8.self))
            case 0x6:
                let units = try run(try length(low, of: 2) * 2)
                let pairs = stride(from: units.startIndex, to: units.endIndex, by: 2)
                return .string(
                    String(decoding: pairs.map { UInt16(units[$0]) << 8 | UInt16(units[$0 + 1]) }, as: UTF16.self))
            case 0x8 where low < 8:
                guard let uid = Int(exactly: try number(Int(low) + 1)) else {
                    throw KeyedArchiveError.damaged("a value is missing")
                }
                return .uid(uid)
            case 0xA, 0xC: return .array(try references(try length(low, of: referenceSize), referenceSize))
            case 0xD:
                let count = try length(low, of: 2 * referenceSize)
                let keys = try references(count, referenceSize)
                return .dictionary(keys: keys, values: try references(count, referenceSize))
            default: throw KeyedArchiveError.damaged("a value is of no known kind")
            }
        }
    }
}
