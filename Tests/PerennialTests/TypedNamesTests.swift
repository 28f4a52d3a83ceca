import Foundation
import Testing

@Suite("Names on the command line")
final class TypedNamesTests {
    private let program: TestProgram

    init() throws { program = try TestProgram() }

    deinit { program.removeFolder() }

    @Test(
        "Bytes that are no text are refused wherever they stand",
        arguments: ["\\377", "a\\300\\200b", "\\355\\240\\200"])
    func bytes(bytes: String) throws {
        for words in [
            "lists add \"$X\"", "plants add Rosa \"$X\"", "items add Shop a \"$X\"", "plants --search \"$X\"",
        ] {
            let outcome = try program.shell("X=$(printf '\(bytes)'); perennial \(words)")
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("is not in UTF-8"))
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
        #expect(try program.run("lists").output.isEmpty)
    }

    @Test(
        "Names are tidied as in the forms",
        arguments: [
            ("  Oat \t flakes\n", "Oat flakes"), ("Cafe\u{301}", "Café"), ("\u{202E}Milk", "\u{202E}Milk"),
            ("שלום", "שלום"), ("👩‍🌾", "👩‍🌾"), ("a'b\"c$d`e\\f", "a'b\"c$d`e\\f"),
        ])
    func tidied(typed: String, kept: String) throws {
        #expect(try program.run("lists", "add", typed).status == 0)
        #expect(try program.run("lists").output.dropFirst(36) == "  \(kept)  0 of 0 items open\n")
        // Invisible characters make no other name.
        #expect(try program.run("lists", "add", "\u{200B}\(kept)\u{FEFF}").status == 1)
        #expect(try program.run("lists", "show", "\(kept)").status == 0)
    }

    @Test("A name of several lines is several items")
    func lines() throws {
        try program.run("lists", "add", "Shop")
        let outcome = try program.run("items", "add", "Shop", "- Milk\n- Bread\n\n- milk", "- Tea")
        #expect(outcome.status == 1)
        #expect(outcome.output.split(separator: "\n").map { $0.dropFirst(43) } == ["Milk", "Bread", "- Tea"])
    }

    @Test("What is called like an id is found by its name, and an id means what has it")
    func ids() throws {
        let name = UUID().uuidString
        let list = try program.run("lists", "add", name, "--json").object()["id"] as? String ?? ""
        #expect(try program.run("items", "add", name, name.lowercased()).status == 0)
        #expect(try program.run("items", "tick", name, name).status == 0)
        #expect(try program.run("lists", "show", list).output.hasSuffix("  [x]  \(name.lowercased())\n"))
        try program.run("plants", "add", name)
        #expect(try program.run("sowings", "add", name, "--seeds", "1").status == 0)
        // A list that is called like another one's id does not stand before that one.
        try program.run("lists", "add", list)
        #expect(try program.run("lists", "rename", list, "Shop").output.hasPrefix(list))
    }

    @Test(
        "A plant is meant by its name in any spelling, or by its id",
        arguments: ["Picea glauca 'Hb07'", "picea  GLAUCA ‘hb07’", "ID", " Picea glauca `Hb07`"])
    func plants(typed: String) throws {
        let id = try program.run("plants", "add", "Picea", "glauca 'Hb07'", "--json").object()["id"] as? String ?? ""
        try program.run("plants", "add", "Picea", "glauca")
        let meant = typed == "ID" ? id : typed
        #expect(try program.run("sowings", "add", meant, "--seeds", "5").status == 0)
        #expect(
            try program.run("plants", "delete", meant).output.hasPrefix("Deleted Picea glauca 'Hb07' and 1 sowing."))
    }

    @Test("A name of two words without quotes is told, and a genus alone means no species of it")
    func ambiguous() throws {
        try program.run("plants", "add", "Picea", "glauca")
        try program.run("plants", "add", "Picea", "abies")
        let words = try program.run("plants", "delete", "Picea", "glauca")
        #expect(
            words.status == 2
                && words.errors.contains("“glauca” is one word too many; put a name of several words in quotes"))
        let genus = try program.run("plants", "delete", "Picea")
        #expect(genus.status == 1 && genus.errors.contains("there is “Picea abies”, “Picea glauca”"))
        #expect(try program.run("plants").output.split(separator: "\n").count == 2)
    }

    @Test(
        "Options stand anywhere, and what follows two hyphens is no option",
        arguments: [
            ["--json", "lists", "add", "Shop"], ["lists", "--json", "add", "Shop"], ["lists", "add", "--json", "Shop"],
            ["lists", "add", "Shop", "--json"], ["lists", "add", "--json", "--", "Shop"],
        ])
    func order(words: [String]) throws {
        let outcome = try program.start(["--store=\(program.folder.path)/g"] + words).finish()
        #expect(try outcome.object()["name"] as? String == "Shop")
        let file = try program.start(words + ["--store", program.folder.path + "/h"]).finish()
        #expect(file.status == (words.contains("--") ? 2 : 0))
    }

    @Test(
        "An option that lacks its value does not take the next one for it",
        arguments: [
            ["plants", "list", "--store", "--json"], ["sowings", "add", "Rosa", "--seeds", "--date", "2026-03-01"],
            ["sowings", "add", "Rosa", "--seeds", "--date=2026-03-01"], ["plants", "--search"],
        ])
    func missingValue(words: [String]) throws {
        let outcome = try program.start(words).finish()
        #expect(outcome.status == 2 && outcome.errors.contains(" needs a value: "))
    }
}
