import Foundation
import Testing

@Suite("What the command line refuses")
final class RefusalTests {
    private let program: TestProgram

    init() throws {
        program = try TestProgram()
        let store = program.folder.appendingPathComponent(Self.defaultStore)
        try FileManager.default.createDirectory(
            at: store.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Self.garden.get().write(to: store)
    }

    deinit { program.removeFolder() }

    private static let defaultStore = ".local/share/perennial/Garden.sqlite"

    /// The store every test begins with: made once, for there are hundreds of them.
    private static let garden = Result<Data, any Error> {
        let program = try TestProgram()
        defer { program.removeFolder() }
        try program.run("plants", "add", "Rosa")
        try program.run("plants", "add", "Rosa", "alba")
        try program.run("lists", "add", "Shop")
        try program.run("items", "add", "Shop", "Milk", "Bread")
        return try Data(contentsOf: program.folder.appendingPathComponent(defaultStore))
    }

    private static let long = String(repeating: "a", count: 201)
    private static let someID = "F0E1D2C3-B4A5-4697-8879-6A5B4C3D2E1F"

    /// Every place of a name in every command; `NAME` is that place.
    private static let placesOfNames = [
        ["plants", "add", "NAME"], ["plants", "rename", "Rosa", "NAME"], ["lists", "add", "NAME"],
        ["lists", "rename", "Shop", "NAME"], ["items", "add", "Shop", "NAME"], ["items", "add", "Shop", "Tea", "NAME"],
        ["items", "rename", "Shop", "Milk", "NAME"],
    ]

    /// The places of species, without which a plant can do.
    private static let placesOfSpecies = [
        ["plants", "add", "Malva", "NAME"], ["plants", "rename", "Rosa", "Malva", "NAME"],
    ]

    /// What cannot be a name in any of them.
    private static let noNames = [long, "a\u{7}b", "\u{1B}[2J", "\u{FEFF}", "\u{202E}\u{2066}", "\u{200B}\u{3164}"]

    @Test("A value that cannot be is status 2 with one sentence", arguments: placesOfNames + placesOfSpecies, noNames)
    func names(words: [String], bad: String) throws {
        let outcome = try program.start(words.map { $0 == "NAME" ? bad : $0 }).finish()
        #expect(outcome.status == 2)
        expectSentence(outcome.errors)
        // Nothing of it is shown, so that nothing of it is obeyed.
        #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\u{202E}"))
    }

    @Test("An empty name is status 2 with one sentence", arguments: placesOfNames, ["", " \n\t"])
    func emptyNames(words: [String], bad: String) throws {
        let outcome = try program.start(words.map { $0 == "NAME" ? bad : $0 }).finish()
        #expect(outcome.status == 2)
        expectSentence(outcome.errors)
    }

    @Test("An empty species is no species", arguments: placesOfSpecies, ["", " "])
    func emptySpecies(words: [String], empty: String) throws {
        let outcome = try program.start(words.map { $0 == "NAME" ? empty : $0 }).finish()
        #expect(outcome.status == 0 && outcome.output.contains("  Malva  "))
    }

    @Test(
        "Other values that cannot be are status 2 with one sentence",
        arguments: [
            ["sowings", "add", "Rosa", "--seeds", "VALUE"], ["sowings", "add", "Rosa", "--seeds=VALUE"],
            ["sowings", "edit", someID, "--seeds", "VALUE"],
            ["sowings", "add", "Rosa", "--seeds", "1", "--date", "VALUE"], ["sowings", "edit", someID, "--date=VALUE"],
            ["undo", "VALUE"], ["sowings", "edit", "VALUE", "--seeds", "1"], ["sowings", "move", "VALUE", "Rosa"],
            ["sowings", "delete", "VALUE"], ["serve", "--port", "VALUE"],
        ],
        [
            "", " ", "many", "-1", "65536", "3.5", "1e3", "1,000", "0x10", "2026-02-30", "2026-13-01", "yesterday",
            "1.3.2026", "\u{1B}[2J", "a\nb",
        ])
    func values(words: [String], bad: String) throws {
        let outcome = try program.start(words.map { $0.replacing("VALUE", with: bad) }).finish()
        #expect(outcome.status == 2)
        expectSentence(outcome.errors)
        #expect(!outcome.errors.contains("\u{1B}"))
    }

    @Test("Seeds of 0 and of 32,767 can be, one more cannot", arguments: [("0", 0), ("32767", 0), ("32768", 2)])
    func seeds(number: String, status: Int32) throws {
        #expect(try program.run("sowings", "add", "Rosa", "--seeds", number).status == status)
    }

    @Test("A note of 10,000 characters can be, one more cannot", arguments: [(10_000, 0), (10_001, 2)])
    func notes(length: Int, status: Int32) throws {
        let outcome = try program.run(
            "sowings", "add", "Rosa", "--seeds", "1", "--note", String(repeating: "n", count: length))
        #expect(outcome.status == status)
        if status != 0 { expectSentence(outcome.errors) }
    }

    @Test(
        "A name that is taken is status 1 and names what has it",
        arguments: [
            (["plants", "add", "rosa"], "Plant name already present: “Rosa”."),
            (["plants", "add", "ROSA alba"], "Plant name already present: “Rosa alba”."),
            (["plants", "rename", "Rosa", "Rosa", "Alba"], "Plant name already present: “Rosa alba”."),
            (["lists", "add", "shop"], "List name already present: “Shop”."),
            (["items", "add", "Shop", "MILK"], "Item name already present: “Milk”."),
            (["items", "rename", "Shop", "Milk", "bread"], "Item name already present: “Bread”."),
        ])
    func taken(words: [String], sentence: String) throws {
        let outcome = try program.start(words).finish()
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors == "perennial: \(sentence)\n")
    }

    @Test(
        "What is not there is status 1, and the sentence says where to look",
        arguments: [
            (["plants", "delete", "Malva"], "There is no plant “Malva”; “perennial plants list” shows all."),
            (
                ["plants", "rename", "alba", "Malva"],
                "There is no plant “alba”, but there is “Rosa alba”; “perennial plants list” shows all."
            ),
            (["sowings", "list", "Malva"], "There is no plant “Malva”; “perennial plants list” shows all."),
            (["sowings", "add", "Malva", "--seeds", "1"], "no plant “Malva”"),
            (["sowings", "delete", someID], "There is no such sowing."),
            (["lists", "show", "Jobs"], "There is no list “Jobs”; “perennial lists list” shows all."),
            (["lists", "delete", someID], "There is no list “\(someID)”; “perennial lists list” shows all."),
            (["items", "add", "Jobs", "Tea"], "There is no list “Jobs”"),
            (["items", "tick", "Shop", "Tea"], "There is no item “Tea”; “perennial items list Shop” shows all."),
            (["items", "delete", "Shop", someID], "There is no item “\(someID)”"),
            (["items", "rename", "Shop", "a\u{1B}b", "Tea"], "There is no item “a\u{FFFD}b”"),
            (["undo", someID], "This was undone already, or is no longer kept."),
            (["undo"], "There is no deletion to undo."),
        ])
    func notThere(words: [String], part: String) throws {
        let outcome = try program.start(words).finish()
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        expectSentence(outcome.errors)
        #expect(outcome.errors.contains(part), "\(outcome.errors)")
    }

    @Test(
        "No name at all for what is meant is status 2",
        arguments: [
            ["plants", "delete", ""], ["plants", "rename", " ", "Malva"], ["sowings", "list", "\u{FEFF}"],
            ["lists", "show", ""], ["lists", "rename", "", "x"], ["items", "add", "", "Tea"],
            ["items", "tick", "Shop", ""], ["items", "delete", "Shop", "\t"],
        ])
    func blankOperands(words: [String]) throws {
        let outcome = try program.start(words).finish()
        #expect(outcome.status == 2)
        expectSentence(outcome.errors)
    }

    @Test("Two values that cannot be get a sentence each")
    func two() throws {
        let outcome = try program.run("plants", "add", "", Self.long)
        #expect(outcome.status == 2)
        #expect(
            outcome.errors
                == "perennial: Enter a genus.\nperennial: A species has at most 200 characters; shorten it.\n")
    }

    @Test(
        "A value that cannot be makes no store",
        arguments: [
            ["plants", "add", ""], ["plants", "add", "a\u{7}"], ["lists", "add", "\u{FEFF}"], ["lists", "add", long],
            ["sowings", "add", "Rosa", "--seeds", "x"],
        ])
    func noStore(words: [String]) throws {
        let file = program.folder.appendingPathComponent("new/garden.sqlite")
        #expect(try program.start(words + ["--store", file.path]).finish().status == 2)
        #expect(!FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path))
    }

    /// One line: the program's name and a sentence with words in all its parts.
    private func expectSentence(_ errors: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
            errors.hasPrefix("perennial: ") && errors.hasSuffix("\n") && errors.split(separator: "\n").count == 1,
            "\(errors)", sourceLocation: sourceLocation)
        let sentence = errors.dropFirst("perennial: ".count).dropLast()
        #expect(sentence.hasSuffix("."), "\(errors)", sourceLocation: sourceLocation)
        for empty in ["“”", ": :", "::", "  ", " .", " ;", "()"] {
            #expect(!sentence.contains(empty), "\(errors)", sourceLocation: sourceLocation)
        }
        let begins = sentence.first.map { $0.isUppercase || $0 == "-" || $0 == "“" }
        #expect(begins == true, "\(errors)", sourceLocation: sourceLocation)
    }
}
