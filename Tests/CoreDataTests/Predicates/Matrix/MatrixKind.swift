@testable import CoreData

/// A kind of value that predicates compare, with values that differ by little.
enum MatrixKind: String, CaseIterable {
    case string, int16, int64, double, float, decimal, date, bool, uuid, binary, uri, toOne, `self`

    /// The property of `Thing` of this kind.
    var key: String {
        switch self {
        case .string: "text"
        case .int16: "small"
        case .int64: "large"
        case .double: "real"
        case .float: "single"
        case .decimal: "price"
        case .date: "day"
        case .bool: "flag"
        case .uuid: "code"
        case .binary: "bytes"
        case .uri: "link"
        case .toOne: "twin"
        case .self: "self"
        }
    }

    /// A path with another value of this kind.
    var otherPath: String {
        switch self {
        case .string: "other"
        case .toOne, .self: "twin.twin"
        default: "twin.\(key)"
        }
    }

    var isText: Bool { self == .string || self == .uri }

    static let texts = [
        "", "a", "A", "ab", "é", "e\u{301}", "E", "e", "É", "ß", "ss", "SS", "ẞ", "İ", "i\u{307}", "i", "I", "ı", "ﬁ",
        "fi", "👩‍👩‍👧", "👩", "🇦🇹", "a\u{200B}b", "\u{FEFF}a", "\u{200D}", "Ångström", "\u{212B}ngstro\u{308}m",
        "angstrom", "日本", "10", "9", "a*b?", "50%_", "\\", "'\"", "line\nbreak", "\u{10FFFF}", " a", "straße",
        "STRASSE", "ς", "σ", "Σ", "\u{1E9B}\u{323}", "ﷺ",
    ]
    private static let tenth = 0.1
    static let reals: [Double] = [
        0, -0.0, tenth, tenth.nextUp, tenth + 0.2, 0.3, Double(Float(0.1)), 1, -1, 2.5, 1e-300, 1e308, .infinity,
        -.infinity, .nan, 9_007_199_254_740_992,
    ]
    static let decimals = [
        "0", "0.1", "0.10", "0.3", "-3", "1", "2.5", "12345678901234567890.12345", "0.00000000000000000001", "-0.1",
        "9007199254740993", "99999999999999999999999999999999999999",
    ]
    static let moment = 700_000_000.123_456_7

    /// Values of the kind; those of relationships are the rows themselves.
    var values: [Any] {
        switch self {
        case .string: Self.texts
        case .int16: [Int16.min, -1, 0, 1, 2, 10, Int16.max] as [Int16]
        case .int64: [Int64.min, -1, 0, 1, 10, 1 << 53, (1 << 53) + 1, Int64.max - 1, Int64.max] as [Int64]
        case .double: Self.reals
        case .float: Self.reals.map { Float($0) }
        case .decimal: Self.decimals.map { NSDecimalNumber(string: $0) }
        case .date:
            [Self.moment, Self.moment.nextUp, Self.moment.nextDown, 0, -0.5, 0.1, tenthDay].map {
                Date(timeIntervalSinceReferenceDate: $0)
            }
        case .bool: [true, false]
        case .uuid: (0..<4).map { UUID(uuid: ($0, 200, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 255 - $0)) }
        case .binary: [Data(), Data([0]), Data([0, 0]), Data([1, 2]), Data("ab".utf8), Data([255])]
        case .uri:
            ["https://example.org/a", "https://example.org/A", "https://example.org/%C3%A9", "mailto:x@y.z", "a"]
                .compactMap { URL(string: $0) }
        case .toOne, .self: []
        }
    }

    private var tenthDay: Double { 86_400 * Self.tenth }
}
