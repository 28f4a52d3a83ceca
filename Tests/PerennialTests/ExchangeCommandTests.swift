import Foundation
import Testing

@Suite("Export and import on the command line")
final class ExchangeCommandTests {
    private let program: TestProgram

    init() throws { program = try TestProgram() }

    deinit { program.removeFolder() }

    private func path(_ name: String) -> String { program.folder.appendingPathComponent(name).path }

    private func text(_ name: String) throws -> String {
        try String(decoding: Data(contentsOf: program.folder.appendingPathComponent(name)), as: UTF8.self)
    }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: program.folder.appendingPathComponent(name))
    }

    private var store: String { path(".local/share/perennial/Garden.sqlite") }

    /// Names of what lies in the test's folder, hidden things too.
    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: program.folder.path).sorted() }
    }

    private func fill() throws {
        try program.run("plants", "add", "Picea", "glauca 'Hb07'")
        try program.run(
            "sowings", "add", "Picea glauca 'Hb07'", "--seeds", "20", "--date", "2026-03-01", "--note", "=On; \"sand\"")
        try program.run("lists", "add", "Jobs")
        try program.run("items", "add", "Jobs", "Dig", "Rest")
        try program.run("items", "tick", "Jobs", "Rest")
    }

    @Test("A garden goes out and comes in on another machine")
    func roundTrip() throws {
        try fill()
        let outcome = try program.run("export", path("garden.json"))
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.output == "Exported 1 plant, 1 sowing, 1 list and 2 items to \(path("garden.json")).\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path("garden.json"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let other = path("other/garden.sqlite")
        for (added, present) in [
            ("1 plant, 1 sowing, 1 list and 2 items", nil), ("nothing", "1 plant, 1 sowing, 1 list and 2 items"),
        ] {
            let imported = try program.run("import", path("garden.json"), "--store", other)
            #expect(imported.status == 0 && imported.errors.isEmpty)
            #expect(imported.output == "Added: \(added).\n" + (present.map { "Already there: \($0).\n" } ?? ""))
        }
        for format in ["plants-csv", "lists-csv"] {
            let tables = try [[], ["--store", other]].map {
                try program.start(["export", "-", "--format", format] + $0).finish().output
            }
            #expect(tables[0] == tables[1] && tables[0].hasPrefix("\u{FEFF}"))
        }
        #expect(
            try program.run("sowings", "list", "Picea glauca 'Hb07'", "--store", other).output.contains("=On; \"sand\"")
        )
    }

    @Test("The format is told by the file's name, or by --format")
    func formats() throws {
        try fill()
        for (file, format, beginning) in [
            ("a.json", nil, "{\n  \"format\": \"perennial\""), ("a.ics", nil, "BEGIN:VCALENDAR\r\n"),
            ("p.csv", "plants-csv", "\u{FEFF}Genus,"), ("l.csv", "LISTS-CSV", "\u{FEFF}List,"),
            ("a.txt", "json", "{\n"),
        ] as [(String, String?, String)] {
            let outcome = try program.start(["export", path(file)] + (format.map { ["--format", $0] } ?? [])).finish()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try text(file).hasPrefix(beginning))
        }
        for (words, says) in [
            ([path("x.csv")], "--format is needed for this file: one of json, plants-csv, lists-csv, ics"),
            (["-"], "--format is needed"), ([path("x.json"), "--format", "csv"], "--format needs one of"),
            (["-", "--format", "json", "--json"], "--json has no place"), ([""], "--format is needed"),
            ([], "it takes FILE"),
        ] {
            let outcome = try program.start(["export"] + words).finish()
            #expect(outcome.status == 2 && outcome.errors.contains(says), "\(outcome.errors)")
        }
        #expect(try files == [".local", "a.ics", "a.json", "a.txt", "l.csv", "p.csv"])
    }

    @Test("What is there already makes way only when that is said, and only where it is such an export")
    func replacing() throws {
        try fill()
        try program.run("export", path("a.json"))
        let first = try text("a.json")
        let refused = try program.run("export", path("a.json"))
        #expect(
            refused.status == 1
                && refused.errors.contains("is there already: choose another file, or replace it with --replace."))
        #expect(try text("a.json") == first)
        try program.run("plants", "add", "Abies")
        #expect(try program.run("export", path("a.json"), "--replace").status == 0)
        #expect(try text("a.json").contains("Abies"))
        // A link stays one.
        try FileManager.default.createSymbolicLink(atPath: path("link.json"), withDestinationPath: path("a.json"))
        try program.run("plants", "add", "Larix")
        #expect(try program.run("export", path("link.json"), "--replace").status == 0)
        #expect(try text("a.json").contains("Larix"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link.json")) == path("a.json"))

        try write("These are words.", "words.json")
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        for (file, says) in [
            (store, "is no export of the format json"), (path("words.json"), "is no export"),
            (path("pipe"), "is no file"),
            (program.folder.path, "is a folder"), (path("nowhere/a.json"), "cannot be written: No such file"),
        ] {
            let outcome = try program.run("export", file, "--format", "json", "--replace")
            #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains(says), "\(outcome.errors)")
        }
        #expect(try program.run("plants").output.split(separator: "\n").count == 3)
        #expect(try text("words.json") == "These are words.")
        #expect(try files == [".local", "a.json", "link.json", "pipe", "words.json"])
    }

    @Test("A preview says the same and changes nothing")
    func preview() throws {
        try write(
            "Genus;Species;Date sown;Number of seeds\nRosa;alba;1.3.2026;20\nRosa;alba;2.3.2026;5\nMalva;;;\n",
            "table.csv")
        let preview = try program.run("import", path("table.csv"), "--preview")
        #expect(preview.status == 0 && preview.output == "New: 2 plants and 2 sowings.\n")
        #expect(try files == ["table.csv"])
        let record = try program.run("import", path("table.csv"), "--preview", "--json").object()
        #expect(record["preview"] as? Bool == true && record["format"] as? String == "plants-csv")
        #expect(record["new"] as? [String: Int] == ["plants": 2, "sowings": 2, "lists": 0, "items": 0])
        #expect(try program.run("import", path("table.csv"), "--preview", "--store", path("none.sqlite")).status == 1)
        #expect(try program.run("import", path("table.csv")).output == "Added: 2 plants and 2 sowings.\n")
        #expect(try program.run("sowings", "list", "Rosa alba").output.contains("  2026-03-01  20 seeds"))
    }

    @Test("What is in conflict is left as it is and told, or overwritten")
    func conflicts() throws {
        try fill()
        try program.run("export", path("p.csv"), "--format", "plants-csv")
        try write(try text("p.csv").replacing(",20,", with: ",25,"), "p.csv")
        let outcome = try program.run("import", path("p.csv"))
        #expect(outcome.status == 1)
        #expect(
            outcome.output == """
                Added: nothing.
                Already there: 1 plant.
                In conflict: 1 sowing.
                  20 seeds on Mar 1, 2026 of Picea glauca 'Hb07': Number of seeds “20”, in the file “25”

                """)
        #expect(
            outcome.errors
                == "perennial: What is in conflict was left as it is; “perennial import --overwrite \(path("p.csv"))” takes the file's values.\n"
        )
        let preview = try program.run("import", path("p.csv"), "--preview", "--json").object()
        let conflict = (preview["conflicts"] as? [[String: Any]])?.first
        #expect(conflict?["kind"] as? String == "sowing" && conflict?["reason"] as? String == "differs")
        #expect(
            conflict?["differences"] as? [[String: String]] == [
                ["field": "numberOfSeeds", "garden": "20", "file": "25"]
            ])
        let taken = try program.run("import", path("p.csv"), "--overwrite", "--json")
        #expect(taken.status == 0)
        #expect(try taken.object()["taken"] as? Int == 1)
        #expect(try program.run("plants").output.contains("25 seeds"))
        #expect(try program.run("import", path("p.csv")).status == 0)
    }

    @Test("A file comes from the standard input, and a store is not made for one that cannot be read")
    func standardInput() throws {
        let wrong = try program.shell("printf 'Genus,Date sown,Seeds\\nRosa,1/3/2026,x\\n' | perennial import - ")
        #expect(wrong.status == 2 && wrong.output.isEmpty)
        #expect(
            wrong.errors == """
                perennial: line 2, Date sown: “1/3/2026” may be 2026-01-03 or 2026-03-01: write it like that.
                perennial: line 2, Number of seeds: A whole number from 0 to 32,767. It says “x”.

                """)
        #expect(try files.isEmpty)
        #expect(
            try program.shell("printf 'List,Item\\nJobs,Dig\\n' | perennial import - ").output
                == "Added: 1 list and 1 item.\n")
        let record = try program.shell("printf '[]' | perennial import - --json")
        #expect(try record.status == 2 && record.object()["error"] as? String == "invalid")
        for (words, status, says) in [
            ([path("none.csv")], 1, "cannot be read: No such file"), ([program.folder.path], 1, "is a folder"),
            (["a.csv", "--preview", "--overwrite"], 2, "do not go together"), ([store], 2, "The file is a store"),
        ] as [([String], Int32, String)] {
            let outcome = try program.start(["import"] + words).finish()
            #expect(
                outcome.status == status && outcome.output.isEmpty && outcome.errors.contains(says), "\(outcome.errors)"
            )
        }
    }

    @Test("An export to the standard output that cannot be written is told, and one that nobody reads ends silently")
    func fullOutput() throws {
        try fill()
        let full = try program.shell("perennial export - --format json > /dev/full")
        #expect(full.status == 1 && full.errors.contains("No space left on device"))
        let unread = try program.shell(
            "mkfifo pipe; (exec 4<pipe) & exec 5>pipe; wait; perennial export - --format json >&5")
        #expect(unread.status == 128 + SIGPIPE && unread.errors.isEmpty)
    }

    /// A table of many plants and sowings.
    private func writeMany() throws {
        let lines = (0..<4000).map { "Genus \($0 / 4),2026-03-01,\($0 % 100),Note \($0) of what was sown" }
        try write("Genus,Date sown,Seeds,Note\n" + lines.joined(separator: "\n"), "many.csv")
    }

    @Test("Where there is no room for it, an export leaves nothing, and the earlier one stays")
    func noRoomForExport() throws {
        try fill()
        try program.run("export", path("a.json"))
        let before = try text("a.json")
        try writeMany()
        try program.run("import", path("many.csv"))
        for file in ["a.json", "b.json"] {
            let outcome = try program.shell("trap '' XFSZ; ulimit -f 100; perennial export --replace '\(path(file))'")
            #expect(outcome.status == 1 && outcome.errors.contains("\(path(file)) cannot be written: File too large"))
        }
        #expect(try text("a.json") == before)
        #expect(try files == [".local", "a.json", "many.csv"])
    }

    @Test("Where there is no room for it, nothing is brought in")
    func noRoomForImport() throws {
        try fill()
        try writeMany()
        let before = try program.run("export", "-", "--format", "plants-csv").output
        let outcome = try program.shell("trap '' XFSZ; ulimit -f 300; perennial import '\(path("many.csv"))'")
        #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.split(separator: "\n").count == 1)
        #expect(try program.run("export", "-", "--format", "plants-csv").output == before)
        #expect(try program.run("import", path("many.csv")).output == "Added: 1000 plants and 4000 sowings.\n")
    }

    @Test(
        "Killed in the middle, an import has brought in all or nothing", .timeLimit(.minutes(10)),
        arguments: [1, 40_000, 400_000])
    func killed(logSize: Int) async throws {
        try fill()
        try writeMany()
        let before = try table()
        let running = try program.start(["import", path("many.csv")])
        // Killed when so much was written to the log beside the store, or a little after the end.
        let log = store + "-wal"
        func size() -> Int { (try? FileManager.default.attributesOfItem(atPath: log))?[.size] as? Int ?? 0 }
        while !running.hasEnded, size() < logSize {
            try await Task.sleep(for: .milliseconds(1))
        }
        running.send(SIGKILL)
        _ = try running.finish()
        let after = try table()
        let rows = after.split(separator: "\r\n").count
        #expect(after == before || rows == 4002, "\(rows)")
        #expect(try program.run("import", path("many.csv")).status == 0)
        #expect(try table().split(separator: "\r\n").count == 4002)
    }

    /// The plants as a table, which is too long for a pipe that is read at the end.
    private func table() throws -> String {
        #expect(try program.run("export", path("table.csv"), "--format", "plants-csv", "--replace").status == 0)
        return try text("table.csv")
    }
}
