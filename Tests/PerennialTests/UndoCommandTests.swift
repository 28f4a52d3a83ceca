import Foundation
import Testing

@Suite("Undo on the command line")
final class UndoCommandTests {
    private let program: TestProgram

    init() throws {
        program = try TestProgram()
        try program.run("plants", "add", "Picea", "glauca 'Hb07'")
        try program.run("sowings", "add", "Picea glauca 'Hb07'", "--seeds", "3", "--date", "2026-03-01")
        try program.run("sowings", "add", "Picea glauca ’Hb07’", "--seeds", "4", "--date", "2026-03-02")
        try program.run("lists", "add", "Shop")
        try program.run("items", "add", "Shop", "Milk", "Bread")
    }

    deinit { program.removeFolder() }

    /// Everything there is.
    private func garden() throws -> [String] {
        try [
            ["plants"], ["sowings", "list", "Picea glauca 'Hb07'"], ["lists"], ["lists", "show", "Shop"],
        ].map { try program.start($0).finish().output }
    }

    private func sowing() throws -> String {
        let first = try program.run("sowings", "list", "Picea glauca 'Hb07'").output.split(separator: " ").first
        return String(try #require(first))
    }

    @Test(
        "What delete shows brings everything back as it was",
        arguments: [
            (["plants", "delete", "Picea glauca 'Hb07'"], "Picea glauca 'Hb07' and 2 sowings"),
            (["sowings", "delete", "SOWING"], "4 seeds on Mar 2, 2026"),
            (["lists", "delete", "shop"], "Shop and 2 items"), (["items", "delete", "Shop", "milk"], "Milk"),
        ])
    func command(words: [String], title: String) throws {
        let before = try garden()
        let sowing = try sowing()
        let outcome = try program.start(words.map { $0 == "SOWING" ? sowing : $0 }).finish()
        #expect(outcome.output.hasPrefix("Deleted \(title). To undo: perennial undo "))
        #expect(try garden() != before)
        let command = try #require(outcome.output.split(separator: ": ").last)
        let undone = try program.shell(String(command))
        #expect(undone.status == 0 && undone.output == "Brought back \(title).\n")
        #expect(try garden() == before)
        #expect(
            try program.shell(String(command)).errors == "perennial: This was undone already, or is no longer kept.\n")
    }

    @Test("Without an id the last deletion is undone, then the one before")
    func last() throws {
        let before = try garden()
        try program.run("items", "delete", "Shop", "Milk", "Bread")
        try program.run("lists", "delete", "Shop")
        #expect(try program.run("undo").output == "Brought back Shop.\n")
        #expect(try program.run("undo").output == "Brought back Bread.\n")
        let milk = try program.run("undo", "--json").object()
        #expect(milk["kind"] as? String == "item" && milk["title"] as? String == "Milk" && milk["list"] is String)
        #expect(try garden() == before)
        #expect(try program.run("undo").status == 1)
    }

    @Test("A name that was taken meanwhile is refused, and the two can be joined")
    func taken() throws {
        let deletion = try program.run("lists", "delete", "Shop", "--json").object()["deletion"] as? String ?? ""
        try program.run("lists", "add", "SHOP")
        try program.run("items", "add", "SHOP", "Tea")
        let outcome = try program.run("undo")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "perennial: List name already present: “SHOP”; “perennial undo --merge \(deletion)” joins "
                + "the two.\n")
        #expect(try program.run("undo", "--merge", deletion).status == 0)
        #expect(try program.run("lists").output.hasSuffix("  SHOP  3 of 3 items open\n"))
    }

    @Test("What belongs to something deleted comes back after that, and the sentence says how")
    func orphan() throws {
        let deleted = try program.run("items", "delete", "Shop", "Milk", "--json").object().records("deleted")
        let item = try #require(deleted.first)
        try program.run("lists", "delete", "Shop")
        let outcome = try program.run("undo", item["deletion"] as? String ?? "")
        #expect(outcome.status == 1)
        let sentence = try #require(
            outcome.errors.wholeMatch(of: /perennial: This list was deleted; “(.*)” brings it back\.\n/))
        #expect(try program.shell(String(sentence.1)).status == 0)
        #expect(try program.run("undo", item["deletion"] as? String ?? "").output == "Brought back Milk.\n")
    }

    @Test("What lost its place for good comes back in another, and the sentence says how") func homeless() throws {
        let deleted = try program.run("items", "delete", "Shop", "Milk", "--json").object().records("deleted")
        let item = try #require(deleted.first?["deletion"] as? String)
        let list = try program.run("lists", "delete", "Shop", "--json").object()["deletion"] as? String ?? ""
        try program.run("deleted", "drop", list)
        try program.run("lists", "add", "Other")
        let outcome = try program.run("undo", item)
        #expect(outcome.status == 1)
        let sentence = try #require(
            outcome.errors.wholeMatch(
                of: /perennial: There is no such list; “(.*)” brings it back in another place\.\n/))
        #expect(try program.shell(String(sentence.1).replacing("LIST", with: "OTHER")).output == "Brought back Milk.\n")
        #expect(try program.run("lists", "show", "Other").output.hasSuffix("  Milk\n"))
        let plants = try program.run("lists", "delete", "Other", "--json").object()["deletion"] as? String ?? ""
        #expect(try program.run("undo", "--under", "Other", plants).status == 2)
    }

    @Test("The command that undoes names the store, as it was typed")
    func store() throws {
        let path = program.folder.path + "/my garden's.sqlite"
        try program.run("lists", "add", "-x", "--store", path, "--json")
        try program.run("--store", path, "lists", "add", "--", "-x")
        let outcome = try program.run("--store", path, "lists", "delete", "--", "-x")
        let command = try #require(outcome.output.split(separator: ": ").last)
        #expect(try program.shell(String(command)).output == "Brought back -x.\n")
    }

    @Test("What was deleted is listed, brought back by its id, and deleted for good")
    func deleted() throws {
        let before = try garden()
        #expect(try program.run("deleted").output == "")
        try program.run("items", "delete", "Shop", "Milk")
        try program.run("lists", "delete", "Shop")
        let listed = try program.run("deleted").output.split(separator: "\n").map(String.init)
        #expect(
            listed.map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") } == ["Shop and 1 item", "Milk"])
        let ids = listed.map { String($0.prefix(36)) }
        for id in ids { #expect(try program.run("restore", id).output.hasPrefix("Brought back ")) }
        #expect(try garden() == before)
        #expect(try program.run("restore", ids[0]).status == 1)
        #expect(try program.run("restore").status == 2)

        try program.run("items", "delete", "Shop", "Milk", "Bread")
        let id = String(try program.run("deleted", "list").output.prefix(36))
        #expect(try program.run("deleted", "drop", id).output.hasSuffix(" for good.\n"))
        #expect(try program.run("deleted", "drop", id).status == 1)
        #expect(try program.run("restore", id).status == 1)
        #expect(try program.run("deleted", "empty", "--json").output.contains("\"deleted\" : 1"))
        #expect(try program.run("deleted").output == "")
    }
}
