import Foundation

/// A set of values under the equality of predicates, for `IN` and for distinct unions.
///
/// Whole numbers, text and identifiers are found by hash; what is equal across kinds is compared one by one.
internal struct ValueSet {
    private enum Key: Hashable {
        case number(Int64)
        case real(UInt64)
        case bytes(Bytes)
        case uuid(UUID)
        case objectID(NSObject)
    }

    /// Text that is equal only byte by byte; Swift's own equality takes composed and decomposed letters for the same.
    private struct Bytes: Hashable {
        let text: String

        static func == (a: Bytes, b: Bytes) -> Bool {
            a.text.utf8.elementsEqual(b.text.utf8)
        }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    private var keys: Set<Key> = []
    private var others: [ComparisonValue] = []
    internal private(set) var containsNull = false
    private var kinds: Set<Int> = []

    internal init() {}

    internal init(_ values: [ComparisonValue]) {
        keys.reserveCapacity(values.count)
        for value in values { insert(value) }
    }

    internal var isEmpty: Bool { keys.isEmpty && others.isEmpty && !containsNull }

    /// Adds `value`; false when it was there.
    @discardableResult
    internal mutating func insert(_ value: ComparisonValue) -> Bool {
        if value.isNull {
            defer { containsNull = true }
            return !containsNull
        }
        if let key = Self.key(of: value) {
            kinds.insert(Self.kind(of: value))
            return keys.insert(key).inserted
        }
        if others.contains(where: { $0.order(to: value, .inMemory) == 0 }) { return false }
        others.append(value)
        return true
    }

    /// Whether a value equal to `value` is in the set.
    internal func contains(_ value: ComparisonValue, _ rules: ComparisonValue.Rules) -> Bool {
        if let key = Self.key(of: value) {
            if keys.contains(key) { return true }
            if others.isEmpty, kinds.isEmpty || kinds == [Self.kind(of: value)] { return false }
        }
        if others.contains(where: { value.order(to: $0, rules) == 0 }) { return true }
        guard rules == .store || Self.key(of: value) == nil || kinds.contains(3) || Self.kind(of: value) == 3 else {
            return false
        }
        return keys.contains { value.order(to: Self.value(of: $0), rules) == 0 }
    }

    private static func key(of value: ComparisonValue) -> Key? {
        switch value {
        case .integer(let number): .number(number)
        case .real(let number), .date(let number): Int64(exactly: number).map(Key.number) ?? .real(number.bitPattern)
        case .text(let text): .bytes(Bytes(text: text))
        case .uuid(let uuid): .uuid(uuid)
        case .object(let object as NSManagedObject): .objectID(object.objectID)
        case .object(let id as NSManagedObjectID): .objectID(id.current)
        default: nil
        }
    }

    private static func kind(of value: ComparisonValue) -> Int {
        switch value {
        case .integer, .real, .date: 1
        case .text: 2
        case .uuid: 3
        default: 4
        }
    }

    private static func value(of key: Key) -> ComparisonValue {
        switch key {
        case .number(let number): .integer(number)
        case .real(let bits): .real(Double(bitPattern: bits))
        case .bytes(let bytes): .text(bytes.text)
        case .uuid(let uuid): .uuid(uuid)
        case .objectID(let id): .object(id)
        }
    }
}
