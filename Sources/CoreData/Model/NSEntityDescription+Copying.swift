import Foundation

extension NSEntityDescription {
    /// A copy with the properties, indexes and constraints, outside any tree and model.
    /// - Returns: the copy, and each original property's copy.
    internal final func copyAlone() -> (
        entity: NSEntityDescription, properties: [ObjectIdentifier: NSPropertyDescription]
    ) {
        let copy = type(of: self).init()
        copy.name = name
        copy.explicitClassName = explicitClassName
        copy.isAbstract = isAbstract
        copy.userInfo = userInfo
        copy.versionHashModifier = versionHashModifier
        copy.explicitRenamingIdentifier = explicitRenamingIdentifier
        copy.legacyCompoundIndexes = legacyCompoundIndexes
        copy.coreSpotlightDisplayNameExpression = coreSpotlightDisplayNameExpression

        var copies: [ObjectIdentifier: NSPropertyDescription] = [:]
        copy.properties = ownProperties.map { property in
            guard let twin = property.copy() as? NSPropertyDescription else { return property }
            copies[ObjectIdentifier(property)] = twin
            return twin
        }
        copy.indexes = indexes.map { index in index.copy { copies[ObjectIdentifier($0)] ?? $0 } }
        copy.uniquenessConstraints = uniquenessConstraints.map { constraint in
            constraint.map { element in
                guard let property = element as? NSPropertyDescription else { return element }
                return copies[ObjectIdentifier(property)] ?? property
            }
        }
        return (copy, copies)
    }
}
