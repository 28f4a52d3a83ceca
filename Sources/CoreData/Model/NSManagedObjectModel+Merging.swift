import Foundation

extension NSManagedObjectModel {
    /// Makes one model of several: the entities of all.
    ///
    /// An entity that is in several models, equal in each, is there once. A relationship to an entity of
    /// another model is connected by name.
    /// - Returns: nil when `models` is nil or empty.
    /// - Precondition: no two models have different entities of one name.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        guard let models, !models.isEmpty else { return nil }
        self.init()
        absorb(Self.copies(of: models)) { _ in true }
    }

    /// Makes one model of those compiled into the program and those that lie as source in bundles.
    /// - Parameter bundles: the bundles to look in; nil for the program's own. What is compiled in is part of
    ///   `Bundle.main`, which is also what `Bundle(for:)` finds for a class of the program.
    /// - Returns: nil when there is no model at all.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        NSManagedObjectModel(byMerging: models(in: bundles))
    }

    /// Makes the model a store was written with of several models' entities.
    /// - Returns: nil when their entities do not have the version hashes in the metadata.
    public convenience init?(
        byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
    ) {
        guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Any], !hashes.isEmpty else {
            return nil
        }
        self.init()
        // The copies stay whole until everything is connected: references between entities are weak.
        absorb(Self.copies(of: models)) { entity in
            entity.name.map { hashes[$0] as? Data == entity.versionHash } ?? false
        }
        guard isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else { return nil }
    }

    /// Makes the model a store was written with of the models in bundles; see ``mergedModel(from:)``.
    /// - Returns: nil when their entities do not have the version hashes in the metadata.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        NSManagedObjectModel(byMerging: models(in: bundles), forStoreMetadata: metadata)
    }

    private static func models(in bundles: [Bundle]?) -> [NSManagedObjectModel] {
        var models: [NSManagedObjectModel] = []
        if bundles?.contains(Bundle.main) ?? true {
            models = ManagedModelRegistry.registeredModels.compactMap {
                ManagedModelRegistry.model(named: $0.name)
            }
        }
        for bundle in bundles ?? [Bundle.main] {
            let urls =
                (bundle.urls(forResourcesWithExtension: "xcdatamodeld", subdirectory: nil) ?? [])
                + (bundle.urls(forResourcesWithExtension: "xcdatamodel", subdirectory: nil) ?? [])
            models += urls.compactMap { NSManagedObjectModel(contentsOf: $0 as URL) }
        }
        return models
    }

    private static func copies(of models: [NSManagedObjectModel]) -> [NSManagedObjectModel] {
        models.map { model in
            let copy = NSManagedObjectModel()
            model.copyState(to: copy)
            return copy
        }
    }

    /// Takes over entities of models nobody else uses.
    private func absorb(_ models: [NSManagedObjectModel], where isWanted: (NSEntityDescription) -> Bool) {
        var kept: [String: NSEntityDescription] = [:]
        var all: [NSEntityDescription] = []
        for entity in models.flatMap(\.entities) where isWanted(entity) {
            guard let name = entity.name else { continue }
            if let other = kept[name] {
                precondition(
                    other == entity,
                    "Models cannot be merged: they have two different entities named “\(name)”.")
            } else {
                kept[name] = entity
                all.append(entity)
            }
        }
        entities = all
        reconnect(to: kept)
        for model in models {
            for name in model.configurationOrder {
                let members = (model.configurationEntities[name] ?? []).compactMap {
                    $0.name.flatMap { kept[$0] }
                }
                let present = configurationEntities[name] ?? []
                let added = members.filter { member in !present.contains { $0 === member } }
                setEntities(present + added, forConfigurationName: name)
            }
            versionIdentifiers.formUnion(model.versionIdentifiers)
            fetchRequestTemplateStorage.merge(model.fetchRequestTemplateStorage) { first, _ in first }
            if let texts = model.localizationDictionary {
                localizationDictionary = (localizationDictionary ?? [:]).merging(texts) { first, _ in first }
            }
            moduleName = moduleName ?? model.moduleName
        }
    }

    /// Leads every reference to the one entity of its name that was kept.
    private func reconnect(to kept: [String: NSEntityDescription]) {
        for entity in entities {
            entity.subentities = entity.subentities.compactMap { $0.name.flatMap { kept[$0] } }
        }
        for entity in entities {
            for case let relationship as NSRelationshipDescription in entity.ownProperties {
                let inverseName = relationship.inverseRelationship?.name
                if let name = relationship.destinationEntity?.name, let destination = kept[name] {
                    relationship.destinationEntity = destination
                    relationship.inverseRelationship = inverseName.flatMap {
                        destination.relationshipsByName[$0]
                    }
                }
            }
        }
    }
}
