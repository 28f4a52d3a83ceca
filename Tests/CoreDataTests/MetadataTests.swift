import CoreData
import Foundation
import Testing

@Suite("Metadata of a store") struct MetadataTests {
    private func roundTrip(_ value: Any) throws -> Any? {
        let url = try GardenStack.url()
        do {
            let container = try GardenStack.container(url)
            let coordinator = container.persistentStoreCoordinator
            let store = coordinator.persistentStores[0]
            var metadata = coordinator.metadata(for: store)
            metadata["mine"] = value
            coordinator.setMetadata(metadata, for: store)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                context.make("Seed", ["number": 1])
                try context.save()
            }
            try coordinator.remove(store)
        }
        let container = try GardenStack.container(url)
        let coordinator = container.persistentStoreCoordinator
        return coordinator.metadata(for: coordinator.persistentStores[0])["mine"]
    }

    @Test("Metadata comes back as it was set")
    func metadata() throws {
        let values: [Any] = [
            true, false, 0, 1, -1, Int.min, Int.max, UInt64.max, UInt8(200), Int8(-3), Int8(1), UInt8(1), UInt8(0),
            Int16(-300),
            Float(1.5), Double.pi, -0.0, 1e300, Double.infinity, "", "a", "é", "e\u{301}", "😀",
            String(repeating: "ü", count: 300),
            Date(timeIntervalSinceReferenceDate: 1.25), Date(timeIntervalSince1970: -1e9), Data(),
            Data([1, 2, 3])[1...],
            Data(repeating: 7, count: 70000), [Int](), [String: Int](), [1, "a", true, [2.5]] as [Any],
            ["a": 1, "b": ["c": Data([1])], "d": [Date(timeIntervalSinceReferenceDate: 3)]] as [String: Any],
            Array(0..<300), Dictionary(uniqueKeysWithValues: (0..<300).map { ("k\($0)", $0) }),
            NSNumber(value: 3), NSNumber(value: true), NSNumber(value: UInt32.max), NSString("x"),
            NSArray(array: [1, 2]),
            NSDictionary(dictionary: ["a": NSArray()]), NSMutableArray(array: ["q"]), NSMutableString("m"),
            NSData(data: Data([9])), NSDate(timeIntervalSinceReferenceDate: 4),
            Decimal(string: "1.25")!, NSDecimalNumber(string: "7.5"),
        ]
        for value in values {
            do { _ = try roundTrip(value) } catch { Issue.record("\(value) \(type(of: value)) cannot be set") }
        }
        let back = try roundTrip(values) as? [Any]
        #expect(back?.count == values.count)
        for (value, got) in zip(values, back ?? []) {
            #expect(
                "\(value)" == "\(got)" || (value as? NSObject) == (got as? NSObject),
                "\(value) \(type(of: value)) → \(got) \(type(of: got))")
        }
        #expect(back?[0] as? NSNumber === NSNumber(value: true))
        #expect((back?[3] as? NSNumber) !== NSNumber(value: true))
        #expect((back?[10] as? NSNumber) !== NSNumber(value: true))
    }

    @Test("Texts that differ in composition alone stay different")
    func composition() throws {
        let back = try roundTrip(["\u{E9}", "e\u{301}"]) as? [String]
        #expect(back?.map { Array($0.unicodeScalars.map(\.value)) } == [[0xE9], [0x65, 0x301]])
    }
}
