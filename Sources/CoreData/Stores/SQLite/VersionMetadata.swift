import Foundation

/// What a store's metadata says of the model it was written with.
enum VersionMetadata {
    static func entries(for model: NSManagedObjectModel) -> [String: Any] {
        let hashes = model.entityVersionHashesByName
        return [
            NSStoreModelVersionHashesKey: hashes,
            "NSStoreModelVersionHashesVersion": 3,
            "NSStoreModelVersionHashesDigest": VersionHash.digest(of: hashes),
            "NSStoreModelVersionChecksumKey": model.versionChecksum,
            NSStoreModelVersionIdentifiersKey: model.versionIdentifiers.compactMap { $0 as? String }.sorted(),
            "NSPersistenceFrameworkVersion": 1345,
        ]
    }
}
