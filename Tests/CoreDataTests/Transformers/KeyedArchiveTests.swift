import Foundation
import Testing

@testable import CoreData

@Suite("Keyed archives") struct KeyedArchiveTests {
    /// Values of every class that archives hold here.
    // Nobody changes them.
    nonisolated(unsafe) private static let values: [NSObject] = [
        "" as NSString, "text" as NSString, "Ünïcode 🌵 שלום" as NSString,
        String(repeating: "long ", count: 100) as NSString, NSMutableString(string: "m"), NSNumber(value: true),
        NSNumber(value: false), NSNumber(value: 0), NSNumber(value: 255), NSNumber(value: 65536),
        NSNumber(value: -1), NSNumber(value: Int64.min), NSNumber(value: Int64.max), NSNumber(value: UInt64.max),
        NSNumber(value: 1.5), NSNumber(value: Float(0.1)), NSNumber(value: Double.greatestFiniteMagnitude),
        NSDate(timeIntervalSinceReferenceDate: 0.25), NSDate(timeIntervalSinceReferenceDate: -1e9), Data() as NSData,
        Data([0, 255, 1]) as NSData, Data(repeating: 9, count: 70_000) as NSData, NSMutableData(data: Data([1])),
        NSUUID(), NSNull(), NSURL(fileURLWithPath: "/seeds/a b"), NSArray(), NSSet(), NSDictionary(),
        NSArray(array: (0..<300).map { NSNumber(value: $0) }),
        NSMutableArray(array: ["a" as NSString, NSNull(), "a" as NSString]),
        NSSet(array: ["x" as NSString, NSNumber(value: 2)]), NSMutableSet(array: ["y" as NSString]),
        NSDictionary(
            objects: [
                NSArray(array: [NSNumber(value: 1), NSDictionary()]), NSDate(timeIntervalSinceReferenceDate: 5),
            ],
            forKeys: ["list" as NSString, NSNumber(value: 3)]),
        NSMutableDictionary(objects: ["v" as NSString], forKeys: ["k" as NSString]),
    ]

    @Test("What is written is read back: the value, its class, what may be changed")
    func roundTrip() throws {
        for value in Self.values {
            let back = try KeyedArchiveReader.object(in: try KeyedArchiveWriter.data(of: value))
            #expect(back == value, "\(value)")
            if let number = value as? NSNumber {
                #expect(String(cString: (back as? NSNumber)?.objCType ?? number.objCType).isEmpty == false)
                #expect((back as? NSNumber)?.stringValue == number.stringValue)
            }
            for kind in [NSMutableArray.self, NSMutableSet.self, NSMutableDictionary.self, NSMutableData.self] {
                #expect(back.isKind(of: kind) == value.isKind(of: kind), "\(value)")
            }
        }
        let url = try #require(NSURL(string: "b?c#d", relativeTo: URL(string: "http://host/a/")))
        let back = try KeyedArchiveReader.object(in: try KeyedArchiveWriter.data(of: url)) as? NSURL
        #expect(back?.relativeString == "b?c#d" && back?.baseURL == url.baseURL)
    }

    @Test("Foundation's unarchiver reads what is written here, and what Foundation's archiver writes is read here")
    func foundation() throws {
        let kinds: [AnyClass] = [
            NSString.self, NSNumber.self, NSArray.self, NSDictionary.self, NSSet.self, NSDate.self, NSData.self,
            NSURL.self, NSUUID.self, NSNull.self, NSMutableString.self, NSMutableData.self, NSMutableArray.self,
            NSMutableSet.self, NSMutableDictionary.self,
        ]
        for value in Self.values {
            let ours = try KeyedArchiveWriter.data(of: value)
            let theirs = try NSKeyedUnarchiver.unarchivedObject(ofClasses: kinds, from: ours)
            #expect(theirs as? NSObject == value, "\(value)")
            let archive = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
            #expect(try KeyedArchiveReader.object(in: archive) == value, "\(value)")
        }
    }

    @Test("Swift's own values: text, numbers, collections, nested")
    func swiftValues() throws {
        let value: [String: Any] = [
            "names": ["a", "b"], "count": 3, "flag": true, "when": Date(timeIntervalSinceReferenceDate: 1),
            "id": UUID(), "link": try #require(URL(string: "http://a.b/c")), "bytes": Data([1]),
            "set": Set(["x"]),
        ]
        let back = try #require(
            try KeyedArchiveReader.object(in: try KeyedArchiveWriter.data(of: value)) as Any as? [String: Any])
        #expect(back["names"] as? [String] == ["a", "b"] && back["count"] as? Int == 3)
        #expect(back["flag"] as? Bool == true && back["when"] as? Date == value["when"] as? Date)
        #expect(back["id"] as? UUID == value["id"] as? UUID && back["link"] as? URL == value["link"] as? URL)
        #expect(back["bytes"] as? Data == Data([1]) && back["set"] as? Set<String> == ["x"])
    }

    @Test("What archives do not hold is refused, also deep inside; so is what is nested beyond measure")
    func refusals() throws {
        struct Point { let x = 1 }
        for value: Any in [
            Point(), NSDecimalNumber(string: "1.5"), NSOrderedSet(array: [NSNull()]),
            NSArray(array: [NSArray(array: [NSOrderedSet()])]),
        ] {
            #expect(throws: KeyedArchiveError.self) { try KeyedArchiveWriter.data(of: value) }
        }
        let deep = (0..<200).reduce(NSArray()) { inner, _ in NSArray(object: inner) }
        #expect(throws: KeyedArchiveError.tooLarge) { try KeyedArchiveWriter.data(of: deep) }
    }

    /// An archive with these objects; the root is the first behind `$null`.
    private func archive(_ objects: [PlistTree]) -> Data {
        BinaryPlistWriter.data(
            .dictionary([
                ("$archiver", .string("NSKeyedArchiver")), ("$top", .dictionary([("root", .uid(1))])),
                ("$objects", .array([.string("$null")] + objects)),
            ]))
    }

    private func classed(_ name: String) -> PlistTree {
        .dictionary([("$classname", .string(name)), ("$classes", .array([.string(name)]))])
    }

    @Test("Other classes are named in the error; rings, bombs and loose ends are errors")
    func hostile() throws {
        let colour = archive([.dictionary([("$class", .uid(2))]), classed("UIColor")])
        #expect(throws: KeyedArchiveError.unknownClass("UIColor")) { try KeyedArchiveReader.object(in: colour) }
        let ring = archive([.dictionary([("NS.objects", .array([.uid(1)])), ("$class", .uid(2))]), classed("NSArray")])
        #expect(throws: KeyedArchiveError.damaged("an object is inside of itself")) {
            try KeyedArchiveReader.object(in: ring)
        }
        // Thirty arrays, each with the next one twice: 2³⁰ objects for whoever walks through them.
        let doubled = (2...31).map {
            PlistTree.dictionary([("NS.objects", .array([.uid($0), .uid($0)])), ("$class", .uid(32))])
        }
        #expect(throws: KeyedArchiveError.tooLarge) {
            try KeyedArchiveReader.object(in: archive(doubled + [.string("end"), classed("NSArray")]))
        }
        let deep = (2...201).map { PlistTree.dictionary([("NS.objects", .array([.uid($0)])), ("$class", .uid(202))]) }
        #expect(throws: KeyedArchiveError.tooLarge) {
            try KeyedArchiveReader.object(in: archive(deep + [.string("end"), classed("NSArray")]))
        }
        let loose: [[PlistTree]] = [
            [], [.uid(1)], [.dictionary([])], [.dictionary([("$class", .uid(9))])], [.array([])],
            [.dictionary([("$class", .uid(2))]), classed("NSArray")],
            [.dictionary([("$class", .uid(2))]), classed("NSUUID")],
            [.dictionary([("NS.objects", .array([.uid(0)])), ("$class", .uid(2))]), classed("NSArray")],
            [.dictionary([("NS.objects", .array([.integer(1)])), ("$class", .uid(2))]), classed("NSSet")],
            [
                .dictionary([("NS.keys", .array([.uid(2)])), ("NS.objects", .array([])), ("$class", .uid(2))]),
                classed("NSDictionary"),
            ],
            [.dictionary([("NS.time", .string("now")), ("$class", .uid(2))]), classed("NSDate")],
            [.dictionary([("NS.uuidbytes", .data(Data([1]))), ("$class", .uid(2))]), classed("NSUUID")],
            [.dictionary([("NS.relative", .uid(1)), ("$class", .uid(2))]), classed("NSURL")],
        ]
        for objects in loose {
            #expect(throws: KeyedArchiveError.self) { try KeyedArchiveReader.object(in: archive(objects)) }
        }
        for data in [
            Data(), Data("bplist00".utf8), Data(repeating: 0, count: 64),
            Data("bplist00".utf8) + Data(repeating: 255, count: 64),
        ] {
            #expect(throws: KeyedArchiveError.self) { try KeyedArchiveReader.object(in: data) }
        }
    }

    @Test("No change of bytes, no cut and no foreign end makes reading do anything but answer or throw")
    func damaged() throws {
        var random = Random(state: 11)
        let archives =
            try Self.values.map { try KeyedArchiveWriter.data(of: $0) }
            .filter { $0.count < 5000 } + [
                try KeyedArchiveWriter.data(of: NSArray(array: Self.values.filter { !($0 is NSData) }))
            ]
        var (answers, errors) = (0, 0)
        for round in 0..<20_000 {
            var bytes = archives[random.next(archives.count)]
            for _ in 0..<(1 + random.next(3)) { bytes[random.next(bytes.count)] = UInt8(random.next(256)) }
            if round % 5 == 0 { bytes = bytes.prefix(random.next(bytes.count)) }
            if round % 7 == 0 {
                bytes =
                    bytes.prefix(bytes.count - min(32, bytes.count)) + archives[random.next(archives.count)].suffix(32)
            }
            if (try? KeyedArchiveReader.object(in: bytes)) != nil { answers += 1 } else { errors += 1 }
        }
        #expect(answers > 1000 && errors > 1000)
    }

    @Test("Archives in stores that Apple's framework wrote", .enabled(if: Corpus.isPresent))
    func corpus() throws {
        var (read, unknown, other): (Int, Set<String>, Int) = (0, [], 0)
        let files = FileManager.default.enumerator(atPath: Corpus.url("stores").path)
        while let path = files?.nextObject() as? String {
            guard let file = FileManager.default.contents(atPath: Corpus.url("stores").path + "/" + path),
                file.starts(with: Data("SQLite format 3".utf8))
            else { continue }
            let copy = try GardenStack.url()
            try file.write(to: copy)
            let store = SQLiteFile(copy)
            for table in store.texts("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z[A-Y]*'") {
                for column in store.texts("SELECT name FROM pragma_table_info('\(table)') WHERE type = 'BLOB'") {
                    for hex in store.texts(
                        "SELECT hex(\(column)) FROM \(table) WHERE substr(\(column), 1, 8) = CAST('bplist00' AS BLOB) LIMIT 50"
                    ) {
                        let data = try #require(Data(hex: hex))
                        do {
                            _ = try KeyedArchiveReader.object(in: data)
                            read += 1
                        } catch KeyedArchiveError.unknownClass(let name) {
                            unknown.insert(name)
                        } catch {
                            // A plain property list, such as the metadata of something, is no archive.
                            other += 1
                        }
                    }
                }
            }
        }
        print("Read \(read) archives of Apple's tools; not read: \(unknown.sorted()) and \(other) plain lists.")
        #expect(read > 0 && unknown.allSatisfy { !$0.hasPrefix("NSMutable") })
    }
}
