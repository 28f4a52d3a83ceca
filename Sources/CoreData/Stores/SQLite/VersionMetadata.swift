import Foundation

/// What a store's metadata says of the model it was written with.
enum VersionMetadata {
    /// - Parameters:
    ///   - model: the model.
    ///   - configuration: the configuration that the store holds; nil for all entities.
    static func entries(for model: NSManagedObjectModel, configuration: String?) -> [String: Any] {
        let hashes = model.versionHashes(ofConfiguration: configuration)
        return [
            NSStoreModelVersionHashesKey: hashes,
            "NSStoreModelVersionHashesVersion": 3,
            "NSStoreModelVersionHashesDigest": VersionHash.digest(of: hashes),
            "NSStoreModelVersionChecksumKey": VersionHash.checksum(of: hashes),
            NSStoreModelVersionIdentifiersKey: model.versionIdentifiers.compactMap { $0 as? String }.sorted(),
            "NSPersistenceFrameworkVersion": 1345,
        ]
    }
}
