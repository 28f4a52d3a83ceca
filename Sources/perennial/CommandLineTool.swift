import Foundation

/// The program `perennial`: finds the command that was typed, runs it, and tells what went wrong.
enum CommandLineTool {
    /// Something went as asked.
    static let success: Int32 = 0
    /// What was asked for could not be done.
    static let failure: Int32 = 1
    /// What was typed is not understood.
    static let usage: Int32 = 2

    /// Every command, in the order the help shows them.
    static let root = Command(
        name: "perennial", summary: "A household's garden book and lists, on the devices of the house.",
        details: "“perennial COMMAND --help” tells more about a command.",
        options: [Option("--version", "Show the version.")],
        subcommands: [.serve, .plants, .sowings, .lists, .items])

    /// Runs the command that `words`, the program's arguments, ask for.
    ///
    /// - Returns: the exit status: 0, 1 if it could not be done, 2 if it was not understood.
    static func run(_ words: [String]) -> Int32 {
        var command = root
        var path = root.name
        var rest = words[...]
        while let word = rest.first, let next = command.subcommands.first(where: { $0.name == word }) {
            command = next
            path += " \(word)"
            rest = rest.dropFirst()
        }
        do {
            return try run(command, path: path, words: rest)
        } catch let error as UsageError {
            let sentence = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
            printError("\(sentence) (see “\(path) --help”).")
            return usage
        } catch {
            printError(sentence(for: error))
            return failure
        }
    }

    private static func run(_ command: Command, path: String, words: ArraySlice<String>) throws -> Int32 {
        if let word = words.first, !word.hasPrefix("-"), !command.subcommands.isEmpty {
            throw UsageError("There is no command “\(word)”.")
        }
        let arguments = try Arguments(words, of: command)
        if arguments.wantsHelp {
            print(command.help(path: path), terminator: "")
            return success
        }
        if command.name == root.name, arguments.has("--version") {
            print("perennial \(Version.current)")
            return success
        }
        guard let run = command.run else { throw UsageError("“\(path)” needs a command.") }
        return try run(arguments)
    }

    /// What to tell of an error that a command threw.
    private static func sentence(for error: any Error) -> String {
        switch error {
        case let error as CommandFailure: error.message
        case let error as any CustomStringConvertible: error.description
        default: error.localizedDescription
        }
    }

    /// Writes one line to the standard error output.
    static func printError(_ message: String) {
        FileHandle.standardError.write(Data("perennial: \(message)\n".utf8))
    }
}
