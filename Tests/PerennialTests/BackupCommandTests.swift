import Foundation
import Testing

@Suite("Backups on the command line")
final class BackupCommandTests {
    private let program: TestProgram

    init() throws {
        program = try TestProgram()
        try program.run("plants", "add", "Picea", "glauca")
    }

    deinit { program.removeFolder() }

    private var store: String { program.folder.appendingPathComponent(".local/share/perennial/Garden.sqlite").path }

    private func plants(_ store: String) throws -> [String] {
        try program.run("plants", "--store", store).output.split(separator: "\n").map(String.init)
    }

    @Test("A backup is a garden of its own, only the owner reads it, and it brings the garden back")
    func roundTrip() throws {
        let copy = program.folder.appendingPathComponent("Copy.sqlite").path
        let made = try program.run("backup", copy)
        #expect(made.status == 0 && made.output == "Copied the garden to \(copy).\n")
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try plants(copy).count == 1)
        try program.run("plants", "add", "Abies", "alba")

        let refused = try program.run("backup", copy)
        #expect(refused.status == 1 && refused.errors.contains("is there already"))
        #expect(try plants(copy).count == 1)
        let record = try program.run("backup", copy, "--replace", "--json").object()
        #expect(record["file"] as? String == copy)
        #expect(try plants(copy).count == 2)

        try program.run("plants", "delete", "Picea glauca")
        #expect(try program.run("backup", store, "--store", copy, "--replace").status == 0)
        #expect(try plants(store).count == 2)
    }

    @Test("A folder gets a file of the garden's name")
    func intoFolder() throws {
        let folder = program.folder.appendingPathComponent("backups")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(try program.run("backup", folder.path).status == 0)
        #expect(try plants(folder.appendingPathComponent("Garden.sqlite").path).count == 1)
    }

    @Test("What is no garden does not make way, and what shares a name with another store is refused")
    func noPlace() throws {
        let pipe = program.folder.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let house = program.folder.appendingPathComponent(".local/share/perennial/Garden-house.sqlite").path
        _ = try program.shell("echo 'correct horse' | perennial password")
        let monday = program.folder.appendingPathComponent("Copy.mon").path
        #expect(try program.run("backup", monday).status == 0)
        for (file, says) in [
            (pipe, "is no file"), (house, "another program"),
            (program.folder.appendingPathComponent("Copy.tue").path, "Copy.mon"),
            (monday + "-wal", "beside a store"),
        ] {
            let before = try? Data(contentsOf: URL(fileURLWithPath: file == pipe ? "/dev/null" : file))
            let outcome = try program.run("backup", file, "--replace")
            #expect(outcome.status == 1 && outcome.errors.contains(says), "\(outcome.errors)")
            #expect(access(file, F_OK) == (file == pipe || file == house ? 0 : -1))
            #expect((try? Data(contentsOf: URL(fileURLWithPath: file == pipe ? "/dev/null" : file))) == before)
        }
        chmod(monday, 0o644)
        #expect(try program.run("backup", monday, "--replace").status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: monday)[.posixPermissions] as? Int == 0o600)
    }

    @Test("What cannot be done is told in a sentence, and nothing is left behind")
    func refused() throws {
        let words = program.folder.appendingPathComponent("words.txt")
        try Data("These are words, and no garden.".utf8).write(to: words)
        for (arguments, status, says) in [
            ([], 2, "FILE"), ([words.path], 1, "is there already"),
            ([words.path, "--replace"], 1, "is not a Perennial store"),
            (["/nowhere/at/all.sqlite"], 1, "/nowhere/at/all.sqlite"),
            ([store, "--replace"], 1, "its own place"),
        ] as [([String], Int32, String)] {
            let outcome = try program.start(["backup"] + arguments).finish()
            #expect(outcome.status == status && outcome.errors.contains(says), "\(outcome.errors)")
        }
        #expect(try String(contentsOf: words, encoding: .utf8) == "These are words, and no garden.")
        #expect(try plants(store).count == 1)
    }

    @Test("Where there is no room for it, an earlier backup stays and a new one leaves nothing")
    func noRoom() throws {
        let (old, new) = (
            program.folder.appendingPathComponent("old.sqlite"), program.folder.appendingPathComponent("new.sqlite")
        )
        #expect(try program.run("backup", old.path).status == 0)
        for number in 0..<3 {
            let names = (0..<100).map { "Item \(number) \($0) " + String(repeating: "x", count: 150) }
            if number == 0 { try program.run("lists", "add", "Long") }
            _ = try program.start(["items", "add", "Long"] + names).finish()
        }
        for file in [old, new] {
            let outcome = try program.shell(
                "trap '' XFSZ; ulimit -f 100; perennial backup --replace '\(file.path)' --store '\(store)'"
            )
            #expect(outcome.status == 1 && outcome.errors.contains(file.path), "\(outcome.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: new.path))
        #expect(try plants(old.path).count == 1)
        #expect(try program.run("lists", "--store", old.path).output.isEmpty)
    }

    @Test("A file that was lost beside the garden is told of, and all else is copied") func lostFile() throws {
        try program.run("lists", "add", "Long")
        for number in 0..<4 {
            let names = (0..<100).map { "Item \(number) \($0) " + String(repeating: "x", count: 180) }
            _ = try program.start(["items", "add", "Long"] + names).finish()
        }
        // What is kept of so long a list is in a file of its own.
        try program.run("lists", "delete", "Long")
        let folder = URL(fileURLWithPath: store).deletingLastPathComponent().path + "/.Garden_SUPPORT/_EXTERNAL_DATA"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 1)
        let copies = ["whole", "lacking"].map { program.folder.appendingPathComponent("\($0).sqlite").path }
        #expect(try program.run("backup", copies[0]).errors.isEmpty)
        for name in names { try FileManager.default.removeItem(atPath: folder + "/" + name) }
        let outcome = try program.run("backup", copies[1])
        #expect(outcome.status == 0 && outcome.errors.contains("files are missing beside it: 1 of them"))
        #expect(try plants(copies[1]).count == 1)
    }
}
