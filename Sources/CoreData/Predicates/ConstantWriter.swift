import Foundation

/// Writes constant values in the language of formats.
internal enum ConstantWriter {
    internal static func text(of value: Any?) -> String {
        if let index = value as? CollectionIndex { return index.rawValue }
        switch ComparisonValue(value) {
        case .null: return "nil"
        case .integer(let number): return String(number)
        case .real(let number): return text(of: number)
        case .decimal(let number): return cast(quoted("\(number)"), to: "NSDecimalNumber")
        case .text(let string): return value is URL ? cast(quoted(string), to: "NSURL") : quoted(string)
        case .date(let seconds): return cast(text(of: seconds), to: "NSDate")
        case .data(let data): return cast(quoted(data.base64EncodedString()), to: "NSData")
        case .uuid(let uuid): return cast(quoted(uuid.uuidString), to: "NSUUID")
        case .collection(let elements): return "{" + elements.map(text(of:)).joined(separator: ", ") + "}"
        case .object(let object): return "<\(object)>"
        case .other(let other): return "<\(other)>"
        }
    }

    /// `string` in double quotes, with escapes where they are needed.
    internal static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    private static func text(of value: ComparisonValue) -> String {
        text(of: value.boxed)
    }

    private static func text(of number: Double) -> String {
        number.isFinite ? String(number) : cast(quoted(String(number)), to: "NSNumber")
    }

    private static func cast(_ text: String, to type: String) -> String {
        "CAST(\(text), \"\(type)\")"
    }
}
