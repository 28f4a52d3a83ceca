/// A managed object class of the program with the numbers its accessors use. Made by generated code.
public struct RegisteredClass: Sendable {
    /// The class's name as a model states it, without its module.
    public let name: String
    /// The class. Asked for when it is needed, so that registering at load runs no type metadata code.
    public let type: @Sendable () -> NSManagedObject.Type
    /// The properties in slot order: the superentity's first, then the entity's own, sorted by name.
    public let slots: [SlotDeclaration]
    /// Whether the whole class is generated, so that it overrides nothing.
    public let isGenerated: Bool

    /// Makes an entry.
    public init(
        name: String, type: @escaping @Sendable () -> NSManagedObject.Type, slots: [SlotDeclaration],
        isGenerated: Bool = false
    ) {
        self.name = name
        self.type = type
        self.slots = slots
        self.isGenerated = isGenerated
    }
}
