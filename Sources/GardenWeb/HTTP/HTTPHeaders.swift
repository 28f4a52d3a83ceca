/// Header fields in the order they came, found by name whatever its case.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One field as `name: value`.
    public struct Field: Sendable, Hashable {
        public let name: String
        public let value: String
    }

    /// Every field, repeated ones too.
    public private(set) var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// The first value of the field `name`. Setting replaces every field of that name; `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.isSame($0.name, name) }?.value }
        set {
            fields.removeAll { Self.isSame($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// Every value of the field `name`, in order.
    public func all(_ name: String) -> [String] {
        fields.compactMap { Self.isSame($0.name, name) ? $0.value : nil }
    }

    /// Adds one field and keeps those of the same name that are there, as `Set-Cookie` needs it.
    ///
    /// Control characters in `value` become spaces: a value made from what somebody typed can never start a
    /// new header field.
    public mutating func add(_ name: String, _ value: String) {
        let isClean = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
        let clean =
            isClean
            ? value : String(decoding: value.utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }, as: UTF8.self)
        fields.append(Field(name: name, value: clean))
    }

    /// Compares two field names without regard to the case of ASCII letters.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && zip(one.utf8, other.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
    }
}
