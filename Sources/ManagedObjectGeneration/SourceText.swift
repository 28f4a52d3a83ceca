/// Swift source that is being written, line by line.
struct SourceText {
    private(set) var text = ""
    private var depth = 0

    /// Adds one line at the current indentation; an empty one stays empty.
    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : String(repeating: "    ", count: depth) + line + "\n"
    }

    /// Adds text as it is, without indentation.
    mutating func raw(_ raw: String) {
        text += raw
    }

    /// Adds a head, an indented body and the closing brace.
    mutating func block(_ head: String, _ body: (inout SourceText) -> Void) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// Adds a property with a getter and a setter.
    mutating func property(_ declaration: String, get: String, set: String) {
        block(declaration) {
            $0.line("get { \(get) }")
            $0.line("set { \(set) }")
        }
    }
}
