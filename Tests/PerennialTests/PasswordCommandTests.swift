import Foundation
import Testing

@Suite("perennial password") final class PasswordCommandTests {
    private let program: TestProgram
    private var store: String { program.folder.appendingPathComponent("Garden.sqlite").path }

    init() throws { program = try TestProgram() }
    deinit { program.removeFolder() }

    private func set(_ password: String) throws -> TestProgram.Outcome {
        try program.shell("printf '%s\\n' '\(password)' | perennial password --store '\(store)'")
    }

    @Test(
        "Without a password nothing but this machine is served, and the sentence says what to do",
        arguments: ["0.0.0.0", "::", "192.168.1.2", "example.org"])
    func refuses(host: String) throws {
        let outcome = try program.run("serve", "--port", "0", "--host", host, "--store", store)
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("perennial password --store"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder.path).isEmpty)
    }

    @Test("Behind a proxy everybody could come in too, and a proxy is named by its address")
    func proxies() throws {
        let behind = try program.run("serve", "--port", "0", "--trusted-proxy", "127.0.0.1", "--store", store)
        #expect(behind.status == 1 && behind.errors.contains("perennial password"))
        for list in ["localhost", "10.0.0.0/8", "127.0.0.1, nonsense"] {
            let outcome = try program.run("serve", "--port", "0", "--trusted-proxy", list, "--store", store)
            #expect(outcome.status == 2 && outcome.errors.contains("addresses in numbers"), "\(outcome.errors)")
        }
    }

    @Test("With a password all addresses are served, and the machine's own are shown")
    func serves() throws {
        #expect(try set("correct horse").status == 0)
        let running = try program.start(["serve", "--port", "0", "--host", "0.0.0.0", "--store", store])
        let line = running.output(until: "\n")
        #expect(line.hasPrefix("Perennial is at http://"))
        #expect(!line.contains("correct horse"))
        running.send(SIGTERM)
        #expect(try running.finish().status == 0)
    }

    @Test("A password that is too short is refused, and none that was set is lost")
    func tooShort() throws {
        #expect(try set("correct horse").status == 0)
        let outcome = try set("short")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("at least 8 characters"))
        let removed = try program.run("password", "--remove", "--store", store)
        #expect(removed.output.contains("is removed"))
        #expect(try program.run("password", "--remove", "--store", store).output == "There was no password.\n")
        #expect(try program.run("serve", "--host", "0.0.0.0", "--store", store).status == 1)
    }

    @Test("The password is never shown, nor kept as it is")
    func isKept() throws {
        let outcome = try set("correct horse battery")
        #expect(!(outcome.output + outcome.errors).contains("correct horse"))
        let file = try Data(contentsOf: program.folder.appendingPathComponent("Garden-house.sqlite"))
        #expect(file.range(of: Data("correct horse".utf8)) == nil)
    }
}
