import Foundation

extension NSPersistentStoreCoordinator {
    /// Puts a copy of one store in the place of another, or where there is none yet; this is how a store is backed
    /// up while it is used, and brought back.
    ///
    /// The copy is the store as it is at one moment, with the files of its large values, its history and its UUID.
    /// Others may go on reading and saving. A source that is damaged is not copied. What has the destination open
    /// reads the new rows from then on; contexts that hold objects of it have to be reset.
    ///
    /// - Parameters:
    ///   - destinationURL: the file to be replaced: a store that this coordinator does not have open, an empty file,
    ///     or none. Its folder has to exist.
    ///   - destinationOptions: `NSPersistentStoreTimeoutOption`, in seconds, is how long to wait for others.
    ///   - sourceURL: the file to copy.
    ///   - sourceOptions: `NSPersistentStoreTimeoutOption`, and `NSReadOnlyPersistentStoreOption` to leave
    ///     the file's folder as it is, whatever it lacks.
    ///   - storeType: `NSSQLiteStoreType`.
    /// - Throws: an error of `NSCocoaErrorDomain` when either file is no store, cannot be read or written, is held
    ///   for too long, or the disk is full. The destination is then what it was.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        guard storeType == NSSQLiteStoreType else {
            throw CocoaErrorText.error(
                NSPersistentStoreInvalidTypeError, "Only stores of NSSQLiteStoreType have a file to replace.")
        }
        guard destinationURL.isFileURL, sourceURL.isFileURL else {
            throw CocoaErrorText.error(NSPersistentStoreOperationError, "An SQLite store needs the URL of a file.")
        }
        guard SQLiteStore.hasContent(sourceURL.path) else {
            throw CocoaErrorText.error(
                NSFileReadNoSuchFileError, "There is no store at \(sourceURL.path) to copy.",
                [NSFilePathErrorKey: sourceURL.path])
        }
        guard FileIdentity(sourceURL.path) != FileIdentity(destinationURL.path) else {
            throw CocoaErrorText.error(
                NSPersistentStoreOperationError, "The store at \(sourceURL.path) cannot take its own place.")
        }
        guard persistentStore(for: destinationURL) == nil else {
            throw CocoaErrorText.error(
                NSPersistentStoreOperationError,
                "The store at \(destinationURL.path) is open. Remove it from the coordinator first.")
        }
        try StoreCopy(
            source: sourceURL.path, destination: destinationURL.path,
            isSourceReadOnly: sourceOptions.truth(NSReadOnlyPersistentStoreOption) == true,
            timeouts: (SQLiteStore.timeout(sourceOptions), SQLiteStore.timeout(destinationOptions))
        ).run()
    }
}
