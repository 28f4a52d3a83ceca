/// An option of a command, declared once: the parser takes it and the help shows it.
struct Option: Sendable {
    /// The long form, with its dashes: `--port`.
    let name: String

    /// What stands for the value in the help (`N`), or `nil` for an option without a value.
    let value: String?

    /// One line for the help.
    let summary: String

    init(_ name: String, value: String? = nil, _ summary: String) {
        self.name = name
        self.value = value
        self.summary = summary
    }
}
