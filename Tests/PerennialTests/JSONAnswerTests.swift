import Foundation
import Testing

@Suite("Answers in JSON")
final class JSONAnswerTests {
    private let program: TestProgram

    init() throws {
        program = try TestProgram()
        try program.run("lists", "add", "Shop")
        try program.run("items", "add", "Shop", "Milk", "Oat flakes")
        try program.run("items", "tick", "Shop", "Oat flakes")
        try program.run("plants", "add", "Rosa")
    }

    deinit { program.removeFolder() }

    @Test("Of several items, those added, the duplicates with what is there, and those that are no names are told")
    func add() throws {
        let outcome = try program.run("items", "add", "Shop", "Tea", "MILK", "oat  flakes", "", "tea", "--json")
        #expect(outcome.status == 2)
        let answer = try outcome.object()
        #expect(answer.keys.sorted() == ["added", "duplicates", "refused"])
        #expect(answer.records("added").map { $0["name"] as? String } == ["Tea"])
        let duplicates = answer.records("duplicates")
        #expect(duplicates.map { $0["name"] as? String } == ["MILK", "oat flakes", "tea"])
        #expect(duplicates.map { $0["error"] as? String } == ["duplicate", "duplicate", "duplicate"])
        let existing = duplicates.map { $0["existing"] as? [String: Any] ?? [:] }
        #expect(existing.map { $0["name"] as? String } == ["Milk", "Oat flakes", "Tea"])
        #expect(existing.map { $0["done"] as? Bool } == [false, true, false])
        #expect(duplicates.map { $0["command"] as? String } == [nil, "perennial items untick Shop 'Oat flakes'", nil])
        let refused = answer.records("refused")
        #expect(refused.map { $0["error"] as? String } == ["invalid"])
        #expect(refused.map { $0["message"] as? String } == ["Enter a name."])
        #expect(
            outcome.errors == """
                perennial: Item name already present: “Milk”.
                perennial: Item name already present, ticked off: “Oat flakes”; “perennial items untick Shop \
                'Oat flakes'” puts it back.
                perennial: Item name already present: “Tea”.
                perennial: Enter a name.

                """)
    }

    @Test("The command that is named puts an item back that was ticked off")
    func putBack() throws {
        let outcome = try program.run("items", "add", "Shop", "oat flakes", "--json")
        #expect(outcome.status == 1)
        let command = try #require(try outcome.object().records("duplicates").first?["command"] as? String)
        #expect(try program.shell(command).status == 0)
        #expect(try program.run("lists", "show", "Shop").output.contains("[ ]  Oat flakes"))
    }

    @Test("Duplicates alone are status 1, and so are items that are not there")
    func statuses() throws {
        #expect(try program.run("items", "add", "Shop", "milk", "--json").status == 1)
        let ticked = try program.run("items", "tick", "Shop", "Milk", "Jam", "--json")
        #expect(ticked.status == 1)
        #expect(try ticked.object().records("items").map { $0["changed"] as? Bool } == [true])
        #expect(try ticked.object().records("refused").map { $0["name"] as? String } == ["Jam"])
        let deleted = try program.run("items", "delete", "Shop", "Jam", "Milk", "--json")
        #expect(deleted.status == 1)
        #expect(try deleted.object().records("deleted").map { $0["title"] as? String } == ["Milk"])
        #expect(try deleted.object().records("refused").map { $0["error"] as? String } == ["gone"])
    }

    @Test(
        "A refusal is one object with the key error, and the words are on the other output",
        arguments: [
            (["items", "add", "Shop", "--json"], 2, "usage"), (["dig", "--json"], 2, "usage"),
            (["--json", "plants", "water"], 2, "usage"), (["plants", "--colour", "--json"], 2, "usage"),
            (["plants", "add", "a", "b", "c", "--json"], 2, "usage"), (["plants", "add", "", "--json"], 2, "invalid"),
            (["sowings", "add", "Rosa", "--seeds", "x", "--json"], 2, "invalid"),
            (["plants", "add", "ROSA", "--json"], 1, "duplicate"),
            (["lists", "add", "shop", "--json"], 1, "duplicate"),
            (["items", "add", "Jobs", "Tea", "--json"], 1, "gone"),
            (["sowings", "list", "Malva", "--json"], 1, "gone"),
            (["undo", "--json"], 1, "nothingToUndo"),
            (["plants", "list", "--store", "/nowhere/garden.sqlite", "--json"], 1, "store"),
            (["lists", "add", "x", "--store", "/dev/null", "--json"], 1, "store"),
        ] as [([String], Int32, String)])
    func refusal(words: [String], status: Int32, error: String) throws {
        let outcome = try program.start(words).finish()
        #expect(outcome.status == status)
        let object = try outcome.object()
        #expect(object["error"] as? String == error)
        #expect(outcome.errors == "perennial: \(object["message"] as? String ?? "")\n")
    }

    @Test("“done” is told of items alone")
    func done() throws {
        for (words, isDone) in [
            (["plants", "add", "rosa"], nil), (["lists", "add", "shop"], nil),
            (["items", "rename", "Shop", "Milk", "oat flakes"], true),
            (["items", "rename", "Shop", "oat flakes", "Milk"], false),
        ] as [([String], Bool?)] {
            let outcome = try program.start(words + ["--json"]).finish()
            let existing = try #require(try outcome.object()["existing"] as? [String: Any])
            #expect(existing["done"] as? Bool == isDone)
            #expect(existing.keys.contains("done") == (isDone != nil))
        }
    }

    @Test("After two hyphens --json is a name")
    func name() throws {
        let outcome = try program.run("items", "add", "--", "Shop", "--json", "milk")
        #expect(outcome.status == 1 && outcome.output.hasSuffix("  [ ]  --json\n"))
    }
}

extension TestProgram.Outcome {
    /// The output as one JSON object.
    func object() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
}

extension [String: Any] {
    /// The objects under a key.
    func records(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }
}
