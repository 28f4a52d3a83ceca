import Foundation

/// The program `perennial`: finds the command that was typed, runs it, and tells what went wrong.
enum CommandLineTool {
    /// Something went as asked.
    static let success: Int32 = 0
    /// What was asked for was refused, or is not possible.
    static let failure: Int32 = 1
    /// What was typed is not understood, or has a value that cannot be.
    static let usage: Int32 = 2

    /// Every command, in the order the help shows them.
    static let root = Command(
        name: "perennial", summary: "A household's garden book and lists, on the devices of the house.",
        details: """
            “perennial COMMAND --help” tells more about a command. Options may stand anywhere; after “--” come
            names alone, such as one that begins with a hyphen.

            The exit status is
              0  when it was done,
              1  when it was refused or is not possible: a name that is taken, nothing of that name, a store that
                 cannot be read or written,
              2  when it was not understood: a command that is none, or a value that cannot be, such as an empty
                 name or a day the calendar does not have.
            Of several names, those that can be done are done, and the greatest status counts.

            With --json there is one JSON value on the standard output. An object with the key “error” says what
            was refused, and the standard error output says it in words, as without --json.
            """,
        options: [Option("--version", "Show the version.")],
        subcommands: [
            .serve, .password, .plants, .sowings, .lists, .items, .undo, .deleted, .restore, .backup, .export, .import,
        ])

    /// Runs the command that was typed.
    ///
    /// - Returns: the exit status: 0, 1 if it could not be done, 2 if it was not understood.
    static func run() -> Int32 {
        let invocation = Invocation(TypedWords.all, root: root)
        var isJSON = invocation.words.prefix { $0 != "--" }.contains("--json")
        do {
            try TypedWords.requireText()
            if let word = invocation.strayWord { throw UsageError("There is no command \(Quotation.of(word)).") }
            let arguments = try Arguments(invocation.words, of: invocation.command)
            isJSON = arguments.has("--json")
            return try run(invocation, arguments)
        } catch let failure as OutputFailure where failure.isUnread {
            StandardStreams.endAsUnread()
        } catch let failure as OutputFailure {
            let done = failure.isAfterChange ? "It was done, but the answer" : "The answer"
            StandardStreams.writeError("\(done) cannot be written to the standard output: \(failure.reason).")
            return Self.failure
        } catch {
            return refuse(error, path: invocation.path, isJSON: isJSON)
        }
    }

    private static func run(_ invocation: Invocation, _ arguments: Arguments) throws -> Int32 {
        if arguments.wantsHelp {
            try StandardStreams.write(invocation.command.help(path: invocation.path))
            return success
        }
        if invocation.command.name == root.name, arguments.has("--version") {
            try StandardStreams.write("perennial \(Version.current)\n")
            return success
        }
        guard let run = invocation.command.run else {
            throw UsageError("“\(invocation.path)” needs a command.")
        }
        return try run(arguments)
    }

    /// Tells of an error that a command threw.
    private static func refuse(_ error: any Error, path: String, isJSON: Bool) -> Int32 {
        var refusal = Refusal(error)
        if refusal.kind == .usage { refusal = refusal.pointing(to: path) }
        refusal.tell()
        if isJSON {
            do {
                try StandardStreams.write(JSONText.of(RefusalRecord(refusal)))
            } catch let failure as OutputFailure where failure.isUnread {
                StandardStreams.endAsUnread()
            } catch {
                // It was told in words.
            }
        }
        return refusal.status
    }
}

extension Refusal {
    /// The same with the way to the help at the end of its sentence.
    fileprivate func pointing(to path: String) -> Refusal {
        var refusal = self
        refusal.sentences = sentences.map { sentence in
            "\(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence) (see “\(path) --help”)."
        }
        return refusal
    }
}
