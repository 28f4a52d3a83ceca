import Foundation
import Testing

/// `make install` of the program that was built with the tests; what is installed for good is tested with its package.
@Suite("make install")
final class InstallTests {
    private let program: TestProgram

    init() throws {
        program = try TestProgram()
    }

    deinit { program.removeFolder() }

    private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardizedFileURL.path

    /// Runs make; `root` in the test's folder takes the place of `/`.
    @discardableResult
    private func make(_ target: String, _ variables: String = "") throws -> [String] {
        let outcome = try program.shell(
            "make -C '\(Self.project)' \(target) PROGRAM=\"$(command -v perennial)\" DESTDIR=\"$PWD/root\" \(variables)"
        )
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        return try installed()
    }

    /// Each file with its permissions.
    private func installed() throws -> [String] {
        try program.shell("cd root && find . -not -type d -printf '%m %P\\n' | LC_ALL=C sort -k 2").output
            .split(separator: "\n").map(String.init)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: program.folder.appendingPathComponent("root/\(path)"), encoding: .utf8)
    }

    @Test("Everything is in its place and runs from there, and goes again")
    func install() throws {
        let files = try make("install", "PREFIX=/opt/garden")
        #expect(
            files == [
                "644 etc/default/perennial", "755 opt/garden/bin/perennial",
                "644 opt/garden/lib/systemd/system/perennial.service", "644 opt/garden/lib/sysusers.d/perennial.conf",
                "644 opt/garden/share/man/man1/perennial.1",
            ])
        let unit = try text("opt/garden/lib/systemd/system/perennial.service")
        #expect(unit.contains("\nExecStart=/opt/garden/bin/perennial serve "))
        for path in [
            "opt/garden/lib/systemd/system/perennial.service", "opt/garden/share/man/man1/perennial.1",
        ] { #expect(try !text(path).contains("@PREFIX@")) }
        let version = try program.shell("root/opt/garden/bin/perennial --version").output
        #expect(try version == program.run("--version").output && !version.isEmpty)

        #expect(try make("uninstall", "PREFIX=/opt/garden").isEmpty)
    }

    @Test("The options of the administrator outlast another install, and the uninstall")
    func options() throws {
        let usual = try make("install")
        #expect(usual.contains("755 usr/local/bin/perennial"))
        let file = program.folder.appendingPathComponent("root/etc/default/perennial")
        try Data("PERENNIAL_OPTIONS=\"--port 9000\"\n".utf8).write(to: file)
        #expect(try make("install") == usual)
        #expect(try text("etc/default/perennial").contains("--port 9000"))
        #expect(try make("uninstall") == ["644 etc/default/perennial"])
    }

    @Test("What the unit starts, with the options as installed, serves this machine alone")
    func service() throws {
        try make("install")
        let unit = try text("usr/local/lib/systemd/system/perennial.service")
        let options = try text("etc/default/perennial")
        let command = try #require(unit.firstMatch(of: /\nExecStart=.*?\/perennial (.*)\n/)).1
        let given = try #require(options.firstMatch(of: /\nPERENNIAL_OPTIONS="(.*)"\n/)).1
        let words = command.replacing("$PERENNIAL_OPTIONS", with: given)
            .replacing("/var/lib/perennial/", with: program.folder.path + "/")
            // The port may be somebody's.
            .replacing("--port 8080", with: "--port 0").split(separator: " ").map(String.init)
        let running = try program.start(words)
        #expect(running.output(until: "\n").hasPrefix("Perennial is at http://127.0.0.1:"))
        running.send(SIGTERM)
        #expect(try running.finish().status == 0)
        #expect(FileManager.default.fileExists(atPath: program.folder.appendingPathComponent("Garden.sqlite").path))
    }
}
