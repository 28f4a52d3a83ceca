/// A declaration marked `@NSManaged` in a class's own source.
struct ManagedDeclaration {
    /// What is declared.
    enum Member {
        case property(type: SwiftType)
        case method(parameters: [Parameter])
    }

    /// One parameter of a method.
    struct Parameter {
        /// Empty for `_`.
        var label: String
        var type: SwiftType
    }

    /// Who may use the declaration. A private one's symbol names its file.
    enum Access {
        case `public`
        case `internal`
        case `private`
    }

    var className: String
    var name: String
    var member: Member
    var access: Access
    var file: String
    var line: Int
}
