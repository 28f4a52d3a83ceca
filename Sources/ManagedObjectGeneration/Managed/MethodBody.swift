/// The Swift statement of a typed to-many method such as `addToSeeds(_:)`.
struct MethodBody {
    /// The property's name the method changes.
    var relationship: String
    /// The statement for a slot.
    var statement: (_ slot: String) -> String

    /// Finds the statement by the name, the labels and the types, as Xcode writes such methods.
    /// - Returns: nil for a method of another form, or when the class has no such relationship.
    init?(name: String, parameters: [ManagedDeclaration.Parameter], in owner: ManagedClass) {
        let labels = parameters.map(\.label)
        let types = parameters.map(\.type)
        func matches(_ prefix: String, _ wanted: [String], suffix: String = "") -> String? {
            guard labels == wanted, name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
            return owner.relationship(capitalized: String(name.dropFirst(prefix.count).dropLast(suffix.count)))
        }
        let hasIndexes = types.contains(.named("NSIndexSet")) || types.contains(.named("IndexSet"))
        if let found = matches("insertInto", ["", "at"]) {
            relationship = found
            statement =
                hasIndexes
                ? { "insertObjects(p0, at: IndexSet(p1), in: \($0))" } : { "insertObject(p0, at: p1, in: \($0))" }
        } else if let found = matches("removeFrom", ["at"]) {
            relationship = found
            statement =
                hasIndexes
                ? { "removeObjects(atIndexes: IndexSet(p0), in: \($0))" } : { "removeObject(atIndex: p0, in: \($0))" }
        } else if let found = matches("replace", ["at", "with"]) {
            relationship = found
            statement =
                hasIndexes
                ? { "replaceObjects(atIndexes: IndexSet(p0), with: p1, in: \($0))" }
                : { "replaceObject(atIndex: p0, with: p1, in: \($0))" }
        } else if let found = matches("addTo", [""]) ?? matches("add", [""], suffix: "Object") ?? matches("add", [""]) {
            relationship = found
            statement = Self.change("add", types[0])
        } else if let found = matches("removeFrom", [""]) ?? matches("remove", [""], suffix: "Object")
            ?? matches("remove", [""])
        {
            relationship = found
            statement = Self.change("remove", types[0])
        } else {
            return nil
        }
    }

    /// Adds or removes one object, or every object of a collection in its order.
    private static func change(_ verb: String, _ type: SwiftType) -> (String) -> String {
        switch type {
        case .named("NSSet"), .named("NSOrderedSet"), .set, .array:
            { "for case let value as NSManagedObject in p0 { \(verb)Object(value, at: \($0)) }" }
        default:
            { "\(verb)Object(p0, at: \($0))" }
        }
    }
}
