import Foundation
import Testing

@Suite("Commands that change nothing")
final class UnchangedTests {
    private let program: TestProgram
    private let sowing: String

    init() throws {
        program = try TestProgram()
        try program.run("plants", "add", "Rosa", "alba")
        let record = try program.run(
            "sowings", "add", "Rosa alba", "--seeds", "5", "--date", "2026-03-01", "--note", "cold", "--json")
        sowing = try record.object()["id"] as? String ?? ""
        try program.run("lists", "add", "Shop")
        try program.run("items", "add", "Shop", "Milk", "Bread")
        try program.run("items", "tick", "Shop", "Bread")
    }

    deinit { program.removeFolder() }

    private var store: URL { program.folder.appendingPathComponent(".local/share/perennial/Garden.sqlite") }

    private static let commands: [(idle: [String], change: [String])] = [
        (["plants", "rename", "rosa ALBA", "Rosa", " alba "], ["plants", "rename", "rosa ALBA", "Rosa", "Alba"]),
        (["sowings", "edit", "SOWING", "--seeds", "05"], ["sowings", "edit", "SOWING", "--seeds", "6"]),
        (
            ["sowings", "edit", "SOWING", "--date", "2026-03-01", "--note", " cold\n"],
            ["sowings", "edit", "SOWING", "--date", "2026-03-01", "--note", "warm"]
        ),
        (["sowings", "move", "SOWING", "Rosa alba"], ["sowings", "edit", "SOWING", "--date", "2026-03-02"]),
        (["lists", "rename", "shop", "Shop"], ["lists", "rename", "shop", "SHOP"]),
        (["items", "rename", "Shop", "milk", " Milk"], ["items", "rename", "Shop", "milk", "MILK"]),
        (["items", "tick", "Shop", "Bread"], ["items", "tick", "Shop", "Milk"]),
        (["items", "untick", "Shop", "Milk"], ["items", "untick", "Shop", "Bread"]),
    ]

    @Test("It is said, and the store is left as it is", arguments: commands)
    func unchanged(idle: [String], change: [String]) throws {
        let before = try Data(contentsOf: store)
        let words = idle.map { $0 == "SOWING" ? sowing : $0 }
        let outcome = try program.start(words).finish()
        #expect(outcome.status == 0 && outcome.output.hasPrefix("Nothing changed: "))
        #expect(try changed(words) == false)
        // No version, no history: not a byte.
        #expect(try Data(contentsOf: store) == before)

        let other = change.map { $0 == "SOWING" ? sowing : $0 }
        #expect(try changed(other) == true)
        #expect(try Data(contentsOf: store) != before)
        #expect(try changed(other) == false)
    }

    private func changed(_ words: [String]) throws -> Bool? {
        let object = try program.start(words + ["--json"]).finish().object()
        return (object.records("items").first ?? object)["changed"] as? Bool
    }

    @Test("An edit that says nothing to change is not understood")
    func nothingToEdit() throws {
        let outcome = try program.run("sowings", "edit", sowing)
        #expect(outcome.status == 2 && outcome.errors.contains("There is nothing to change: give --seeds N"))
    }
}
