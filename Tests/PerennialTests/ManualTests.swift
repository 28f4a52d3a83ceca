import Foundation
import Testing

@Suite("The manual page")
struct ManualTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Packaging/perennial.1")

    @Test("It has every command and option that --help has, and no other")
    func commands() throws {
        let program = try TestProgram()
        defer { program.removeFolder() }
        let manual = ManualPage(try String(contentsOf: Self.file, encoding: .utf8))
        var help: [String: Set<String>] = [:]
        try readHelp(of: [], program, into: &help)

        // Options of every command stand once; of those, a server and a password have no answer for machines.
        let common: Set = ["--store PATH", "--help", "--json"]
        #expect(manual.options == common.union(["--version"]))
        #expect(help.removeValue(forKey: "") == ["--version", "--help"])
        let forMachines = help.filter { !["serve", "password"].contains($0.key) }.values
        #expect(!forMachines.isEmpty && forMachines.allSatisfy { $0.contains("--json") })
        for command in ["serve", "password"] { #expect(help[command]?.contains("--json") == false) }

        #expect(Set(manual.commands.keys) == Set(help.keys))
        for (command, options) in help {
            #expect(options.isSuperset(of: ["--store PATH", "--help"]), "\(command)")
            #expect(manual.commands[command] == options.subtracting(common), "\(command)")
        }
    }

    /// Adds what `--help` says of a command and of those below it: what is typed for it, and its options.
    private func readHelp(of path: [String], _ program: TestProgram, into help: inout [String: Set<String>]) throws {
        let text = try program.start(path + ["--help"]).finish().output
        let usage = try #require(text.firstMatch(of: /Usage: perennial ?(.*?) ?\[OPTIONS\]\n/)).1
        let options = Set(rows("Options", text).map { String($0) })
        if path.isEmpty {
            help[""] = options
        } else if usage.hasSuffix("[COMMAND]") {
            // Alone, it lists.
            help[path.joined(separator: " ")] = options
        } else if !usage.hasSuffix("COMMAND") {
            help[String(usage).replacing("…", with: " ...")] = options
        }
        for row in rows("Commands", text) {
            let name = try #require(row.split(separator: " ").first)
            try readHelp(of: path + [String(name)], program, into: &help)
        }
    }

    /// The left column of a table in a help text.
    private func rows(_ title: String, _ text: String) -> [Substring] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != "\(title):" }.dropFirst().prefix { $0.hasPrefix("  ") }.map { line in
            let row = line.dropFirst(2)
            return row.firstRange(of: "  ").map { row[..<$0.lowerBound] } ?? row
        }
    }

    @Test(
        "Its markup has no fault",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc"), "mandoc is not installed"))
    func markup() throws {
        let program = try TestProgram()
        defer { program.removeFolder() }
        // Other pages are known to mandoc where somebody ran makewhatis, so those named at the end are not asked for.
        let outcome = try program.shell("mandoc -Tlint -Wwarning '\(Self.file.path)'")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
}
