import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
    /// A command of the README, and what it says comes of it.
    private struct Example {
        let command: String
        var output = ""
    }

    private func examples() throws -> [Example] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../README.md")
        var examples: [Example] = []
        var isExample = false
        for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                isExample = line == "```console"
            } else if isExample, line.hasPrefix("$ ") {
                examples.append(Example(command: String(line.dropFirst(2))))
            } else if isExample, !examples.isEmpty {
                examples[examples.count - 1].output += line + "\n"
            }
        }
        return examples
    }

    @Test("Its commands do what it shows, in its order")
    func commands() throws {
        let program = try TestProgram()
        defer { program.removeFolder() }
        let id = /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/
        /// What stands here for the ids in the README.
        var ids: [Substring: Substring] = [:]
        let examples = try examples()
        for example in examples {
            let command = example.command.replacing(id) { ids[$0.0] ?? $0.0 }
            let output = try program.shell("{ \(command); } 2>&1").output
            let shown = example.output.matches(of: id).map(\.output.0)
            let here = output.matches(of: id).map(\.output.0)
            try #require(shown.count == here.count, "\(example.command): \(output)")
            for (shown, here) in zip(shown, here) { ids[shown] = here }
            #expect(output == example.output.replacing(id) { ids[$0.0] ?? $0.0 }, "\(example.command)")
        }
        for command in [
            "plants add", "plants list", "plants rename", "plants delete", "sowings add", "sowings list",
            "sowings edit",
            "sowings move", "sowings delete", "lists", "lists add", "lists show", "lists rename", "lists delete",
            "items add", "items tick", "items untick", "items rename", "items delete", "undo",
        ] {
            #expect(examples.contains { "\($0.command) ".hasPrefix("perennial \(command) ") }, "\(command)")
        }
    }
}
