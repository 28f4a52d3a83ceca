/// Takes an element's attributes out one by one, so that what nothing asked for is left over and kept.
struct ModelNodeReader {
    let node: ModelNode
    /// The attributes nothing has asked for yet.
    private(set) var others: [String: String]

    /// The line the element starts on.
    var line: SourceLine { node.line }

    init(_ node: ModelNode) {
        self.node = node
        others = Dictionary(
            node.attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func text(_ name: String) -> String? {
        others.removeValue(forKey: name)
    }

    mutating func required(_ name: String) throws(ModelFileError) -> String {
        guard let value = text(name), !value.isEmpty else {
            throw fault("<\(node.name)> has no \(name).")
        }
        return value
    }

    /// A yes or no; absent means no.
    mutating func flag(_ name: String) throws(ModelFileError) -> Bool {
        try optionalFlag(name) ?? false
    }

    /// A yes or no, or nil where the file leaves it open.
    mutating func optionalFlag(_ name: String) throws(ModelFileError) -> Bool? {
        guard let value = text(name) else { return nil }
        switch value.lowercased() {
        case "yes", "true", "1": return true
        case "no", "false", "0", "": return false
        default: throw fault("\(label)\(name) has to be YES or NO, not “\(value)”.")
        }
    }

    mutating func integer(_ name: String) throws(ModelFileError) -> Int? {
        guard let value = text(name) else { return nil }
        guard let number = Int(value) else {
            throw fault("\(label)\(name) has to be a whole number, not “\(value)”.")
        }
        return number
    }

    mutating func seconds(_ name: String) throws(ModelFileError) -> Double? {
        guard let value = text(name) else { return nil }
        guard let number = Double(value), number.isFinite else {
            throw fault("\(label)\(name) has to be a number of seconds, not “\(value)”.")
        }
        return number
    }

    /// One of an enumeration's words, or nil when the attribute is absent.
    mutating func word<Word>(_ name: String, of: Word.Type) throws(ModelFileError) -> Word?
    where Word: RawRepresentable<String> & CaseIterable {
        guard let value = text(name) else { return nil }
        guard let word = Word(rawValue: value) else {
            let known = Word.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
            throw fault("\(label)\(name) “\(value)” is unknown; known are \(known).")
        }
        return word
    }

    func fault(_ message: String) -> ModelFileError {
        ModelFileError(message, line: node.line.number)
    }

    /// The element's name for a sentence, with a space after it.
    private var label: String {
        let name = node.attributes.first { $0.name == "name" }?.value
        return name.map { "<\(node.name)> “\($0)”: " } ?? "<\(node.name)>: "
    }
}
