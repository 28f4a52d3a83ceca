@testable import CoreData

/// Objects with values from small ranges, so that many are equal and many are missing.
struct PredicateDataset {
    var random: SeededRandom

    static let texts = [
        "", "a", "A", "ab", "Ab", "é", "e\u{301}", "E", "straße", "STRASSE", "İ", "i", "ﬁ", "fi", "10", "9.5", "a*b",
        "a?b", "%", "_", "a_b", "50%", "😀", "😀a", "日本", "Ångström", "angstrom", "O'Neil", "line\nbreak", "\\",
        "\"quoted\"", "zz", "\u{10FFFF}",
    ]
    static let days = (0..<6).map { Date(timeIntervalSinceReferenceDate: Double($0) * 43_200 - 86_400.25) }
    static let codes = (0..<4).map { UUID(uuid: ($0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255)) }
    static let bytes = [Data(), Data([0]), Data([1, 2]), Data("ab".utf8), Data([255])]
    static let links = ["https://example.org/a", "https://example.org/B", "mailto:x@y.z"].compactMap(URL.init)
    static let prices = ["0", "1", "2.5", "-3", "0.1", "19.99", "100"].map { NSDecimalNumber(string: $0) }
    static let reals: [Double] = [0, 0.5, -1.5, 2, 1e10, 0.1, -0.0, 1e-7]
    static let larges: [Int64] = [0, 1, -1, 2, 7, 1 << 53, (1 << 53) + 1, Int64.max, Int64.min]

    init(seed: UInt64) { random = SeededRandom(seed) }

    /// An element, or nothing now and then.
    mutating func some<Value>(_ values: [Value], nothing: Int = 5) -> Value? {
        Int.random(in: 0..<nothing, using: &random) == 0 ? nil : values.randomElement(using: &random)
    }

    mutating func populate(_ context: NSManagedObjectContext, count: Int = 60) -> [NSManagedObject] {
        func new(_ name: String) -> NSManagedObject {
            NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        }
        let people = (0..<6).map { _ in new("Person") }
        for person in people {
            person.setValue(some(Self.texts), forKey: "name")
            person.setValue(some(Array(0...4)), forKey: "age")
        }
        let labels = (0..<5).map { _ in new("Label") }
        for label in labels { label.setValue(some(Self.texts), forKey: "name") }
        var things: [NSManagedObject] = []
        for index in 0..<count {
            let thing = new(index % 5 == 0 ? "Gadget" : "Thing")
            change(thing)
            thing.setValue(some(people), forKey: "owner")
            thing.setValue(NSSet(array: labels.filter { _ in Bool.random(using: &random) }), forKey: "labels")
            if let twin = some(things, nothing: 2) { thing.setValue(twin, forKey: "twin") }
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let part = new("Part")
                part.setValue(some(Self.texts), forKey: "name")
                part.setValue(some(Array(0...4)), forKey: "number")
                part.setValue(thing, forKey: "thing")
            }
            things.append(thing)
        }
        return things
    }

    /// Gives a thing new values.
    mutating func change(_ thing: NSManagedObject) {
        thing.setValue(some(Self.texts), forKey: "text")
        thing.setValue(some(Self.texts), forKey: "other")
        thing.setValue(some(Array(-2...12)), forKey: "small")
        thing.setValue(some(Self.larges), forKey: "large")
        thing.setValue(some(Self.reals), forKey: "real")
        thing.setValue(some(Self.reals.map { Float($0) }), forKey: "single")
        thing.setValue(some(Self.prices), forKey: "price")
        thing.setValue(some(Self.days), forKey: "day")
        thing.setValue(some([true, false]), forKey: "flag")
        thing.setValue(some(Self.codes), forKey: "code")
        thing.setValue(some(Self.bytes), forKey: "bytes")
        thing.setValue(some(Self.links), forKey: "link")
        thing.setValue(some(Self.bytes), forKey: "picture")
    }
}
