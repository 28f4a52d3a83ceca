/// One element of a model file's XML.
struct ModelNode: Sendable, Hashable {
    var name: String
    /// In the order of writing.
    var attributes: [(name: String, value: String)] = []
    var children: [ModelNode] = []
    var line = SourceLine()

    init(_ name: String) {
        self.name = name
    }

    /// Adds an attribute unless the value is nil.
    mutating func set(_ name: String, _ value: String?) {
        if let value { attributes.append((name, value)) }
    }

    /// Adds an attribute unless the value is false, which files leave out.
    mutating func set(_ name: String, _ value: Bool) {
        if value { attributes.append((name, "YES")) }
    }

    /// Adds an attribute unless the value is nil.
    mutating func set(_ name: String, _ value: Int?) {
        if let value { attributes.append((name, String(value))) }
    }

    /// Adds an attribute unless the value is nil; whole seconds are written without a fraction.
    mutating func set(_ name: String, seconds value: Double?) {
        guard let value else { return }
        attributes.append((name, Int64(exactly: value).map { String($0) } ?? String(value)))
    }

    /// Adds the attributes no part of this module has a name for.
    mutating func set(_ others: [String: String]) {
        for (name, value) in others.sorted(by: { $0.key < $1.key }) { attributes.append((name, value)) }
    }

    static func == (left: ModelNode, right: ModelNode) -> Bool {
        left.name == right.name && left.children == right.children
            && left.attributes.elementsEqual(right.attributes, by: ==)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(children)
    }
}
