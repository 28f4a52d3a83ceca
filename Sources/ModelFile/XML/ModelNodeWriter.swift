/// Writes nodes as Xcode does: four spaces a level, one element a line.
enum ModelNodeWriter {
    static func text(of root: ModelNode) -> String {
        var text = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
        write(root, depth: 0, to: &text)
        // Xcode ends a model without a line break.
        text.removeLast()
        return text
    }

    private static func write(_ node: ModelNode, depth: Int, to text: inout String) {
        let indent = String(repeating: "    ", count: depth)
        text += indent + "<" + node.name
        for (name, value) in node.attributes {
            text += " " + name + "=\"" + escaped(value) + "\""
        }
        if node.children.isEmpty {
            text += "/>\n"
            return
        }
        text += ">\n"
        for child in node.children { write(child, depth: depth + 1, to: &text) }
        text += indent + "</" + node.name + ">\n"
    }

    /// Escapes what XML reserves, and white space other than blanks, which a parser would turn into blanks.
    private static func escaped(_ value: String) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case "\r": result += "&#13;"
            case "\t": result += "&#9;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
