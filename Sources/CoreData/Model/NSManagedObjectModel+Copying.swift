import Foundation

extension NSManagedObjectModel {
    /// Copies everything, with the relations between the copied entities as between the originals.
    internal final func copyState(to copy: NSManagedObjectModel) {
        var twins: [ObjectIdentifier: NSEntityDescription] = [:]
        var propertyTwins: [ObjectIdentifier: NSPropertyDescription] = [:]
        copy.entities = entities.map { entity in
            let (twin, properties) = entity.copyAlone()
            twins[ObjectIdentifier(entity)] = twin
            propertyTwins.merge(properties) { $1 }
            return twin
        }
        for entity in entities {
            twins[ObjectIdentifier(entity)]?.subentities = entity.subentities.compactMap {
                twins[ObjectIdentifier($0)]
            }
        }
        for case let relationship as NSRelationshipDescription in propertyTwins.values {
            if let destination = relationship.destinationEntity {
                relationship.destinationEntity = twins[ObjectIdentifier(destination)]
            }
            if let inverse = relationship.inverseRelationship {
                relationship.inverseRelationship =
                    propertyTwins[ObjectIdentifier(inverse)] as? NSRelationshipDescription
            }
        }
        copy.configurationOrder = configurationOrder
        copy.configurationEntities = configurationEntities.mapValues { members in
            members.compactMap { twins[ObjectIdentifier($0)] }
        }
        copy.fetchRequestTemplateStorage = fetchRequestTemplateStorage
        copy.localizationDictionary = localizationDictionary
        copy.versionIdentifiers = versionIdentifiers
        copy.moduleName = moduleName
    }
}
