/// What is generated for an entity at build time. An entity without it has hand-written classes.
public enum ModelCodeGeneration: String, Sendable, Hashable, CaseIterable {
    /// The whole class.
    case `class`
    /// An extension of a hand-written class, with the properties.
    case category
}
