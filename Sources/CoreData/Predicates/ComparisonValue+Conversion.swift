import Foundation

extension ComparisonValue {
    /// Sorts out what `value` is.
    internal init(_ value: Any?) {
        guard let value else {
            self = .null
            return
        }
        let type = type(of: value)
        // Comparing the dynamic type costs a fraction of a cast that may fail; the casts after it succeed.
        if type == String.self {
            self = (value as? String).map(Self.text) ?? .null
        } else if let object = Self.object(value, ofType: type) {
            self.init(object: object)
        } else {
            self.init(swiftValue: value, type: type)
        }
    }

    /// `value` as an object, if its type is a class.
    private static func object(_ value: Any, ofType type: Any.Type) -> NSObject? {
        type is AnyClass ? value as AnyObject as? NSObject : nil
    }

    /// Sorts out what an object is: Foundation's reference types become the values they stand for.
    internal init(object: NSObject) {
        switch object {
        case let managed as NSManagedObject: self = .object(managed)
        case let number as NSNumber: self.init(number: number)
        case let string as NSString: self = .text(string as String)
        case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
        case let uuid as NSUUID: self = .uuid(uuid as UUID)
        case let data as NSData: self = .data(data as Data)
        case let url as NSURL: self = .text(url.absoluteString)
        case let array as NSArray: self = .collection(array.map { ComparisonValue($0) })
        case let set as NSSet: self = .collection(set.map { ComparisonValue($0) })
        case let set as NSOrderedSet: self = .collection(set.map { ComparisonValue($0) })
        case is NSNull: self = .null
        default: self = .object(object)
        }
    }

    internal init(number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self = .decimal(decimal.decimalValue)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
        case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max): self = .real(number.doubleValue)
        default: self = .integer(number.int64Value)
        }
    }

    private init(swiftValue value: Any, type: Any.Type) {
        switch value {
        case let number as Int where type == Int.self: self = .integer(Int64(number))
        case let number as Double where type == Double.self: self = .real(number)
        case let flag as Bool where type == Bool.self: self = .integer(flag ? 1 : 0)
        case let date as Date where type == Date.self: self = .date(date.timeIntervalSinceReferenceDate)
        case let uuid as UUID where type == UUID.self: self = .uuid(uuid)
        case let data as Data where type == Data.self: self = .data(data)
        case let url as URL where type == URL.self: self = .text(url.absoluteString)
        case let decimal as Decimal where type == Decimal.self: self = .decimal(decimal)
        case let number as Float where type == Float.self: self = .real(Double(number))
        case let number as any BinaryInteger:
            self = Int64(exactly: number).map(Self.integer) ?? .real(Double(number))
        case let number as CGFloat where type == CGFloat.self: self = .real(Double(number))
        case let substring as Substring: self = .text(String(substring))
        case let hashable as AnyHashable where type == AnyHashable.self: self.init(hashable.base)
        case let value as ComparisonValue: self = value
        default: self.init(collection: value)
        }
    }

    private init(collection value: Any) {
        switch value {
        case let array as [Any]: self = .collection(array.map { ComparisonValue($0) })
        case let set as Set<AnyHashable>: self = .collection(set.map { ComparisonValue($0.base) })
        case is [AnyHashable: Any]: self = .other(value)
        case let sequence as any Sequence: self = .collection(Self.elements(of: sequence))
        default:
            guard let content = OptionalUnwrapping.unwrapped(value) else {
                self = .null
                return
            }
            if Swift.type(of: content) == Swift.type(of: value) {
                self = .other(value)
            } else {
                self.init(content)
            }
        }
    }

    private static func elements(of sequence: some Sequence) -> [ComparisonValue] {
        sequence.map { ComparisonValue($0) }
    }
}
