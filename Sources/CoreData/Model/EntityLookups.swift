import Foundation

/// The answers about an entity's properties, made once when its model is frozen.
internal final class EntityLookups {
    internal let properties: [NSPropertyDescription]
    internal let propertiesByName: [String: NSPropertyDescription]
    internal let attributesByName: [String: NSAttributeDescription]
    internal let relationshipsByName: [String: NSRelationshipDescription]
    internal let versionHash: Data

    internal init(_ entity: NSEntityDescription) {
        properties = Self.properties(of: entity)
        propertiesByName = Self.byName(properties)
        attributesByName = Self.byName(properties.compactMap { $0 as? NSAttributeDescription })
        relationshipsByName = Self.byName(properties.compactMap { $0 as? NSRelationshipDescription })
        versionHash = VersionHash.entity(entity)
    }

    /// Inherited properties first, then the entity's own.
    internal static func properties(of entity: NSEntityDescription) -> [NSPropertyDescription] {
        guard let parent = entity.superentity else { return entity.ownProperties }
        return parent.properties + entity.ownProperties
    }

    /// A table by name; of two with one name the later, which is the subentity's, counts.
    internal static func byName<Property: NSPropertyDescription>(_ properties: [Property]) -> [String:
        Property]
    {
        Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }
}
