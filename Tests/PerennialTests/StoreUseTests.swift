import Foundation
import HTTPTestClient
import Testing

@Suite("What commands do with the store")
final class StoreUseTests {
    private let program: TestProgram
    private let store: URL

    init() throws {
        program = try TestProgram()
        store = program.folder.appendingPathComponent("garden/garden.sqlite")
    }

    deinit {
        chmod(store.deletingLastPathComponent().path, 0o755)
        program.removeFolder()
    }

    private var files: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: program.folder.path).sorted() }
    }

    private static let someID = "F0E1D2C3-B4A5-4697-8879-6A5B4C3D2E1F"

    /// Every command but those that can begin a garden.
    private static let needingStore = [
        ["plants"], ["plants", "list"], ["plants", "rename", "a", "b"], ["plants", "delete", "a"],
        ["sowings", "list", "a"], ["sowings", "add", "a", "--seeds", "1"], ["sowings", "edit", someID, "--seeds", "1"],
        ["sowings", "move", someID, "a"], ["sowings", "delete", someID], ["lists"], ["lists", "list"],
        ["lists", "show", "a"], ["lists", "rename", "a", "b"], ["lists", "delete", "a"], ["items", "list", "a"],
        ["items", "add", "a", "b"], ["items", "tick", "a", "b"], ["items", "untick", "a", "b"],
        ["items", "rename", "a", "b", "c"], ["items", "delete", "a", "b"], ["undo"], ["undo", someID],
    ]

    @Test("Where no store is, none is made, and the sentence says how one is", arguments: needingStore)
    func mistyped(words: [String]) throws {
        let outcome = try program.start(words + ["--store", store.path]).finish()
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(
            outcome.errors == "perennial: There is no store at \(store.path); “perennial plants add” or “perennial "
                + "lists add” makes one.\n")
        #expect(try files.isEmpty)
    }

    @Test("An empty file is no store yet", arguments: [["plants"], ["undo"], ["items", "add", "a", "b"]])
    func emptyFile(words: [String]) throws {
        let file = program.folder.appendingPathComponent("empty")
        try Data().write(to: file)
        #expect(try program.start(words + ["--store", file.path]).finish().status == 1)
        #expect(try Data(contentsOf: file).isEmpty && files == ["empty"])
    }

    @Test("Before anything was entered the garden is empty, and looking makes nothing", arguments: needingStore)
    func firstUse(words: [String]) throws {
        let outcome = try program.start(words).finish()
        let isOverview = words.count == 1 && words != ["undo"] || words.last == "list"
        #expect(outcome.status == (isOverview ? 0 : 1))
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("There is no ") || outcome.errors.contains("This was ") != isOverview)
        #expect(try files.isEmpty)
    }

    @Test("A store behind a link is used where it is, with its house, whatever way the link is written")
    func link() throws {
        let folder = program.folder
        for place in ["real", "links"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(place), withIntermediateDirectories: true)
        }
        try program.run("--store", folder.path + "/real/Garden.sqlite", "plants", "add", "Rosa")
        for (number, target) in ["../real/Garden.sqlite", folder.path + "/real/Garden.sqlite"].enumerated() {
            let link = folder.path + "/links/\(number).sqlite"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            #expect(try program.run("--store", link, "plants").output.contains("Rosa"))
            _ = try program.shell("echo 'correct horse' | perennial password --store \(link)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/real").sorted()
        #expect(names.contains("Garden-house.sqlite"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/links").count == 2)
    }

    @Test("A garden is its owner's alone to read, also in a folder that was there") func permissions() throws {
        let folder = program.folder.appendingPathComponent("shared")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let file = folder.path + "/Garden.sqlite"
        #expect(try program.run("--store", file, "plants", "add", "Rosa").status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }

    @Test("The first plant or list makes the store", arguments: [["plants", "add", "a"], ["lists", "add", "a"]])
    func first(words: [String]) throws {
        #expect(try program.start(words + ["--store", store.path]).finish().status == 0)
        #expect(try files == ["garden", "garden/garden.sqlite"])
    }

    @Test(
        "A store that may not be written to is read, left without a trace, and refused to be changed",
        arguments: [(0o555, 0o444), (0o555, 0o666), (0o777, 0o444)])
    func readOnly(folderMode: Int, fileMode: Int) throws {
        try program.run("lists", "add", "Shop", "--store", store.path)
        try program.run("items", "add", "Shop", "Milk", "--store", store.path)
        let before = try Data(contentsOf: store)
        chmod(program.folder.path, 0o755)
        chmod(store.path, mode_t(fileMode))
        chmod(store.deletingLastPathComponent().path, mode_t(folderMode))
        let shown = try program.runAsNobody("lists", "show", "Shop", "--store", store.path)
        #expect(shown.status == 0 && shown.output.hasSuffix("  [ ]  Milk\n"), "\(shown)")
        for words in [
            ["items", "tick", "Shop", "Milk"], ["lists", "add", "Jobs"], ["lists", "delete", "Shop"], ["undo"],
        ] {
            let refused = try program.runAsNobody(words + ["--store", store.path])
            #expect(refused.status == 1 && refused.output.isEmpty)
            #expect(refused.errors.contains(" may not be written to: "))
            #expect(refused.errors.split(separator: "\n").count == 1)
        }
        #expect(try files.filter { $0.hasPrefix("garden") } == ["garden", "garden/garden.sqlite"])
        #expect(try Data(contentsOf: store) == before)
    }

    @Test("A store that may not be written to is read while a server writes to it")
    func readOnlyWithServer() throws {
        let server = try program.start(["serve", "--port", "0", "--store", store.path])
        _ = server.output(until: "\n")
        try program.run("lists", "add", "Shop", "--store", store.path)
        chmod(program.folder.path, 0o755)
        chmod(store.deletingLastPathComponent().path, 0o755)
        for file in ["", "-wal", "-shm"] { chmod(store.path + file, 0o644) }
        #expect(try program.runAsNobody("lists", "--store", store.path).output.contains("  Shop  "))
        try program.run("lists", "add", "Jobs", "--store", store.path)
        #expect(try program.runAsNobody("lists", "--store", store.path).output.contains("  Jobs  "))
        server.send(SIGTERM)
        #expect(try server.finish().status == 0)
    }

    @Test("While a server runs the commands do the same, and it shows what they did", arguments: [false, true])
    func withServer(isServing: Bool) throws {
        try program.run("lists", "add", "Jobs")
        let server = isServing ? try program.start(["serve", "--port", "0"]) : nil
        let port = server?.output(until: "\n").firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }
        #expect((port != nil) == isServing)
        #expect(try program.run("lists", "add", "jobs").status == 1)
        #expect(try program.run("lists", "rename", "jobs", "Shop").status == 0)
        #expect(try program.run("items", "add", "Shop", "Milk", "Bread").status == 0)
        #expect(try program.run("items", "delete", "Shop", "Milk", "Bread").status == 0)
        #expect(try program.run("undo").output == "Brought back Bread.\n")
        #expect(try program.run("items", "tick", "Shop", "bread").status == 0)
        #expect(try program.run("lists", "add", "Chores").status == 0)
        #expect(try program.run("lists", "delete", "Chores").status == 0)
        let lists = try program.run("lists").output
        #expect(lists.dropFirst(36) == "  Shop  0 of 1 item open\n")
        if let server, let port {
            let client = try TestClient(port: port)
            try client.request("GET /lists")
            let page = try client.response().text
            #expect(page.contains("Shop") && !page.contains("Jobs") && !page.contains("Chores"))
            server.send(SIGTERM)
            #expect(try server.finish().status == 0)
        }
    }

    @Test("A store that may not be read is told")
    func unreadable() throws {
        try program.run("lists", "add", "Shop", "--store", store.path)
        chmod(program.folder.path, 0o755)
        chmod(store.deletingLastPathComponent().path, 0o755)
        chmod(store.path, 0o000)
        let outcome = try program.runAsNobody("lists", "--store", store.path)
        #expect(outcome.status == 1)
        #expect(outcome.errors == "perennial: \(store.path) may not be read: change its permissions.\n")
        chmod(store.deletingLastPathComponent().path, 0o700)
        let hidden = try program.runAsNobody("lists", "--store", store.path)
        #expect(hidden.status == 1 && hidden.errors.contains(" may not be "))
    }
}
