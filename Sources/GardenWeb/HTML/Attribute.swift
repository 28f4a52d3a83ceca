import Foundation

/// One attribute of an element. Names are literals; values are escaped when written.
struct Attribute {
    /// What stands after the equals sign.
    private enum Value {
        case none
        case literal(StaticString)
        case string(String)
        case absent
    }

    private let name: StaticString
    private let value: Value

    private init(_ name: StaticString, _ value: Value) {
        self.name = name
        self.value = value
    }

    /// Appends ` name="value"`.
    func write(to writer: inout HTMLWriter) {
        if case .absent = value { return }
        writer.markup(" ")
        writer.markup(name)
        switch value {
        case .none, .absent: break
        case .literal(let string):
            writer.markup("=\"")
            writer.markup(string)
            writer.markup("\"")
        case .string(let string):
            writer.markup("=\"")
            writer.attributeValue(string)
            writer.markup("\"")
        }
    }
}

extension Attribute {
    /// `name="literal"`.
    static func literal(_ name: StaticString, _ value: StaticString) -> Attribute {
        Attribute(name, .literal(value))
    }

    /// `name="value"`, or nothing where `value` is nil. Not for addresses: see ``href(_:)``.
    static func string(_ name: StaticString, _ value: String?) -> Attribute {
        Attribute(name, value.map(Value.string) ?? .absent)
    }

    /// `name`, present or not.
    static func flag(_ name: StaticString, _ isPresent: Bool = true) -> Attribute {
        Attribute(name, isPresent ? .none : .absent)
    }

    static func `class`(_ names: StaticString) -> Attribute { .literal("class", names) }
    static func id(_ id: String) -> Attribute { .string("id", id) }
    static func role(_ role: StaticString) -> Attribute { .literal("role", role) }
    static func type(_ type: StaticString) -> Attribute { .literal("type", type) }
    static func name(_ name: StaticString) -> Attribute { .literal("name", name) }
    static func value(_ value: String) -> Attribute { .string("value", value) }
    static func placeholder(_ text: StaticString) -> Attribute { .literal("placeholder", text) }
    static func label(_ text: String) -> Attribute { .string("aria-label", text) }
    static func labelledBy(_ id: String) -> Attribute { .string("aria-labelledby", id) }
    static func describedBy(_ id: String?) -> Attribute { .string("aria-describedby", id) }

    /// Names come in any script: each keeps its own direction and stands apart from what surrounds it.
    static var directionOfText: Attribute { .literal("dir", "auto") }

    /// An address of this site. Only a ``Location`` can be linked to, so no `javascript:` can slip in.
    static func href(_ location: Location) -> Attribute { .string("href", location.description) }
    static func action(_ location: Location) -> Attribute { .string("action", location.description) }
    static func formAction(_ location: Location) -> Attribute { .string("formaction", location.description) }
    static func source(_ location: Location) -> Attribute { .string("src", location.description) }
}
