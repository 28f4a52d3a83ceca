import CSodium
import Foundation

/// The version hashes of a model: the same bytes Apple's Core Data computes, so that stores written here
/// open there and the other way round. The rule was found by comparing source models with the hashes in
/// stores.
internal enum VersionHash {
    /// The hash of one property.
    /// - Parameter owner: the entity that declares it; nil before it belongs to one.
    internal static func property(_ property: NSPropertyDescription, in owner: NSEntityDescription?) -> Data {
        switch property {
        case let derived as NSDerivedAttributeDescription where derived.derivationText != nil:
            return sha256(Data((derived.derivationText ?? "").utf8))
        case let composite as NSCompositeAttributeDescription:
            let elements = composite.elements.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            return sha256(elements.reduce(into: Data()) { $0 += self.property($1, in: owner) })
        case let attribute as NSAttributeDescription:
            return self.attribute(attribute)
        case let relationship as NSRelationshipDescription:
            return self.relationship(relationship, in: owner)
        default:
            return base(property)
        }
    }

    /// The hash of an entity, which covers its superentities' too.
    internal static func entity(_ entity: NSEntityDescription) -> Data {
        var bytes = Data((entity.name ?? "").utf8)
        bytes.append(entity.isAbstract ? 1 : 0)
        if let parent = entity.superentity { bytes += parent.versionHash }
        let stored = entity.propertiesByName.values.filter {
            !$0.isTransient && !($0 is NSFetchedPropertyDescription)
        }
        for property in stored.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            bytes += self.property(property, in: property.owner ?? entity)
        }
        bytes += Data((entity.versionHashModifier ?? "").utf8)
        let constraints = entity.constraintAttributeNames.map { $0.joined(separator: ".") }
        for constraint in constraints.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            bytes += Data(constraint.utf8)
        }
        return sha256(bytes)
    }

    /// `NSStoreModelVersionChecksumKey` in a store's metadata.
    internal static func checksum(of hashes: [String: Data]) -> String {
        sha256(sorted(hashes).reduce(into: Data()) { $0 += $1.hash }).base64EncodedString()
    }

    /// `NSStoreModelVersionHashesDigest` in a store's metadata.
    internal static func digest(of hashes: [String: Data]) -> String {
        sha512(sorted(hashes).reduce(into: Data()) { $0 += Data($1.name.utf8) + $1.hash })
            .base64EncodedString()
    }

    private static func sorted(_ hashes: [String: Data]) -> [(name: String, hash: Data)] {
        hashes.map { (name: $0.key, hash: $0.value) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private static func base(_ property: NSPropertyDescription) -> Data {
        let isFetched = property is NSFetchedPropertyDescription
        var flags: UInt16 = property.isOptional ? 1 : 0
        if property.isTransient || isFetched { flags |= 2 }
        if isFetched { flags |= 4 }
        var bytes = Data(property.name.utf8)
        bytes.append(littleEndian: flags)
        bytes += Data((property.versionHashModifier ?? "").utf8)
        return sha256(bytes)
    }

    private static func attribute(_ attribute: NSAttributeDescription) -> Data {
        var bytes = base(attribute)
        bytes.append(littleEndian: Int32(attribute.attributeType.rawValue))
        if attribute.allowsExternalBinaryDataStorage || attribute.preservesValueInHistoryOnDeletion {
            bytes.append(1)
        }
        return sha256(bytes)
    }

    private static func relationship(
        _ relationship: NSRelationshipDescription, in owner: NSEntityDescription?
    ) -> Data {
        // A relationship that is its own inverse counts as having none.
        let inverse = relationship.inverseRelationship
        let inverseName = inverse === relationship ? "" : inverse?.name ?? ""
        var bytes = base(relationship)
        bytes += Data((relationship.destinationEntity?.name ?? "").utf8)
        bytes += Data(inverseName.utf8)
        bytes.append(littleEndian: Int32(clamping: relationship.maxCount))
        bytes.append(littleEndian: Int32(clamping: relationship.minCount))
        if relationship.isOrdered { bytes += Data([1, 0]) }
        return sha256(bytes)
    }

    private static func sha256(_ data: Data) -> Data {
        hash(data, byteCount: Int(crypto_hash_sha256_BYTES), with: crypto_hash_sha256)
    }

    private static func sha512(_ data: Data) -> Data {
        hash(data, byteCount: Int(crypto_hash_sha512_BYTES), with: crypto_hash_sha512)
    }

    private static func hash(
        _ data: Data, byteCount: Int,
        with function: (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>?, UInt64) -> Int32
    ) -> Data {
        var output = [UInt8](repeating: 0, count: byteCount)
        // An array of its own: it lends a pointer also when it is empty, and Data may be a slice.
        _ = function(&output, [UInt8](data), UInt64(data.count))
        return Data(output)
    }
}

extension Data {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
