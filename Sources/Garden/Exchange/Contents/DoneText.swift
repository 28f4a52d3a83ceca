/// Whether an item is ticked off, as tables say it.
enum DoneText {
    static func of(_ isDone: Bool) -> String { isDone ? "yes" : "no" }

    /// What a cell says; nil for what is neither. An empty cell is an item that is not ticked off.
    static func read(_ cell: String) -> Bool? {
        switch NameKey.plain(cell) {
        case "yes", "y", "true", "1", "x", "[x]", "done", "✓", "✔", "☑": true
        case "", "no", "n", "false", "0", "[ ]", "open", "☐": false
        default: nil
        }
    }
}
