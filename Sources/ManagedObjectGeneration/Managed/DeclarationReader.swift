import ModelFile

/// Finds a file's types and its `@NSManaged` declarations.
struct DeclarationReader {
    /// What the file declares at its top level.
    private(set) var types: [String: TypeDeclaration.Kind] = [:]
    /// Other names for types.
    private(set) var aliases: [String: SwiftType] = [:]
    private(set) var managed: [ManagedDeclaration] = []

    private let file: String
    private var tokens: ArraySlice<SwiftToken>
    private var scopes: [Scope] = []
    private var modifiers: [String] = []

    /// What a pair of braces encloses.
    private struct Scope {
        /// The type whose members stand in it; nil for bodies of functions and the like.
        var typeName: String?
        /// The access an extension gives its members.
        var access: ManagedDeclaration.Access?
    }

    /// Reads a file.
    /// - Throws: when a managed declaration is one no accessor can be made for.
    init(file: String, source: String) throws(ModelFileError) {
        self.file = file
        tokens = SwiftTokenizer.tokens(of: source)[...]
        try read()
    }

    private var isAtTypeLevel: Bool { scopes.isEmpty || scopes.last?.typeName != nil }

    private mutating func read() throws(ModelFileError) {
        while let token = tokens.popFirst() {
            switch token.text {
            case "{":
                scopes.append(Scope())
                modifiers = []
            case "}":
                _ = scopes.popLast()
                modifiers = []
            case "(" where !modifiers.isEmpty:
                // The argument of a modifier or attribute: `private(set)`, `@available(…)`.
                modifiers[modifiers.count - 1] += "(" + skipParentheses()
            case "class", "struct", "enum", "actor", "protocol", "extension": readType(token.text)
            case "typealias" where scopes.isEmpty: readAlias()
            case "var", "let", "func", "init", "subscript", "case":
                if modifiers.contains("NSManaged"), isAtTypeLevel { try readManaged(token) }
                modifiers = []
            default:
                if isAtTypeLevel, token.text != "@" { modifiers.append(token.text) }
            }
        }
    }

    private mutating func skipParentheses() -> String {
        var text = ""
        var depth = 1
        while depth > 0, let token = tokens.popFirst() {
            if token.text == "(" { depth += 1 }
            if token.text == ")" { depth -= 1 }
            text += token.text
        }
        return text
    }

    // MARK: Types

    private mutating func readType(_ keyword: String) {
        // `class func` and `class var` are members, not classes.
        guard let name = tokens.first?.text, SwiftName.isIdentifier(name), !["func", "var", "let"].contains(name)
        else { return }
        tokens.removeFirst()
        var path = name
        while tokens.first?.text == "." {
            tokens.removeFirst()
            path += "." + (tokens.popFirst()?.text ?? "")
        }
        let kinds: [String: TypeDeclaration.Kind] = ["class": .class, "struct": .structure, "enum": .enumeration]
        if scopes.isEmpty, let kind = kinds[keyword] { types[name] = kind }
        if !scopes.isEmpty { path = scopes.compactMap(\.typeName).joined(separator: ".") + "." + path }
        let access = keyword == "extension" ? Self.access(of: modifiers) : nil
        modifiers = []
        while let token = tokens.popFirst(), token.text != "{" {}
        scopes.append(Scope(typeName: path, access: access))
    }

    private mutating func readAlias() {
        modifiers = []
        guard tokens.count > 2, let name = tokens.popFirst()?.text, tokens.popFirst()?.text == "=" else { return }
        if let type = SwiftType(tokens: typeTokens()) { aliases[name] = type }
    }

    /// The tokens of a type: up to where its line, its parameter or its declaration ends.
    private mutating func typeTokens() -> [String] {
        var found: [String] = []
        var depth = 0
        while let token = tokens.first {
            if depth == 0, !found.isEmpty, token.startsLine || [",", ")", "{", "}", "=", ";"].contains(token.text) {
                break
            }
            if ["(", "[", "<"].contains(token.text) { depth += 1 }
            if [")", "]", ">"].contains(token.text) { depth -= 1 }
            found.append(token.text)
            tokens.removeFirst()
        }
        return found
    }

    // MARK: Managed declarations

    private mutating func readManaged(_ keyword: SwiftToken) throws(ModelFileError) {
        guard let className = scopes.last?.typeName else { return }
        func fault(_ message: String) -> ModelFileError {
            ModelFileError(message, file: file, line: keyword.line)
        }
        guard !className.contains(".") else {
            throw fault("@NSManaged in the nested class “\(className)”: only classes at the top level can have it.")
        }
        let access = Self.access(of: modifiers) ?? scopes.last?.access ?? .internal
        repeat {
            guard let name = tokens.popFirst()?.text else { return }
            guard name.unicodeScalars.allSatisfy(\.isASCII) else {
                throw fault(
                    "@NSManaged “\(name)”: the name may only have ASCII letters; have the class generated instead.")
            }
            let member: ManagedDeclaration.Member
            if keyword.text == "func" {
                guard let parameters = readParameters() else {
                    throw fault("@NSManaged “\(name)”: a parameter has a type that no managed method has.")
                }
                member = .method(parameters: parameters)
            } else {
                guard tokens.popFirst()?.text == ":", let type = SwiftType(tokens: typeTokens()) else {
                    throw fault("@NSManaged “\(name)”: its type is none a managed property can have.")
                }
                member = .property(type: type)
            }
            managed.append(
                ManagedDeclaration(
                    className: className, name: name, member: member, access: access, file: file,
                    line: keyword.line))
        } while tokens.first?.text == "," && tokens.popFirst() != nil
    }

    private mutating func readParameters() -> [ManagedDeclaration.Parameter]? {
        guard tokens.popFirst()?.text == "(" else { return nil }
        var parameters: [ManagedDeclaration.Parameter] = []
        while let label = tokens.popFirst()?.text, label != ")" {
            if label == "," { continue }
            if tokens.first?.text != ":" { tokens.removeFirst() }
            guard tokens.popFirst()?.text == ":", let type = SwiftType(tokens: typeTokens()) else { return nil }
            parameters.append(ManagedDeclaration.Parameter(label: label == "_" ? "" : label, type: type))
        }
        return parameters
    }

    private static func access(of modifiers: [String]) -> ManagedDeclaration.Access? {
        if modifiers.contains("public") || modifiers.contains("open") { return .public }
        if modifiers.contains("private") || modifiers.contains("fileprivate") { return .private }
        return modifiers.contains("internal") || modifiers.contains("package") ? .internal : nil
    }
}
