import Foundation

/// A property list that is to be written.
enum PlistTree {
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    case string(String)
    /// Seconds since 2001.
    case date(Double)
    case data(Data)
    case uid(Int)
    case array([PlistTree])
    case dictionary([(key: String, value: PlistTree)])
}

extension PlistTree {
    /// The property list that a value is; nil when it is none.
    ///
    /// `PropertyListSerialization` does the same, but not in a program that has Foundation linked in statically: there
    /// it takes no array for one.
    init?(_ value: Any) {
        switch value {
        // A number first: what Foundation makes of a Boolean is a number to Swift, too.
        case let number as NSNumber: self.init(number: number)
        case let text as String: self = .string(text)
        case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
        case let data as Data: self = .data(data)
        case let values as [Any]:
            let parts = values.compactMap(PlistTree.init)
            guard parts.count == values.count else { return nil }
            self = .array(parts)
        case let values as [String: Any]:
            let parts = values.sorted { $0.key < $1.key }.compactMap { key, value in
                PlistTree(value).map { (key: key, value: $0) }
            }
            guard parts.count == values.count else { return nil }
            self = .dictionary(parts)
        default: return nil
        }
    }

    private init(number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        // There is one object for each of the two Booleans; other numbers of one byte are other objects.
        case UInt8(ascii: "c") where number === NSNumber(value: true) || number === NSNumber(value: false):
            self = .bool(number.boolValue)
        case UInt8(ascii: "f"): self = .float(number.floatValue)
        case UInt8(ascii: "d"): self = .double(number.doubleValue)
        case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max): self = .unsigned(number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }
}
