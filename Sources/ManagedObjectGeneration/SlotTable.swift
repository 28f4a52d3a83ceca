import ModelFile

/// The numbers of an entity's properties: the superentity's first, then its own attributes and relationships,
/// sorted by name. Generated accessors use them as constants.
struct SlotTable {
    struct Slot: Equatable {
        var name: String
        /// The case of `SlotKind`.
        var kind: String
    }

    let slots: [Slot]
    private let indexes: [String: Int]

    init(_ entity: ModelEntity, in document: ModelDocument) {
        var slots: [Slot] = []
        for owner in document.ancestors(of: entity).reversed() + [entity] {
            slots += Self.ownSlots(of: owner)
        }
        self.slots = slots
        indexes = Dictionary(slots.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    }

    subscript(name: String) -> Int? { indexes[name] }

    private static func ownSlots(of entity: ModelEntity) -> [Slot] {
        let attributes = entity.attributes.map { Slot(name: $0.name, kind: kind(of: $0.type)) }
        let relationships = entity.relationships.map { Slot(name: $0.name, kind: kind(of: $0)) }
        return (attributes + relationships).sorted {
            $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars)
        }
    }

    static func kind(of relationship: ModelRelationship) -> String {
        if relationship.effectiveMaxCount == 1 { return "toOne" }
        return relationship.isOrdered ? "orderedToMany" : "toMany"
    }

    static func kind(of type: ModelAttributeType) -> String {
        switch type {
        case .undefined: "undefined"
        case .integer16: "int16"
        case .integer32: "int32"
        case .integer64: "int64"
        case .decimal: "decimal"
        case .double: "double"
        case .float: "float"
        case .string: "string"
        case .boolean: "bool"
        case .date: "date"
        case .binary: "data"
        case .uuid: "uuid"
        case .uri: "url"
        case .transformable: "transformable"
        case .objectID: "objectID"
        case .composite: "composite"
        }
    }
}
