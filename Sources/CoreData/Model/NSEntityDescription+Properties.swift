import Foundation

extension NSEntityDescription {
    /// The entity's properties: inherited ones first (the oldest ancestor's before its descendants'),
    /// then its own, each in the order of declaration.
    ///
    /// Setting replaces the entity's own properties; inherited ones among them are left with their
    /// ancestors.
    public final var properties: [NSPropertyDescription] {
        get { lookups?.properties ?? EntityLookups.properties(of: self) }
        set {
            requireMutable()
            let inherited = Set((superentity?.properties ?? []).map(ObjectIdentifier.init))
            for property in ownProperties where property.owner === self { property.owner = nil }
            ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
            for property in ownProperties { property.owner = self }
        }
    }

    /// The entity's properties, inherited ones included, by name.
    /// - Complexity: O(1) once the model is in use; before, the table is made on each call.
    public final var propertiesByName: [String: NSPropertyDescription] {
        lookups?.propertiesByName ?? EntityLookups.byName(properties)
    }

    /// The entity's attributes, inherited ones included, by name.
    /// - Complexity: O(1) once the model is in use; before, the table is made on each call.
    public final var attributesByName: [String: NSAttributeDescription] {
        lookups?.attributesByName
            ?? EntityLookups.byName(properties.compactMap { $0 as? NSAttributeDescription })
    }

    /// The entity's relationships, inherited ones included, by name.
    /// - Complexity: O(1) once the model is in use; before, the table is made on each call.
    public final var relationshipsByName: [String: NSRelationshipDescription] {
        lookups?.relationshipsByName
            ?? EntityLookups.byName(properties.compactMap { $0 as? NSRelationshipDescription })
    }

    /// The entity's subentities by name.
    public final var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(
            subentities.compactMap { child in child.name.map { ($0, child) } }, uniquingKeysWith: { $1 })
    }

    /// The relationships, inherited ones included, that lead to an entity.
    public final func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
        properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
    }

    /// The names of the attributes of each uniqueness constraint this entity itself declares.
    internal final var constraintAttributeNames: [[String]] {
        uniquenessConstraints.map { constraint in
            constraint.compactMap { element in
                (element as? String) ?? (element as? NSPropertyDescription)?.name
            }
        }
    }

    /// Called when a property's name changed.
    internal final func forgetLookups() {
        if !isFrozen { lookups = nil }
    }
}
