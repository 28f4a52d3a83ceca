import CSQLite
import Foundation

// The metadata of stores that nobody has to open: to find out which model a file was written with.
extension NSPersistentStoreCoordinator {
    /// Reads the metadata of a store that need not be open: its type, its UUID, the version hashes of its entities, and what
    /// the program added. Whichever model it was written with, it is not migrated.
    ///
    /// - Parameters:
    ///   - storeType: `NSSQLiteStoreType`.
    ///   - url: the file.
    ///   - options: `NSPersistentStoreTimeoutOption`, in seconds, is how long to wait for others.
    /// - Throws: an error of `NSCocoaErrorDomain` when there is no store at `url` or it cannot be read.
    public class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try withFile(storeType, url, options, SQLITE_OPEN_READONLY, "read") { connection in
            try SQLiteStore.metadata(connection)
        }
    }

    /// Sets the metadata of a store that need not be open. What Core Data itself keeps there stays as it is.
    ///
    /// - Parameters:
    ///   - metadata: values that a property list can hold; nil takes away what the program added.
    ///   - storeType: `NSSQLiteStoreType`.
    ///   - url: the file.
    ///   - options: `NSPersistentStoreTimeoutOption`, in seconds, is how long to wait for others.
    /// - Throws: an error of `NSCocoaErrorDomain` when there is no store at `url`, it cannot be written, or no property list
    ///   can hold the values. The store is then as it was.
    public class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try withFile(storeType, url, options, SQLITE_OPEN_READWRITE, "written") { connection in
            try connection.execute("BEGIN IMMEDIATE")
            do {
                let plist = try SQLiteStore.metadataPlist(merged(metadata, into: SQLiteStore.metadata(connection)))
                let statement = try connection.statement("UPDATE Z_METADATA SET Z_PLIST = ?")
                statement.bind(plist, at: 1)
                try statement.run()
                try connection.execute("COMMIT")
            } catch {
                if connection.isInTransaction { try? connection.execute("ROLLBACK") }
                throw error
            }
        }
    }

    /// What the program may set of the metadata, beside what Core Data keeps there.
    static func merged(_ metadata: [String: Any]?, into present: [String: Any]) -> [String: Any] {
        var kept = present.filter { $0.key.hasPrefix("NSStore") || $0.key.hasPrefix("NSPersistence") }
        for (key, value) in metadata ?? [:] where kept[key] == nil { kept[key] = value }
        return kept
    }

    private static func withFile<T>(
        _ storeType: String, _ url: URL, _ options: [AnyHashable: Any]?, _ flags: Int32, _ action: String,
        _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        guard storeType == NSSQLiteStoreType else {
            throw CocoaErrorText.error(
                NSPersistentStoreInvalidTypeError, "Only stores of NSSQLiteStoreType have a file with metadata.")
        }
        guard url.isFileURL, SQLiteStore.hasContent(url.path) else {
            throw CocoaErrorText.error(
                NSFileReadNoSuchFileError, "There is no store at \(url.isFileURL ? url.path : url.absoluteString).",
                [NSFilePathErrorKey: url.path])
        }
        do {
            let isReading = flags == SQLITE_OPEN_READONLY
            let connection = try SQLiteConnection(
                path: url.path, immutableURI: isReading ? UnwritableFile.uri(url.path) : nil, flags: flags,
                timeout: SQLiteStore.timeout(options))
            guard try connection.tableNames().contains("Z_METADATA") else {
                throw SQLiteStore.noStore(at: url.path)
            }
            return try body(connection)
        } catch let failure as SQLiteFailure {
            throw failure.error(path: url.path, action: action)
        }
    }
}
