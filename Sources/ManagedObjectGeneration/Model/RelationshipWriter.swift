import ModelFile

/// Writes the accessors of a relationship, and for a to-many one the typed methods, as Xcode names them.
struct RelationshipWriter {
    let names: TypeNames

    func writeProperty(_ relationship: ModelRelationship, slot: Int, to source: inout SourceText) {
        let name = SwiftName.escaped(relationship.name)
        let destination = names.objectClass(ofEntityNamed: relationship.destinationEntity)
        switch SlotTable.kind(of: relationship) {
        case "toOne":
            let cast = destination == "NSManagedObject" ? "" : " as? \(destination)"
            source.property(
                "public var \(name): \(destination)?", get: "object(at: \(slot))\(cast)",
                set: "setObject(newValue, at: \(slot))")
        case "orderedToMany":
            source.property(
                "public var \(name): \(names.library("NSOrderedSet"))?", get: "orderedObjects(at: \(slot))",
                set: "setOrderedObjects(newValue, at: \(slot))")
        default:
            source.property(
                "public var \(name): \(names.library("NSSet"))?", get: "objects(at: \(slot))",
                set: "setObjects(newValue, at: \(slot))")
        }
    }

    /// The methods, each with its body; none for a to-one relationship.
    func methods(of relationship: ModelRelationship, slot: Int) -> [(declaration: String, body: String)] {
        let kind = SlotTable.kind(of: relationship)
        if kind == "toOne" { return [] }
        let name = SwiftName.capitalized(relationship.name)
        let object = names.objectClass(ofEntityNamed: relationship.destinationEntity)
        let int = names.library("Int", module: "Swift")
        let indexes = names.library("NSIndexSet")
        func changes(_ set: String, add: String, remove: String) -> [(declaration: String, body: String)] {
            [
                ("addTo\(name)(_ value: \(object))", "addObject(value, at: \(slot))"),
                ("removeFrom\(name)(_ value: \(object))", "removeObject(value, at: \(slot))"),
                ("addTo\(name)(_ values: \(set))", add),
                ("removeFrom\(name)(_ values: \(set))", remove),
            ]
        }
        if kind == "toMany" {
            return changes(
                names.library("NSSet"), add: "addObjects(values, at: \(slot))",
                remove: "removeObjects(values, at: \(slot))")
        }
        return [
            ("insertInto\(name)(_ value: \(object), at idx: \(int))", "insertObject(value, at: idx, in: \(slot))"),
            ("removeFrom\(name)(at idx: \(int))", "removeObject(atIndex: idx, in: \(slot))"),
            (
                "insertInto\(name)(_ values: [\(object)], at indexes: \(indexes))",
                "insertObjects(values, at: IndexSet(indexes), in: \(slot))"
            ),
            (
                "removeFrom\(name)(at indexes: \(indexes))",
                "removeObjects(atIndexes: IndexSet(indexes), in: \(slot))"
            ),
            (
                "replace\(name)(at idx: \(int), with value: \(object))",
                "replaceObject(atIndex: idx, with: value, in: \(slot))"
            ),
            (
                "replace\(name)(at indexes: \(indexes), with values: [\(object)])",
                "replaceObjects(atIndexes: IndexSet(indexes), with: values, in: \(slot))"
            ),
        ]
            + changes(
                // One by one: as a set they would lose their order.
                names.library("NSOrderedSet"),
                add: "for case let value as NSManagedObject in values { addObject(value, at: \(slot)) }",
                remove: "for case let value as NSManagedObject in values { removeObject(value, at: \(slot)) }")
    }
}
