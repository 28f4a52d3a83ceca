/// Where a named type is declared and what it is.
struct TypeDeclaration: Hashable {
    /// What a named type is, by the letter the mangling gives it.
    enum Kind: String {
        case `class` = "C"
        case structure = "V"
        case enumeration = "O"
    }

    var module: String
    var kind: Kind
}

extension SymbolMangler {
    /// Writes a type.
    /// - Parameter declaration: where a named type is declared; nil for one that is unknown.
    /// - Throws: the name of a type that is unknown.
    mutating func append(
        _ type: SwiftType, declaration: (String) -> TypeDeclaration?
    ) throws(UnknownTypeError) {
        switch type {
        case .any: append(operation: "yp")
        case .anyObject: append(operation: "yXl")
        case .optional(let wrapped):
            try append(wrapped, declaration: declaration)
            append(operation: "Sg")
            addSubstitution("type " + type.text)
        case .array(let element):
            try append(standard: "a", arguments: [element], of: type, declaration: declaration)
        case .set(let element):
            try append(standard: "h", arguments: [element], of: type, declaration: declaration)
        case .dictionary(let key, let value):
            try append(standard: "D", arguments: [key, value], of: type, declaration: declaration)
        case .named(let name):
            if let letter = Self.standardLetters[name] { return append(standard: letter) }
            guard let declaration = declaration(name) else { throw UnknownTypeError(name: name) }
            append(nominal: name, declaration: declaration)
        }
    }

    /// Writes a class, structure or enumeration at the top level of a module.
    mutating func append(nominal name: String, declaration: TypeDeclaration) {
        let key = "declaration \(declaration.module).\(name)"
        if appendSubstitution(key) { return }
        if declaration.module == "Swift" {
            append(operation: "s")
        } else {
            append(identifier: declaration.module)
        }
        append(identifier: name)
        append(operation: declaration.kind.rawValue)
        addSubstitution(key)
    }

    private mutating func append(
        standard letter: Character, arguments: [SwiftType], of type: SwiftType,
        declaration: (String) -> TypeDeclaration?
    ) throws(UnknownTypeError) {
        if appendSubstitution("type " + type.text) { return }
        append(standard: letter)
        append(operation: "y")
        for argument in arguments { try append(argument, declaration: declaration) }
        append(operation: "G")
        addSubstitution("type " + type.text)
    }

    /// The types the mangling has a letter for.
    private static let standardLetters: [String: Character] = [
        "Bool": "b", "Double": "d", "Float": "f", "Int": "i", "String": "S", "UInt": "u", "TimeInterval": "d",
    ]
}

/// A declaration names a type nothing is known about.
struct UnknownTypeError: Error {
    var name: String
}
