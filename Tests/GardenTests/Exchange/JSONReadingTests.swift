import Foundation
import Testing

@testable import Garden

@Suite("Reading JSON")
struct JSONReadingTests {
    private func faults(_ bytes: [UInt8]) -> [String] {
        #expect(throws: UnreadableFile.self) { try ImportFile(bytes) }?.faults.map(\.sentence) ?? []
    }

    private func faults(_ text: String) -> [String] { faults(Array(text.utf8)) }

    private func export(_ rest: String) -> String { #"{"format": "perennial", "version": 1, \#(rest)}"# }

    @Test("Keys in any order, unknown ones passed over, null as if it were not there")
    func keys() throws {
        let text = #"""
            {"lists": [{"items": [{"done": true, "name": "D\u0069g\t\/ \ud83c\udf31", "image": "QUI="}, {"name": "Rest", "image": null}],
            "name": "Jobs", "colour": {"deep": [[{}], 1e999, -0.5E+3, "\ud83c\udf31", null, false]}}],
            "plants": [{"genus": "Rosa", "species": null, "id": null, "sowings": [{"seeds": 2e1, "date": "2026-03-01"}]}, {"genus": "Malva", "sowings": null}],
            "version": 1.0, "format": "perennial"}
            """#
        for bytes in [Array(text.utf8), Array("\u{FEFF}\(text)".utf8), text.utf16Bytes(isLittle: true)] {
            let contents = try ImportFile(bytes).contents
            #expect(contents.plants.map(\.name.name) == ["Rosa", "Malva"] && contents.plants[0].sowings[0].seeds == 20)
            #expect(contents.lists[0].items.map(\.name) == ["Dig / 🌱", "Rest"])
            #expect(contents.lists[0].items.map { $0.picture?.data } == [Data("AB".utf8), nil])
            #expect(contents.lists[0].items.map(\.isDone) == [true, nil])
        }
    }

    @Test("What is wrong is told with its place, all of it together")
    func wrong() {
        let text = export(
            #""plants": [{"genus": "Rosa"}, 5, {"species": "alba"}, {"genus": "Rosa", "id": "x", "sowings": ["#
                + #"{"date": "2026-02-30", "seeds": 1}, {"date": 7, "seeds": 32768, "note": "\u0000", "createdAt": "now"},"#
                + #"{"date": "2026-03-01", "seeds": 1.5}, {"seeds": 1e999, "id": []}]}], "lists": {"a": 1}"#)
        #expect(
            faults(text) == [
                "plants[1]: An object, in braces.", "plants[1]: “genus” is missing.", "plants[2]: “genus” is missing.",
                "plants[3].id: An id such as 4065B515-3011-4456-B05E-F5455CB536FE.",
                "plants[3].sowings[0].date: A day such as 2026-03-01.",
                "plants[3].sowings[1].date: A day such as 2026-03-01.",
                "plants[3].sowings[1].seeds: A whole number from 0 to 32,767.",
                "plants[3].sowings[1].note: A note cannot have control characters in it; leave them out.",
                "plants[3].sowings[1].createdAt: A moment such as 2026-03-01T10:11:12.345Z.",
                "plants[3].sowings[2].seeds: A whole number from 0 to 32,767.",
                "plants[3].sowings[3].seeds: A whole number from 0 to 32,767.",
                "plants[3].sowings[3].id: An id such as 4065B515-3011-4456-B05E-F5455CB536FE.",
                "plants[3].sowings[3]: “date” is missing.", "lists: An array, in square brackets.",
            ])
        let long = String(repeating: "x", count: 201)
        #expect(
            faults(
                export(
                    #""lists": [{"name": "\#(long)", "items": [{"name": " ", "done": 1, "image": "====", "id": 5}]}]"#))
                == [
                    "lists[0].items[0].done: True or false.",
                    "lists[0].items[0].image: A picture in base64, of at most 10 MB.",
                    "lists[0].items[0].id: An id such as 4065B515-3011-4456-B05E-F5455CB536FE.",
                    "lists[0].items[0].name: Enter a name.",
                    "lists[0].name: A name has at most 200 characters; shorten it.",
                ])
        #expect(
            faults(export(#""plants": [\#(Array(repeating: "{}", count: 1000).joined(separator: ","))]"#)).count == 20)
    }

    @Test(
        "What is no export, or of a newer Perennial, is told",
        arguments: [
            ("[]", "no export of Perennial"), ("{}", "no export of Perennial"),
            (#"{"format": "other", "version": 1}"#, "no export"),
            (#"{"format": "perennial"}"#, "no export"), (#"{"format": "perennial", "version": 0}"#, "no export"),
            (
                #"{"plants": 7, "format": "perennial", "version": 2}"#,
                "version: The file was written by a newer Perennial: its format is 2, and this one reads 1."
            ),
        ])
    func foreign(text: String, says: String) {
        let told = faults(text)
        #expect(told.count == 1 && told[0].contains(says), "\(told)")
    }

    @Test(
        "What is no JSON is told with its place and line",
        arguments: [
            (#""plants": ["#, "plants[0] (line 1): The file ends too early: a value is missing."),
            (#""plants": [{"genus": "Rosa"},]"#, "plants[1] (line 1): The file is not sound JSON: a value is missing."),
            (
                "\"plants\":\n[{\"genus\": \"Ro\nsa\"}]",
                "plants[0].genus (line 2): The file is not sound JSON: a line end or control character"
            ),
            (#""plants": [{"genus" "Rosa"}]"#, "a colon is missing"),
            (#""plants": [{genus: "Rosa"}]"#, "a name in quotes is missing"),
            (#""plants": [{"genus": "Rosa" "species": ""}]"#, "a comma or “}” is missing"),
            (#""plants": [{"genus": "\ud83c"}]"#, "half a character"),
            (#""plants": [{"genus": "\udf31"}]"#, "half a character"),
            (#""plants": [{"genus": "\u12G4"}]"#, "needs four digits"),
            (#""plants": [{"genus": "\x"}]"#, "a backslash stands before"),
            (#""plants": [], "x": 01"#, "a comma or “}” is missing"), (#""plants": [], "x": -"#, "a digit is missing"),
            (#""x": nul"#, "a value is missing"), (#""x": 1.e5"#, "a digit is missing"),
            (#""plants": []}}"#, "something follows the end"),
        ])
    func unsound(rest: String, says: String) {
        let told = faults(#"{"format": "perennial", "version": 1, \#(rest)\#(rest.hasSuffix("[") ? "" : "}")"#)
        #expect(told.count == 1 && told[0].contains(says), "\(told)")
    }

    @Test("Texts that are no UTF-8 are told")
    func encoding() {
        let told = faults(
            Array(#"{"format": "perennial", "version": 1, "plants": [{"genus": ""#.utf8) + [
                0xC3, 0x28, 0x22, 0x7D, 0x5D, 0x7D,
            ])
        #expect(told.count == 1 && told[0].contains("a text is not UTF-8"))
    }

    @Test("However deep a file goes, it is told quickly", arguments: ["[", "{\"a\":", "[[{\"x\":"])
    func bombs(opening: String) {
        for text in [
            String(repeating: opening, count: 200_000), export("\"x\": \(String(repeating: opening, count: 200_000))"),
            export("\"plants\": [\(String(repeating: opening, count: 200_000))"),
        ] {
            #expect(faults(text).last?.contains("is more than 32 levels deep") ?? false || text.hasPrefix("["))
        }
    }

    @Test("A great number of records, and of keys in one, do not make it slow")
    func great() throws {
        let keys = (0..<200_000).map { "\"key\($0)\": \($0)" }.joined(separator: ",")
        #expect(
            try ImportFile(Array(export(#""plants": [{\#(keys), "genus": "Rosa"}]"#).utf8)).contents.plants.count == 1)
        let plants = Array(
            export(#""plants": [\#(Array(repeating: #"{"genus":"a"}"#, count: 1000).joined(separator: ","))]"#).utf8)
        #expect(try ImportFile(plants, room: RecordRoom(1000)).contents.plants.count == 1000)
        let error = #expect(throws: UnreadableFile.self) { try ImportFile(plants, room: RecordRoom(999)) }
        #expect(
            error?.faults.map(\.message) == ["A file has at most 999 plants, sowings, lists and items; take it apart."])
    }

    @Test("It takes all that is sound and nothing that Foundation does not take, and never traps", arguments: 0..<8)
    func likeFoundation(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\n\"", "\"\\u00e9\"", "1", "-2.5e0", "0", "true", "false",
            "null", " ", "\n", "\"é\"",
            "\"", "\\", "tru", "01", "1.", "e", "\u{0}",
        ]
        for _ in 0..<3000 {
            var text = value(4, &random)
            let isSound = Bool.random(using: &random)
            if !isSound {
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    let index = text.index(text.startIndex, offsetBy: .random(in: 0...text.count, using: &random))
                    text.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: index)
                }
            }
            var reader = JSONReader(Array(text.utf8))
            let isTaken = (try? reader.skip()) != nil && (try? reader.finish()) != nil
            let expected = (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
            // Foundation takes commas before a bracket as well.
            #expect(isSound ? isTaken : !isTaken || expected, "\(text.debugDescription)")
        }
    }

    private func value(_ depth: Int, _ random: inout SeededRandom) -> String {
        func values() -> [String] { (0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth - 1, &random) } }
        switch depth > 0 ? Int.random(in: 0...5, using: &random) : 5 {
        case 0, 1: return "[\(values().joined(separator: ", "))]"
        case 2, 3: return "{\(values().enumerated().map { "\"k\($0)\":\($1)" }.joined(separator: ","))}"
        default:
            return ["1", "-0.5", "1e0", "\"text\"", "\"q\\\"\"", "true", "null", "\"\""].randomElement(using: &random)
                ?? ""
        }
    }

    @Test("A file that was damaged anywhere is told or read, and never traps", arguments: 0..<6)
    func damaged(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let garden = try TemporaryGarden.sample()
        for format in ExportFormat.allCases {
            let file = try garden.export(format)
            for _ in 0..<25 {
                var bytes = Array(file.prefix(format == .json ? 40_000 : .max))
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0...3, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.removeSubrange(place..<min(place + 40, bytes.count))
                    case 2: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
                    default: bytes.removeLast(bytes.count - place)
                    }
                    if bytes.isEmpty { bytes = [0x20] }
                }
                _ = try? ImportFile(bytes)
            }
        }
    }

    @Test(
        "Moments of any zone",
        arguments: [
            ("2026-03-01T10:11:12.345Z", 1_772_359_872_345), ("2026-03-01T12:11:12.3+02:00", 1_772_359_872_300),
            ("2026-03-01T00:11:12-10:00", 1_772_359_872_000), ("1970-01-01T00:00:00.000999Z", 0),
            ("1969-12-31T23:59:59.999Z", -1),
        ])
    func moments(text: String, milliseconds: Int) throws {
        let date = try #require(MomentText.moment(text))
        #expect(date == MomentText.moment(milliseconds: milliseconds))
        #expect(MomentText.moment(MomentText.of(date)) == date)
    }

    @Test(
        "What is no moment",
        arguments: [
            "", "2026-03-01", "2026-03-01T10:11:12", "2026-03-01 10:11:12Z", "2026-03-01T24:00:00Z",
            "2026-02-30T10:11:12Z",
            "2026-03-01T10:11:12.Z", "2026-03-01T10:11:12ZZ", "2026-03-01T10:11:12+2:00", "²026-03-01T10:11:12Z",
        ])
    func noMoments(text: String) {
        #expect(MomentText.moment(text) == nil)
    }
}
