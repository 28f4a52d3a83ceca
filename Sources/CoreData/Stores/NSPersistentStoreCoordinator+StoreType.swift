import Foundation

// What takes the type of a store as a text takes it as a `StoreType` as well.
extension NSPersistentStoreCoordinator {
    /// Opens a store, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - type: `sqlite` or `inMemory`.
    ///   - configuration: the configuration of the model whose entities the store holds; nil for all.
    ///   - storeURL: the file.
    ///   - options: see the option keys.
    /// - Returns: the store.
    /// - Throws: see ``addPersistentStore(ofType:configurationName:at:options:)``.
    @discardableResult
    public final func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(
            ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
    }

    /// Puts a copy of one store in the place of another, or where there is none yet.
    ///
    /// - Parameters:
    ///   - destinationURL: the file to be replaced.
    ///   - destinationOptions: `NSPersistentStoreTimeoutOption`.
    ///   - sourceURL: the file to copy.
    ///   - sourceOptions: `NSPersistentStoreTimeoutOption` and `NSReadOnlyPersistentStoreOption`.
    ///   - type: `sqlite`.
    /// - Throws: see
    ///   ``replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:ofType:)``.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: type.rawValue)
    }

    /// Reads the metadata of a store that need not be open.
    ///
    /// - Parameters:
    ///   - type: `sqlite`.
    ///   - url: the file.
    ///   - options: `NSPersistentStoreTimeoutOption`.
    /// - Throws: see ``metadataForPersistentStore(ofType:at:options:)``.
    public static func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
    }

    /// Sets the metadata of a store that need not be open.
    ///
    /// - Parameters:
    ///   - metadata: values that a property list can hold.
    ///   - type: `sqlite`.
    ///   - url: the file.
    ///   - options: `NSPersistentStoreTimeoutOption`.
    /// - Throws: see ``setMetadata(_:forPersistentStoreOfType:at:options:)``.
    public static func setMetadata(
        _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(metadata, forPersistentStoreOfType: type.rawValue, at: url, options: options)
    }
}
