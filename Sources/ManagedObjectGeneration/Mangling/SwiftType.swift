/// A type as a declaration in source names it, as far as managed properties and methods may have it.
indirect enum SwiftType: Hashable {
    case named(String)
    case optional(SwiftType)
    case array(SwiftType)
    case dictionary(SwiftType, SwiftType)
    case set(SwiftType)
    case any
    case anyObject

    /// Reads a type from a declaration's tokens.
    /// - Returns: nil for what no managed property can have: functions, tuples, other generic types.
    init?(tokens: [String]) {
        var reader = Reader(tokens: tokens[...])
        guard let type = reader.type(), reader.tokens.isEmpty else { return nil }
        self = type
    }

    /// The type in source.
    var text: String {
        switch self {
        case .named(let name): SwiftName.escaped(name)
        case .optional(let type): type.text + "?"
        case .array(let type): "[\(type.text)]"
        case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
        case .set(let type): "Set<\(type.text)>"
        case .any: "Any"
        case .anyObject: "AnyObject"
        }
    }

    private struct Reader {
        var tokens: ArraySlice<String>

        mutating func type() -> SwiftType? {
            guard var type = simpleType() else { return nil }
            while tokens.first == "?" || tokens.first == "!" {
                tokens.removeFirst()
                type = .optional(type)
            }
            return type
        }

        private mutating func take(_ token: String) -> Bool {
            guard tokens.first == token else { return false }
            tokens.removeFirst()
            return true
        }

        private mutating func simpleType() -> SwiftType? {
            if take("(") {
                guard let type = type(), take(")") else { return nil }
                return type
            }
            if take("[") {
                guard let first = type() else { return nil }
                if take("]") { return .array(first) }
                guard take(":"), let second = type(), take("]") else { return nil }
                return .dictionary(first, second)
            }
            _ = take("any")
            guard var name = tokens.popFirst(), SwiftName.isIdentifier(name) else { return nil }
            // `Foundation.Date` is the module's `Date`.
            while take(".") {
                guard let member = tokens.popFirst(), SwiftName.isIdentifier(member) else { return nil }
                name = member
            }
            if name == "Any" { return .any }
            if name == "AnyObject" { return .anyObject }
            guard take("<") else { return .named(name) }
            guard let first = type() else { return nil }
            var second: SwiftType?
            if take(",") {
                second = type()
                if second == nil { return nil }
            }
            guard take(">") else { return nil }
            switch (name, second) {
            case ("Optional", nil): return .optional(first)
            case ("Array", nil): return .array(first)
            case ("Set", nil): return .set(first)
            case ("Dictionary", let second?): return .dictionary(first, second)
            default: return nil
            }
        }
    }
}
