import Foundation
import Testing

@Suite("Commands on the garden")
final class GardenCommandTests {
    private let program: TestProgram

    init() throws { program = try TestProgram() }

    deinit { program.removeFolder() }

    @discardableResult
    private func run(_ words: String...) throws -> TestProgram.Outcome {
        try program.start(words).finish()
    }

    private func json<Value>(_ words: String..., as type: Value.Type = Value.self) throws -> Value {
        let output = try program.start(words + ["--json"]).finish().output
        let value = try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed)
        return try #require(value as? Value)
    }

    @Test("Plants: add, list, search, rename, delete")
    func plants() throws {
        #expect(try run("plants", "add", "Conophytum", "bilobum").status == 0)
        #expect(try run("plants", "add", "Aloe").status == 0)
        let list = try run("plants")
        #expect(list.output.split(separator: "\n").first?.hasSuffix("  Aloe  0 sowings  0 seeds") == true)
        let found: [[String: Any]] = try json("plants", "list", "--search", "bilo")
        #expect(found.map { $0["name"] as? String } == ["Conophytum bilobum"])
        let id = try #require(found.first?["id"] as? String)
        #expect(try run("plants", "rename", id, "Conophytum", "calculus").status == 0)
        #expect(
            try run("plants", "delete", "conophytum CALCULUS").output.hasPrefix(
                "Deleted Conophytum calculus. To undo: "))
        #expect(try json("plants", as: [Any].self).count == 1)
    }

    @Test("The refusal of a duplicate is exit status 1 with the existing one named")
    func duplicate() throws {
        try run("plants", "add", "Conophytum", "bilobum")
        let refusal = try run("plants", "add", "conophytum BILOBUM")
        #expect(refusal.status == 1)
        #expect(refusal.errors == "perennial: Plant name already present: “Conophytum bilobum”.\n")
        let record: [String: Any] = try json("plants", "add", "conophytum", "bilobum")
        #expect(record["error"] as? String == "duplicate")
        #expect((record["existing"] as? [String: Any])?["name"] as? String == "Conophytum bilobum")
    }

    @Test("Sowings: add, edit, move, delete")
    func sowings() throws {
        try run("plants", "add", "Rosa")
        try run("plants", "add", "Malva")
        let sowing: [String: Any] = try json(
            "sowings", "add", "rosa", "--seeds", "20", "--date=2026-03-01", "--note", "cold")
        #expect(sowing["date"] as? String == "2026-03-01" && sowing["seeds"] as? Int == 20)
        let id = try #require(sowing["id"] as? String)
        #expect(try run("sowings", "edit", id, "--seeds", "7").output == "\(id)  2026-03-01  7 seeds  cold\n")
        #expect(try run("sowings", "move", id, "Malva").status == 0)
        #expect(try json("sowings", "list", "Rosa", as: [Any].self).isEmpty)
        #expect(try json("sowings", "list", "malva", as: [Any].self).count == 1)
        #expect(try run("sowings", "delete", id).output.hasPrefix("Deleted 7 seeds on Mar 1, 2026. To undo: "))
        let again = try run("sowings", "delete", id)
        #expect(again.status == 1 && again.errors.hasPrefix("perennial: This sowing was deleted; “perennial undo "))
    }

    @Test("Lists and items: add, tick, show, rename, delete")
    func listsAndItems() throws {
        #expect(try run("lists", "add", "Groceries").status == 0)
        let added = try run("items", "add", "groceries", "Milk", "Bread", "MILK")
        #expect(added.status == 1 && added.output.split(separator: "\n").count == 2)
        #expect(added.errors == "perennial: Item name already present: “Milk”.\n")
        #expect(try run("items", "tick", "Groceries", "milk").status == 0)
        #expect(try run("lists").output.hasSuffix("  Groceries  1 of 2 items open\n"))
        let shown = try run("lists", "show", "Groceries").output.split(separator: "\n")
        #expect(shown.map { String($0.dropFirst(36)) } == ["  [ ]  Bread", "  [x]  Milk"])
        #expect(try run("items", "untick", "Groceries", "milk").status == 0)
        #expect(try run("items", "rename", "Groceries", "milk", "Oat milk").status == 0)
        let deleted: [String: Any] = try json("items", "delete", "Groceries", "Bread")
        #expect(deleted.records("deleted").map { $0["title"] as? String } == ["Bread"])
        #expect(try run("lists", "rename", "Groceries", "Shop").status == 0)
        #expect(try run("lists", "delete", "shop").output.hasPrefix("Deleted Shop and 1 item. To undo: "))
    }

    @Test(
        "Typed wrongly: exit status 2, and no store is made",
        arguments: [
            ["plants", "water"], ["plants", "add"], ["plants", "add", "a", "b", "c"], ["plants", "--colour"],
            ["sowings"], ["sowings", "add", "Rosa"], ["sowings", "add", "Rosa", "--seeds"],
            ["sowings", "edit", "Rosa", "--seeds", "1"], ["lists", "add", "x", "--note", "y"],
            ["items", "add", "Groceries"],
        ])
    func usage(_ words: [String]) throws {
        let outcome = try program.start(words).finish()
        #expect(outcome.status == 2)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: program.folder.path).isEmpty)
    }

    @Test("Names that begin with a hyphen come after two of them")
    func hyphen() throws {
        #expect(try run("lists", "add", "--", "--json").status == 0)
        #expect(try run("lists").output.contains("  --json  "))
    }

    @Test("A store that is none is refused and left as it was")
    func noStore() throws {
        let file = program.folder.appendingPathComponent("notes.txt")
        try Data("hello".utf8).write(to: file)
        let outcome = try run("plants", "--store", file.path)
        #expect(outcome.status == 1 && outcome.errors.contains("is not a Perennial store"))
        #expect(try Data(contentsOf: file) == Data("hello".utf8))
    }
}
