import Foundation

/// In a store's metadata: the version hashes of the entities it was written with, by entity name.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"

/// In a store's metadata: the version identifiers of the model it was written with.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

extension NSManagedObjectModel {
    /// Whether a store with this metadata can be opened with this model.
    ///
    /// - Parameters:
    ///   - configuration: the configuration the store holds; nil for all entities.
    ///   - metadata: the store's metadata.
    /// - Returns: true when the version hashes in the metadata are exactly those of the configuration's
    ///   entities;
    ///   false for metadata without hashes or an unknown configuration.
    public final func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Any],
            entities(forConfigurationName: configuration) != nil
        else { return false }
        let expected = versionHashes(ofConfiguration: configuration)
        return expected.count == stored.count && expected.allSatisfy { stored[$0.key] as? Data == $0.value }
    }

    /// The version hashes of a configuration's entities by their names; of all entities when it is nil.
    internal final func versionHashes(ofConfiguration configuration: String?) -> [String: Data] {
        let entities = (entities(forConfigurationName: configuration) ?? []).map { ($0.name ?? "", $0.versionHash) }
        return Dictionary(entities, uniquingKeysWith: { $1 })
    }
}
