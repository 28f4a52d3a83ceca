/// One property of a generated class, in the order the class numbers them.
public struct SlotDeclaration: Sendable, Hashable {
    /// The property's name.
    public let name: String
    /// What its slot holds.
    public let kind: SlotKind

    /// Makes a declaration.
    public init(_ name: String, _ kind: SlotKind) {
        self.name = name
        self.kind = kind
    }
}
