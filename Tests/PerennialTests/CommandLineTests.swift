import Foundation
import HTTPTestClient
import SQLiteTestFile
import Testing

@Suite("The command line")
final class CommandLineTests {
    let program: TestProgram

    init() throws {
        program = try TestProgram()
    }

    deinit {
        program.removeFolder()
    }

    private var files: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: program.folder.path) }
    }

    @Test func `help and version are told`() throws {
        let help = try program.run("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("perennial COMMAND [OPTIONS]"))
        #expect(help.output.contains("serve "))
        #expect(help.errors.isEmpty)
        let serveHelp = try program.run("serve", "--help")
        for option in ["--port N", "--host ADDR", "--store PATH"] {
            #expect(serveHelp.output.contains(option))
        }
        let version = try program.run("--version")
        #expect(version.output.wholeMatch(of: /perennial \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [
        ([], "needs a command"),
        (["dig"], "no command “dig”"),
        (["--colour"], "no option “--colour”"),
        (["serve", "--prot", "80"], "no option “--prot”"),
        (["serve", "now"], "“now” is one word too many"),
        (["serve", "--port"], "--port N"),
        (["serve", "--port", "http"], "0 to 65535"),
        (["serve", "--port", "65536"], "0 to 65535"),
        (["serve", "--port=-1"], "0 to 65535"),
        (["serve", "--port", "1", "--port", "2"], "twice"),
        (["serve", "--store", ""], "path of a file"),
    ])
    func `what is not understood is told in one line, and nothing changes`(words: [String], part: String)
        throws
    {
        let outcome = try program.start(words).finish()
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(part))
        #expect(outcome.errors.hasPrefix("perennial: "))
        #expect(outcome.errors.hasSuffix(".\n"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try files.isEmpty)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `it serves until it is asked to stop`(signal: Int32) throws {
        let (running, port) = try serve()
        let client = try TestClient(port: port)
        try client.request("GET /plants")
        #expect(try client.response().status == 200)
        running.send(signal)
        let outcome = try running.finish()
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(client.isClosedByServer())
    }

    @Test func `the store is in the data folder, which is private`() throws {
        let (running, _) = try serve()
        running.send(SIGTERM)
        _ = try running.finish()
        let folder = program.folder.appendingPathComponent(".local/share/perennial")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func `a port in use is told, and no store is made`() throws {
        let (running, port) = try serve("--store", program.folder.path + "/first/")
        let before = try files
        let outcome = try program.run(
            "serve", "--port", "\(port)", "--store", program.folder.path + "/second/garden.sqlite")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("Port \(port) is in use"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try files == before)
        running.send(SIGTERM)
        #expect(try running.finish().status == 0)
    }

    @Test func `a folder that cannot be made is told`() throws {
        let file = program.folder.appendingPathComponent("file")
        try Data("text".utf8).write(to: file)
        let outcome = try program.run("serve", "--port", "0", "--store", file.path + "/garden.sqlite")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("--store"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try files == ["file"])
    }

    @Test(arguments: ["This is no store.", String(repeating: "SQLite format 3\0 no more of it", count: 200)])
    func `a file that is no store is told, and left as it was`(text: String) throws {
        let file = program.folder.appendingPathComponent("notes.txt")
        try Data(text.utf8).write(to: file)
        let outcome = try program.run("serve", "--port", "0", "--store", file.path)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("perennial: "))
        #expect(outcome.errors.contains(file.path))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try Data(contentsOf: file) == Data(text.utf8))
        #expect(try files == ["notes.txt"])
    }

    @Test func `the server stops while streams are open, and finds the store again`() throws {
        for _ in 0..<2 {
            let (running, port) = try serve()
            let client = try TestClient(port: port)
            try client.request("GET /live?topic=plants")
            #expect(try client.responseHead().status == 200)
            running.send(SIGTERM)
            #expect(try running.finish().status == 0)
            while try client.nextChunk() != nil {}
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `what is known of saves before last week goes when the server starts`() async throws {
        let store = program.folder.appendingPathComponent("garden.sqlite")
        for name in ["Old", "New"] {
            #expect(try program.run("lists", "add", name, "--store", store.path).status == 0)
        }
        let file = SQLiteFile(store)
        _ = file.texts("UPDATE ATRANSACTION SET ZTIMESTAMP = ZTIMESTAMP - 8 * 86400 WHERE Z_PK = 1")
        let (running, _) = try serve("--store", store.path)
        // It is done beside the serving.
        while file.texts("SELECT Z_PK FROM ATRANSACTION") != ["2"] { try await Task.sleep(for: .milliseconds(10)) }
        running.send(SIGTERM)
        #expect(try running.finish().status == 0)
        #expect(file.texts("SELECT COUNT(*) FROM ACHANGE WHERE ZTRANSACTIONID = 1") == ["0"])
        #expect(file.texts("SELECT ZNAME FROM ZLISTS ORDER BY ZNAME") == ["New", "Old"])
    }

    /// Starts a server on a free port and waits until it tells its address.
    private func serve(_ arguments: String...) throws -> (RunningProgram, Int) {
        let running = try program.start(["serve", "--port", "0"] + arguments)
        let line = running.output(until: "\n")
        let address = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\//), "\(line)")
        return (running, try #require(Int(address.1)))
    }
}
