import Foundation

/// Writes keyed archives as `NSKeyedArchiver` does, for the classes that `KeyedArchiveReader` reads.
struct KeyedArchiveWriter {
    private var objects: [PlistTree] = [.string("$null")]
    private var classes: [String: Int] = [:]
    private var texts: [String: Int] = [:]
    /// Deeper than people nest values; a collection inside of itself ends here too.
    private static let greatestDepth = 100

    /// The archive of a value.
    /// - Throws: `KeyedArchiveError.unknownValue` when there is something in it that archives do not hold.
    static func data(of value: Any) throws -> Data {
        var writer = KeyedArchiveWriter()
        let root = try writer.add(value, depth: 0)
        return BinaryPlistWriter.data(
            .dictionary([
                ("$version", .integer(100_000)), ("$archiver", .string("NSKeyedArchiver")),
                ("$top", .dictionary([("root", .uid(root))])), ("$objects", .array(writer.objects)),
            ]))
    }

    /// Adds an object.
    /// - Returns: its number.
    private mutating func add(_ value: Any, depth: Int) throws -> Int {
        guard depth <= Self.greatestDepth else { throw KeyedArchiveError.tooLarge }
        if let text = value as? NSString, !(value is NSMutableString) { return add(text: text as String) }
        // Numbers take their place before what is inside of them.
        let number = objects.count
        objects.append(.string("$null"))
        objects[number] = try tree(value, depth: depth)
        return number
    }

    private mutating func add(text: String) -> Int {
        if let known = texts[text] { return known }
        objects.append(.string(text))
        texts[text] = objects.count - 1
        return objects.count - 1
    }

    private mutating func tree(_ value: Any, depth: Int) throws -> PlistTree {
        switch value as? NSObject {
        case let text as NSMutableString:
            return instance(["NSMutableString", "NSString"], [("NS.string", .string(text as String))])
        case let number as NSNumber where !(number is NSDecimalNumber): return Self.tree(number)
        case let date as NSDate:
            return instance(["NSDate"], [("NS.time", .double(date.timeIntervalSinceReferenceDate))])
        case let data as NSMutableData:
            return instance(["NSMutableData", "NSData"], [("NS.data", .data(data as Data))])
        case let data as NSData: return .data(data as Data)
        case let array as NSArray:
            let members = try list(array.map { $0 }, depth)
            return array is NSMutableArray
                ? instance(["NSMutableArray", "NSArray"], [("NS.objects", members)])
                : instance(["NSArray"], [("NS.objects", members)])
        case let set as NSSet:
            let members = try list(set.allObjects, depth)
            return set is NSMutableSet
                ? instance(["NSMutableSet", "NSSet"], [("NS.objects", members)])
                : instance(["NSSet"], [("NS.objects", members)])
        case let dictionary as NSDictionary:
            let pairs = dictionary.map { ($0.key, $0.value) }
            let members: [(key: String, value: PlistTree)] = [
                ("NS.keys", try list(pairs.map(\.0), depth)), ("NS.objects", try list(pairs.map(\.1), depth)),
            ]
            return dictionary is NSMutableDictionary
                ? instance(["NSMutableDictionary", "NSDictionary"], members) : instance(["NSDictionary"], members)
        case let url as NSURL:
            let base = try url.baseURL.map { try add($0, depth: depth + 1) } ?? 0
            let relative = add(text: url.relativeString)
            return instance(["NSURL"], [("NS.base", .uid(base)), ("NS.relative", .uid(relative))])
        case let uuid as NSUUID:
            var bytes = [UInt8](repeating: 0, count: 16)
            uuid.getBytes(&bytes)
            return instance(["NSUUID"], [("NS.uuidbytes", .data(Data(bytes)))])
        case is NSNull: return instance(["NSNull"], [])
        default: throw KeyedArchiveError.unknownValue("\(type(of: value))")
        }
    }

    private mutating func list(_ values: [Any], _ depth: Int) throws -> PlistTree {
        .array(try values.map { .uid(try add($0, depth: depth + 1)) })
    }

    /// - Parameter names: the class and those above it, up to `NSObject`.
    private mutating func instance(_ names: [String], _ members: [(key: String, value: PlistTree)]) -> PlistTree {
        .dictionary(members + [("$class", .uid(describe(names + ["NSObject"])))])
    }

    private mutating func describe(_ names: [String]) -> Int {
        if let known = classes[names[0]] { return known }
        objects.append(
            .dictionary([("$classname", .string(names[0])), ("$classes", .array(names.map { .string($0) }))]))
        classes[names[0]] = objects.count - 1
        return objects.count - 1
    }

    private static func tree(_ number: NSNumber) -> PlistTree {
        switch String(cString: number.objCType) {
        // Of booleans alone: numbers of 8 bits call themselves "i" here.
        case "c", "B": .bool(number.boolValue)
        case "f": .float(number.floatValue)
        case "d": .double(number.doubleValue)
        case "Q" where number.uint64Value > UInt64(Int64.max): .unsigned(number.uint64Value)
        default: .integer(number.int64Value)
        }
    }
}
