/// A command of the command line, with its options and, where it has them, commands of its own.
struct Command: Sendable {
    /// The word that calls it.
    let name: String

    /// One line for the help of the command above.
    let summary: String

    /// What else the help says, in whole lines; empty for nothing.
    var details = ""

    /// The operands as the help shows them: `GENUS [SPECIES]`.
    var operands = ""

    /// How many operands it takes.
    var operandCount = 0...0

    var options: [Option] = []

    /// The commands below it: `list` and `add` of `plants`.
    var subcommands: [Command] = []

    /// Does the work and answers with the exit status.
    ///
    /// It throws ``UsageError`` for what was typed wrongly, anything else for what could not be done. A command
    /// without one only has commands below it.
    var run: (@Sendable (Arguments) throws -> Int32)?
}

extension Command {
    /// The text of `--help`.
    ///
    /// - Parameter path: the words that lead to this command: `perennial plants add`.
    func help(path: String) -> String {
        var usage = "Usage: \(path)"
        if !subcommands.isEmpty { usage += run == nil ? " COMMAND" : " [COMMAND]" }
        if !operands.isEmpty { usage += " \(operands)" }
        var text = "\(summary)\n\n\(usage) [OPTIONS]\n"
        if !details.isEmpty { text += "\n\(details)\n" }
        if !subcommands.isEmpty {
            text += "\nCommands:\n"
            text += Self.table(
                subcommands.map { ($0.operands.isEmpty ? $0.name : "\($0.name) \($0.operands)", $0.summary) })
        }
        text += "\nOptions:\n"
        text += Self.table(
            options.map { option in (option.name + (option.value.map { " \($0)" } ?? ""), option.summary) }
                + [("--help", "Show this text.")])
        return text
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = (rows.map { $0.0.count }.max() ?? 0) + 2
        return rows.map { name, summary in
            "  \(name)\(String(repeating: " ", count: width - name.count))\(summary)\n"
        }.joined()
    }
}
