import Foundation

/// Reads what `NSKeyedArchiver` writes, for a fixed list of classes.
///
/// With one byte changed, an archive could make the system's unarchiver end the program. This one throws.
struct KeyedArchiveReader {
    private var plist: BinaryPlist
    /// The numbers, in the list, of the archive's objects.
    private let objects: [Int]
    private var read: [Int: Read] = [:]
    private var classNames: [Int: String] = [:]

    private enum Read {
        /// Being read: whoever meets it again is inside of it.
        case open
        case done(NSObject, weight: Int)
    }

    /// Deeper than people nest values.
    private static let greatestDepth = 100
    /// How many objects a value may have when shared ones are counted wherever they appear.
    private static let greatestWeight = 1_000_000

    /// The root object of an archive.
    /// - Throws: `KeyedArchiveError`.
    static func object(in data: Data) throws -> NSObject {
        var plist = try BinaryPlist(data)
        let top = try Self.members(of: plist.top, in: &plist)
        guard let list = top["$objects"], case .array(let objects) = try plist.value(list), let roots = top["$top"]
        else { throw KeyedArchiveError.damaged("it has no objects") }
        let members = try Self.members(of: roots, in: &plist)
        guard let root = members["root"] ?? members["$0"], case .uid(let uid) = try plist.value(root) else {
            throw KeyedArchiveError.damaged("it has no root object")
        }
        var reader = KeyedArchiveReader(plist: plist, objects: objects)
        return try reader.object(uid, depth: 0).object
    }

    private init(plist: BinaryPlist, objects: [Int]) {
        self.plist = plist
        self.objects = objects
    }

    /// The values of a dictionary whose keys are strings, as numbers.
    private static func members(of number: Int, in plist: inout BinaryPlist) throws -> [String: Int] {
        guard case .dictionary(let keys, let values) = try plist.value(number) else {
            throw KeyedArchiveError.damaged("an object is none")
        }
        return try members(keys, values, &plist)
    }

    private static func members(
        _ keys: [Int], _ values: [Int], _ plist: inout BinaryPlist
    ) throws -> [String: Int] {
        var result: [String: Int] = [:]
        for (key, value) in zip(keys, values) {
            if case .string(let name) = try plist.value(key) { result[name] = value }
        }
        return result
    }

    private mutating func object(_ uid: Int, depth: Int) throws -> (object: NSObject, weight: Int) {
        switch read[uid] {
        case .done(let object, let weight): return (object, weight)
        case .open: throw KeyedArchiveError.damaged("an object is inside of itself")
        case nil: break
        }
        guard uid >= 0, uid < objects.count else { throw KeyedArchiveError.damaged("an object is missing") }
        guard depth <= Self.greatestDepth else { throw KeyedArchiveError.tooLarge }
        read[uid] = .open
        let (object, weight) = try make(uid, depth: depth)
        guard weight <= Self.greatestWeight else { throw KeyedArchiveError.tooLarge }
        read[uid] = .done(object, weight: weight)
        return (object, weight)
    }

    private mutating func make(_ uid: Int, depth: Int) throws -> (object: NSObject, weight: Int) {
        switch try plist.value(objects[uid]) {
        case .bool(let value): return (NSNumber(value: value), 1)
        case .integer(let value): return (NSNumber(value: value), 1)
        case .unsigned(let value): return (NSNumber(value: value), 1)
        case .float(let value): return (NSNumber(value: value), 1)
        case .double(let value): return (NSNumber(value: value), 1)
        case .date(let value): return (NSDate(timeIntervalSinceReferenceDate: value), 1)
        case .data(let value): return (value as NSData, 1)
        case .string(let value):
            if uid == 0, value == "$null" { throw KeyedArchiveError.damaged("an object is missing") }
            return (value as NSString, 1)
        case .dictionary(let keys, let values):
            let members = try Self.members(keys, values, &plist)
            return try instance(of: try className(members), members, depth: depth)
        case .null, .uid, .array: throw KeyedArchiveError.damaged("an object is none")
        }
    }

    private mutating func className(_ members: [String: Int]) throws -> String {
        guard let number = members["$class"], case .uid(let uid) = try plist.value(number), uid >= 0,
            uid < objects.count
        else { throw KeyedArchiveError.damaged("an object has no class") }
        if let known = classNames[uid] { return known }
        let description = try Self.members(of: objects[uid], in: &plist)
        guard let name = description["$classname"], case .string(let text) = try plist.value(name) else {
            throw KeyedArchiveError.damaged("a class has no name")
        }
        classNames[uid] = text
        return text
    }

    // MARK: Classes

    private mutating func instance(
        of name: String, _ members: [String: Int], depth: Int
    ) throws -> (object: NSObject, weight: Int) {
        switch name {
        case "NSArray", "NSMutableArray":
            let (found, weight) = try list("NS.objects", members, depth)
            return (name == "NSArray" ? NSArray(array: found) : NSMutableArray(array: found), weight)
        case "NSSet", "NSMutableSet":
            let (found, weight) = try list("NS.objects", members, depth)
            return (name == "NSSet" ? NSSet(array: found) : NSMutableSet(array: found), weight)
        case "NSDictionary", "NSMutableDictionary":
            let (keys, keyWeight) = try list("NS.keys", members, depth)
            let (values, valueWeight) = try list("NS.objects", members, depth)
            guard keys.count == values.count else { throw KeyedArchiveError.damaged("a dictionary lacks values") }
            let weight = keyWeight + valueWeight
            if name == "NSDictionary" { return (NSDictionary(objects: values, forKeys: keys), weight) }
            return (NSMutableDictionary(objects: values, forKeys: keys), weight)
        case "NSDate": return (NSDate(timeIntervalSinceReferenceDate: try real("NS.time", members)), 1)
        case "NSNull": return (NSNull(), 1)
        case "NSString": return (try text(members) as NSString, 1)
        case "NSMutableString": return (NSMutableString(string: try text(members)), 1)
        case "NSData": return (try data("NS.data", members) as NSData, 1)
        case "NSMutableData": return (NSMutableData(data: try data("NS.data", members)), 1)
        case "NSUUID":
            let bytes = try data("NS.uuidbytes", members)
            guard bytes.count == 16 else { throw KeyedArchiveError.damaged("a UUID has not 16 bytes") }
            return (NSUUID(uuidBytes: Array(bytes)), 1)
        case "NSURL": return (try url(members, depth), 2)
        default: throw KeyedArchiveError.unknownClass(name)
        }
    }

    private mutating func list(
        _ key: String, _ members: [String: Int], _ depth: Int
    ) throws -> (objects: [NSObject], weight: Int) {
        guard let number = members[key], case .array(let numbers) = try plist.value(number) else {
            throw KeyedArchiveError.damaged("a collection has no objects")
        }
        var (found, total): ([NSObject], Int) = ([], 1)
        for number in numbers {
            guard case .uid(let uid) = try plist.value(number) else {
                throw KeyedArchiveError.damaged("an object is none")
            }
            let (object, weight) = try object(uid, depth: depth + 1)
            total += weight
            guard total <= Self.greatestWeight else { throw KeyedArchiveError.tooLarge }
            found.append(object)
        }
        return (found, total)
    }

    private mutating func real(_ key: String, _ members: [String: Int]) throws -> Double {
        switch try members[key].map({ try plist.value($0) }) {
        case .double(let value): return value
        case .float(let value): return Double(value)
        case .integer(let value): return Double(value)
        default: throw KeyedArchiveError.damaged("a date has no time")
        }
    }

    private mutating func data(_ key: String, _ members: [String: Int]) throws -> Data {
        guard var number = members[key] else { throw KeyedArchiveError.damaged("bytes are missing") }
        // The bytes stand in the object, or as an object of their own.
        if case .uid(let uid) = try plist.value(number), uid >= 0, uid < objects.count { number = objects[uid] }
        guard case .data(let data) = try plist.value(number) else {
            throw KeyedArchiveError.damaged("bytes are missing")
        }
        return data
    }

    private mutating func text(_ members: [String: Int]) throws -> String {
        if let number = members["NS.string"], case .string(let text) = try plist.value(number) { return text }
        return String(decoding: try data("NS.bytes", members), as: UTF8.self)
    }

    private mutating func url(_ members: [String: Int], _ depth: Int) throws -> NSURL {
        guard let number = members["NS.relative"], case .uid(let uid) = try plist.value(number),
            let text = try object(uid, depth: depth + 1).object as? NSString
        else { throw KeyedArchiveError.damaged("a URL has no text") }
        var base: NSURL?
        // Object 0 stands for nil.
        if let number = members["NS.base"], case .uid(let uid) = try plist.value(number), uid != 0 {
            base = try object(uid, depth: depth + 1).object as? NSURL
        }
        guard let url = NSURL(string: text as String, relativeTo: base as URL?) else {
            throw KeyedArchiveError.damaged("a URL is none")
        }
        return url
    }
}
