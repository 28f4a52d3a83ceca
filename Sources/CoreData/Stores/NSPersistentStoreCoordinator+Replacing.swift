import Foundation

extension NSPersistentStoreCoordinator {
    /// Puts a copy of one store in the place of another, or where there is none yet; this is how a store is backed
    /// up while it is used, and brought back.
    ///
    /// The copy is the store as it is at one moment, with the files of its large values, its history and its UUID.
    /// Others may go on reading and saving. A source that is damaged is not copied. What has the destination open
    /// reads the new rows from then on; contexts that hold objects of it have to be reset. Files of large values that
    /// the source lacks are missing in the copy; the standard error stream has a line that says how many.
    ///
    /// - Parameters:
    ///   - destinationURL: the file to be replaced: a store that this coordinator does not have open, an empty file,
    ///     or none. Its folder has to exist, and hold no other store whose name differs in the extension alone.
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
        try requirePlace(for: destinationURL)
        guard persistentStore(for: destinationURL) == nil else {
            throw CocoaErrorText.error(
                NSPersistentStoreOperationError,
                "The store at \(destinationURL.path) is open. Remove it from the coordinator first.")
        }
        let missing = try StoreCopy(
            source: sourceURL.path, destination: destinationURL.path,
            isSourceReadOnly: sourceOptions.truth(NSReadOnlyPersistentStoreOption) == true,
            timeouts: (SQLiteStore.timeout(sourceOptions), SQLiteStore.timeout(destinationOptions))
        ).run()
        if !missing.isEmpty {
            report(
                "The store at \(sourceURL.path) was copied without large values whose files are missing beside it: "
                    + "\(missing.count) of them.")
        }
    }

    /// Refuses a place where a store cannot be, or cannot be without harm to another.
    private func requirePlace(for url: URL) throws {
        func refuse(_ sentence: String) -> NSError {
            CocoaErrorText.error(NSPersistentStoreOperationError, sentence, [NSFilePathErrorKey: url.path])
        }
        var info = stat()
        if stat(url.path, &info) == 0, info.st_mode & S_IFMT != S_IFREG {
            throw refuse("\(url.path) is no file that a store could be in. Choose another place.")
        }
        if ["-wal", "-shm", "-journal"].contains(where: url.path.hasSuffix) {
            throw refuse("\(url.path) has the name of a file that SQLite keeps beside a store. Choose another name.")
        }
        if let other = ExternalDataFolder(besides: url.path).otherStore {
            throw refuse(
                "\(url.path) would share the folder of its large values with \(other), whose name differs in the "
                    + "extension alone. Choose another name.")
        }
    }
}
