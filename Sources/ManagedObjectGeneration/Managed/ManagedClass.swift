import ModelFile

/// A class with managed declarations, and the entities whose objects are of it.
struct ManagedClass {
    let name: String
    /// The entities of the class, with their models; none for a class that only others inherit from.
    let entities: [(entity: ModelEntity, document: ModelDocument)]

    init(name: String, documents: [ModelDocument]) {
        self.name = name
        entities = documents.flatMap { document in
            document.entities.filter { $0.className == name }.map { ($0, document) }
        }
    }

    /// The entity that decides the class's slots: the only one, or the ancestor of all others.
    var leadingEntity: (entity: ModelEntity, document: ModelDocument)? {
        entities.first { candidate in
            entities.allSatisfy { other in
                other.document == candidate.document
                    && (other.entity.name == candidate.entity.name
                        || other.document.ancestors(of: other.entity).contains { $0.name == candidate.entity.name })
            }
        }
    }

    /// The slot of a property as Swift source: a number, or a look-up where entities do not agree on one.
    func slot(of property: String) -> String {
        if let leading = leadingEntity {
            let table = SlotTable(leading.entity, in: leading.document)
            if let index = table[property] { return String(index) }
        }
        return "slot(forKey: \(StringLiteral.singleLine(property)))"
    }

    /// What a property's slot holds; nil when no entity of the class has the property.
    func kind(of property: String) -> String? {
        for (entity, document) in entities {
            let table = SlotTable(entity, in: document)
            if let index = table[property] { return table.slots[index].kind }
        }
        return nil
    }

    func hasFetchedProperty(_ name: String) -> Bool {
        entities.contains { entity, document in
            ([entity] + document.ancestors(of: entity)).contains { owner in
                owner.fetchedProperties.contains { $0.name == name }
            }
        }
    }

    /// The to-many relationship a method such as `addToSeeds` is for, by the name with its first letter in
    /// upper case.
    func relationship(capitalized name: String) -> String? {
        for (entity, document) in entities {
            let table = SlotTable(entity, in: document)
            if let slot = table.slots.first(where: {
                SwiftName.capitalized($0.name) == name && ($0.kind == "toMany" || $0.kind == "orderedToMany")
            }) {
                return slot.name
            }
        }
        return nil
    }
}
