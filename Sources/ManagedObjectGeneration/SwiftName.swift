/// What a name from a model may be in Swift source.
enum SwiftName {
    /// Words that need backticks where a member or type is declared or named.
    private static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Words Swift keeps even in backticks: `x.self` is `x`.
    private static let unusable: Set<String> = ["self", "Self", "Type", "Protocol", "_"]

    /// What `NSManagedObject` and `NSObject` already have: a property of that name would hide it or clash.
    private static let members: Set<String> = [
        "changedValues", "class", "contextShouldIgnoreUnmodeledPropertyChanges", "context", "debugDescription",
        "description", "entity", "faultingState", "fetchRequest", "hasChanges", "hasPersistentChangedValues", "hash",
        "hashValue", "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID",
        "observationInfo", "superclass",
    ]

    /// The name as it is written in source: in backticks when it is a keyword.
    static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Whether the name can be an identifier, in backticks if need be.
    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, !unusable.contains(name) else { return false }
        return (first == "_" || first.properties.isXIDStart)
            && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }

    /// Whether a property of the name would clash with what every managed object has.
    static func isMember(_ name: String) -> Bool { members.contains(name) && name != "context" }

    /// The name with its first letter in upper case: `seeds` for `addToSeeds`.
    static func capitalized(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }
}
