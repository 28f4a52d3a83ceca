import CoreData
import Foundation

/// The store's file, and what can be wrong with it, in sentences that say what to do.
enum StoreFile {
    /// Looks at the file before anything is opened, so that what is no store is left as it was. Makes
    /// the folder when there is none.
    ///
    /// - Throws: `GardenError.store`.
    static func check(_ url: URL) throws {
        let files = FileManager.default
        let path = url.path
        let folder = url.deletingLastPathComponent()
        if files.fileExists(atPath: path) {
            try checkReadable(url)
            guard files.isWritableFile(atPath: path) else {
                throw GardenError.store("\(path) may not be written to: change its permissions.")
            }
        } else {
            do {
                // What a household writes down is its own business.
                try files.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw GardenError.store(
                    "The folder \(folder.path) cannot be made: choose another place for the store.")
            }
        }
        guard files.isWritableFile(atPath: folder.path) else {
            throw GardenError.store(
                "The folder \(folder.path) may not be written to: change its permissions, or choose another place for the store."
            )
        }
        if !files.fileExists(atPath: path) { try makePrivate(url) }
    }

    /// Makes an empty file that its owner alone can read, where there is none; SQLite gives what it puts beside it the
    /// same permissions.
    ///
    /// - Throws: `GardenError.store`.
    static func makePrivate(_ url: URL) throws {
        let file = open(url.path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw GardenError.store("\(url.path) cannot be made: \(String(cString: strerror(errno))).")
        }
        close(file)
    }

    /// Looks at a file that is to be read, before anything is opened.
    ///
    /// - Throws: `GardenError.store`.
    static func checkReadable(_ url: URL) throws {
        let path = url.path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw GardenError.store("\(path) is a folder: give the name of a file in it.")
        }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw GardenError.store(
                isThere(url)
                    ? "\(path) may not be read: change its permissions." : "There is no store at \(path).")
        }
        guard isRegularFile(path) else {
            throw GardenError.store("\(path) is no file: give the name of a file for the store.")
        }
        guard isEmptyOrSQLite(url) else { throw GardenError.store(notAStore(path)) }
    }

    /// Makes sure that what the file says is all there is: after a crash, the latest changes are beside it, and
    /// only who may write can put them together.
    ///
    /// - Throws: `GardenError.store`.
    static func checkReadableAsItLies(_ url: URL) throws {
        let (log, index) = (url.path + "-wal", url.path + "-shm")
        let size = (try? FileManager.default.attributesOfItem(atPath: log))?[.size] as? Int ?? 0
        guard size == 0 || FileManager.default.fileExists(atPath: index) else {
            throw GardenError.store(
                "\(url.path) cannot be read without its latest changes, which are in \(log): copy both to a folder that may be written to."
            )
        }
    }

    /// Whether this process may change the file.
    static func isWritable(_ url: URL) -> Bool {
        let files = FileManager.default
        return files.isWritableFile(atPath: url.path)
            && files.isWritableFile(atPath: url.deletingLastPathComponent().path)
    }

    /// Whether anything is there. What cannot be looked at counts as being there, and an empty file does not.
    static func isThere(_ url: URL) -> Bool {
        var info = stat()
        guard stat(url.path, &info) == 0 else { return errno != ENOENT && errno != ENOTDIR }
        return info.st_mode & S_IFMT != S_IFREG || info.st_size > 0
    }

    /// `error` as a `GardenError`: as it is when it is one, else in a sentence.
    static func explained(_ error: any Error, at url: URL?) -> GardenError {
        if let error = error as? GardenError { return error }
        let path = url?.path ?? "in memory"
        let error = error as NSError
        guard error.domain == NSCocoaErrorDomain else {
            return .store("The store \(path) failed: \(sentence(of: error))")
        }
        switch error.code {
        case NSPersistentStoreIncompatibleVersionHashError, NSMigrationMissingSourceModelError,
            NSMigrationMissingMappingModelError, NSInferredMappingModelError:
            return .store(
                "\(path) was made by another program or a newer Perennial: choose another file for the store."
            )
        case NSMigrationError:
            return .store(
                "\(path) was made by an earlier Perennial and may not be changed: copy it to a folder that may be written to."
            )
        case CocoaError.Code.fileReadCorruptFile.rawValue:
            // 11 is SQLITE_CORRUPT: a database, but not whole. Another code means that it is none.
            let code = (error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue ?? 0
            return .store(
                code & 0xFF == 11
                    ? "\(path) is damaged: keep it as it is, and put a backup of it in its place." : notAStore(path))
        case NSPersistentStoreInvalidTypeError, NSPersistentStoreTypeMismatchError:
            return .store(notAStore(path))
        case NSPersistentStoreSaveError where error.userInfo[NSFilePathErrorKey] != nil:
            return .store(error.localizedDescription)
        case CocoaError.Code.fileWriteOutOfSpace.rawValue:
            return .store("There is no space left for \(path): nothing was saved.")
        case CocoaError.Code.fileWriteNoPermission.rawValue, CocoaError.Code.fileReadNoPermission.rawValue,
            CocoaError.Code.fileWriteVolumeReadOnly.rawValue:
            return .store("\(path) may not be read and written: change its permissions.")
        default:
            return .store("The store \(path) failed: \(sentence(of: error))")
        }
    }

    private static func sentence(of error: NSError) -> String {
        error.userInfo[NSLocalizedFailureReasonErrorKey] as? String ?? error.localizedDescription
    }

    private static func notAStore(_ path: String) -> String {
        "\(path) is not a Perennial store: choose another file for the store."
    }

    private static func isRegularFile(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    }

    /// A new file may be there without content; a store begins with SQLite's sixteen bytes.
    private static func isEmptyOrSQLite(_ url: URL) -> Bool {
        guard let file = try? FileHandle(forReadingFrom: url) else { return false }
        defer { try? file.close() }
        let start = (try? file.read(upToCount: 16)) ?? Data()
        return start.isEmpty || start == Data("SQLite format 3\0".utf8)
    }
}
