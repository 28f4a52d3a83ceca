/// What a manual page in the macros of mdoc says of commands and options: its lists' entries.
struct ManualPage {
    /// The options of each command, by what is typed for it: `plants add GENUS [SPECIES]`.
    private(set) var commands: [String: Set<String>] = [:]

    /// The options that stand under no command.
    private(set) var options: Set<String> = []

    init(_ source: String) {
        var entry: [String] = []
        for line in source.split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix(".Ss") || line.hasPrefix(".Sh") { entry = [] }
            guard words.first == ".It", words.count > 1 else { continue }
            switch words[1] {
            case "Cm":
                // A word that may be left out makes two of it: “plants [list]”.
                let typed = Self.typed(words.dropFirst())
                entry = typed.hasSuffix(" [list]") ? [typed.replacing(" [list]", with: ""), typed] : [typed]
                entry = entry.map { $0.replacing("[list]", with: "list") }
                for command in entry { commands[command] = [] }
            case "Fl":
                let option = Self.typed(words.dropFirst())
                if entry.isEmpty { options.insert(option) }
                for command in entry { commands[command]?.insert(option) }
            default: break
            }
        }
    }

    /// What macros stand for: `Fl -port Ar N` for `--port N`.
    private static func typed(_ words: ArraySlice<Substring>) -> String {
        var text: [String] = []
        var words = words
        while let word = words.popFirst() {
            switch word {
            case "Cm", "Ar": continue
            case "Fl": text.append("-" + (words.popFirst() ?? ""))
            case "Op":
                text.append("[\(typed(words))]")
                words = []
            default: text.append(String(word))
            }
        }
        return text.joined(separator: " ")
    }
}
