import Foundation
internal import ModelFile

/// Makes a model's entities from what a model file says.
///
/// Made in passes, as a relationship may lead to an entity and name an inverse that come later in the file.
internal struct ModelBuilder {
    private let document: ModelDocument
    private let module: String?
    private var entities: [String: NSEntityDescription] = [:]

    /// - Parameter module: the module that classes with a leading dot (`.Plant`) belong to.
    internal init(document: ModelDocument, module: String?) {
        self.document = document
        self.module = module
    }

    /// Fills an empty model.
    /// - Throws: the first of the document's problems.
    internal mutating func fill(_ model: NSManagedObjectModel) throws(ModelFileError) {
        if let problem = document.problems().first { throw problem }
        for source in document.entities {
            let entity = try entity(source)
            entities[source.name] = entity
        }
        model.moduleName = module
        model.entities = document.entities.compactMap { entities[$0.name] }
        try connect()
        for configuration in document.configurations {
            model.setEntities(
                configuration.memberEntities.compactMap { entities[$0] },
                forConfigurationName: configuration.name)
        }
        for request in document.fetchRequests {
            model.setFetchRequestTemplate(try fetchRequest(request), forName: request.name)
        }
        if let identifier = document.userDefinedModelVersionIdentifier {
            model.versionIdentifiers = [identifier]
        }
    }

    private func entity(_ source: ModelEntity) throws(ModelFileError) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = source.name
        entity.isAbstract = source.isAbstract
        entity.managedObjectClassName = className(source.representedClassName)
        entity.userInfo = Self.dictionary(source.userInfo)
        entity.versionHashModifier = source.versionHashModifier
        entity.renamingIdentifier = source.elementID
        entity.uniquenessConstraints = source.uniquenessConstraints
        entity.legacyCompoundIndexes = source.compoundIndexes
        var properties: [NSPropertyDescription] = []
        for attribute in source.attributes { properties.append(try self.attribute(attribute)) }
        properties += source.relationships.map(relationship)
        for property in source.fetchedProperties { properties.append(try fetchedProperty(property)) }
        entity.properties = properties
        return entity
    }

    /// `.Plant` is the module's own class, as the editor's “Current Product Module” means.
    private func className(_ name: String?) -> String? {
        guard let name, !name.isEmpty else { return nil }
        guard name.hasPrefix(".") else { return name }
        let bare = String(name.dropFirst())
        guard let module, !module.isEmpty else { return bare }
        return "\(module).\(bare)"
    }

    private func attribute(_ source: ModelAttribute) throws(ModelFileError) -> NSAttributeDescription {
        let attribute: NSAttributeDescription
        if source.type == .composite {
            let composite = NSCompositeAttributeDescription()
            let parts = document.composites.first { $0.name == source.composite }?.attributes ?? []
            var elements: [NSAttributeDescription] = []
            for part in parts { elements.append(try self.attribute(part)) }
            composite.elements = elements
            attribute = composite
        } else if source.isDerived, let expression = source.derivationExpression, !expression.isEmpty {
            let derived = NSDerivedAttributeDescription()
            derived.derivationExpression = try self.expression(expression, source.line)
            derived.derivationSource = expression
            attribute = derived
        } else {
            attribute = NSAttributeDescription()
        }
        attribute.name = source.name
        attribute.attributeType = NSAttributeType(source.type)
        attribute.isOptional = source.isOptional
        attribute.isTransient = source.isTransient
        attribute.userInfo = Self.dictionary(source.userInfo)
        attribute.versionHashModifier = source.versionHashModifier
        attribute.renamingIdentifier = source.elementID
        attribute.hasLegacyIndex = source.isIndexed
        attribute.isIndexedBySpotlight = source.isSpotlightIndexed
        attribute.isInExternalRecord = source.isStoredInTruthFile
        attribute.allowsExternalBinaryDataStorage = source.allowsExternalBinaryDataStorage
        attribute.preservesValueInHistoryOnDeletion = source.preservesAfterDeletion
        attribute.allowsCloudEncryption = source.allowsCloudEncryption
        if let transformer = source.valueTransformerName, !transformer.isEmpty {
            attribute.valueTransformerName = transformer
        }
        if let className = source.customClassName, !className.isEmpty {
            attribute.attributeValueClassName = self.className(className)
        }
        attribute.defaultValue = try source.defaultValue?.object(for: source.type)
        if let limits = try ValidationLimits(source) {
            let rules = limits.rules
            attribute.validationPredicates = rules.map(\.predicate)
            attribute.validationWarnings = rules.map { NSNumber(value: $0.code) }
            attribute.validationLimits = limits
        }
        return attribute
    }

    private func relationship(_ source: ModelRelationship) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = source.name
        relationship.isOptional = source.isOptional
        relationship.isTransient = source.isTransient
        relationship.minCount = source.minCount ?? 0
        relationship.maxCount = source.effectiveMaxCount
        relationship.isOrdered = source.isOrdered
        relationship.deleteRule = NSDeleteRule(source.deletionRule)
        relationship.userInfo = Self.dictionary(source.userInfo)
        relationship.versionHashModifier = source.versionHashModifier
        relationship.renamingIdentifier = source.elementID
        relationship.hasLegacyIndex = source.isIndexed
        relationship.isIndexedBySpotlight = source.isSpotlightIndexed
        relationship.isInExternalRecord = source.isStoredInTruthFile
        return relationship
    }

    private func fetchedProperty(
        _ source: ModelFetchedProperty
    ) throws(ModelFileError) -> NSFetchedPropertyDescription {
        let property = NSFetchedPropertyDescription()
        property.name = source.name
        property.isOptional = source.isOptional
        property.userInfo = Self.dictionary(source.userInfo)
        property.versionHashModifier = source.versionHashModifier
        property.renamingIdentifier = source.elementID
        if let request = source.fetchRequest { property.fetchRequest = try fetchRequest(request) }
        return property
    }

    /// What refers to other entities and properties: inheritance, destinations, inverses, indexes.
    private func connect() throws(ModelFileError) {
        for source in document.entities {
            let children = document.entities.filter { $0.parentEntity == source.name }
            entities[source.name]?.subentities = children.compactMap { entities[$0.name] }
        }
        for source in document.entities {
            guard let entity = entities[source.name] else { continue }
            let relationships = entity.relationshipsByName
            for stated in source.relationships {
                let destination = entities[stated.destinationEntity]
                relationships[stated.name]?.destinationEntity = destination
                if let inverse = stated.inverseName, !inverse.isEmpty {
                    relationships[stated.name]?.inverseRelationship =
                        destination?.relationshipsByName[inverse]
                }
            }
            let properties = entity.propertiesByName
            var indexes: [NSFetchIndexDescription] = []
            for index in source.fetchIndexes { indexes.append(try self.index(index, of: properties)) }
            entity.indexes = indexes
        }
    }

    /// The property with a name, or the element of a composite attribute at a path.
    private static func property(
        at path: String, of properties: [String: NSPropertyDescription]
    ) -> NSPropertyDescription? {
        let keys = path.split(separator: ".").map(String.init)
        guard let first = keys.first else { return nil }
        return keys.dropFirst().reduce(properties[first]) { property, key in
            (property as? NSCompositeAttributeDescription)?.elements.first { $0.name == key }
        }
    }

    private func index(
        _ source: ModelFetchIndex, of properties: [String: NSPropertyDescription]
    ) throws(ModelFileError) -> NSFetchIndexDescription {
        var elements: [NSFetchIndexElementDescription] = []
        for element in source.elements {
            let property: NSPropertyDescription
            if let name = element.property {
                // The document was checked: the name is one of the entity's.
                guard let named = Self.property(at: name, of: properties) else { continue }
                property = named
            } else {
                let computed = NSExpressionDescription()
                computed.expression = try expression(element.expression ?? "", source.line)
                computed.expressionResultType = NSAttributeType(element.expressionType ?? .undefined)
                property = computed
            }
            let description = NSFetchIndexElementDescription(
                property: property, collationType: element.arrangement == .rTree ? .rTree : .binary)
            description.isAscending = element.order == .ascending
            elements.append(description)
        }
        let index = NSFetchIndexDescription(name: source.name, elements: elements)
        if let predicate = source.partialIndexPredicate {
            index.partialIndexPredicate = try self.predicate(predicate, source.line)
        }
        return index
    }

    private static func dictionary(_ entries: [ModelUserInfoEntry]) -> [AnyHashable: Any] {
        Dictionary(entries.map { (AnyHashable($0.key), $0.value as Any) }, uniquingKeysWith: { $1 })
    }
}
