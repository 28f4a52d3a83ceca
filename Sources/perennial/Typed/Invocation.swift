/// The command that was typed, and what was typed for it.
struct Invocation {
    /// The command; the program itself if none was.
    private(set) var command: Command
    /// The words that lead to it: `perennial plants add`.
    private(set) var path: String
    /// The other words, in order.
    private(set) var words: [String] = []
    /// A word that stands where a command is called, and is none.
    private(set) var strayWord: String?

    /// Finds the command among `words`. Options may stand anywhere, also before it.
    init(_ words: [String], root: Command) {
        command = root
        path = root.name
        var rest = words[...]
        while let word = rest.first, word != "--", !command.subcommands.isEmpty {
            if word.hasPrefix("-") {
                // The value of an option is no command.
                let takesValue = command.allOptions.contains { $0.name == word && $0.value != nil }
                self.words += rest.prefix(takesValue ? 2 : 1)
                rest = rest.dropFirst(takesValue ? 2 : 1)
            } else if let next = command.subcommands.first(where: { $0.name == word }) {
                command = next
                path += " \(word)"
                rest = rest.dropFirst()
            } else {
                strayWord = word
                break
            }
        }
        self.words += rest
    }
}

extension Command {
    /// Its own options and those of the commands below it.
    fileprivate var allOptions: [Option] { options + subcommands.flatMap(\.allOptions) }
}
