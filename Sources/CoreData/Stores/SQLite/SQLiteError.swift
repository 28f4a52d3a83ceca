import CSQLite
import Foundation

/// What SQLite said when something failed.
struct SQLiteFailure: Error {
    let code: Int32
    let message: String
    let statement: String?

    var primaryCode: Int32 { code & 0xFF }
    /// SQLITE_CONSTRAINT_UNIQUE or SQLITE_CONSTRAINT_PRIMARYKEY, which C defines in a way Swift does not import.
    var isUniqueness: Bool { code == SQLITE_CONSTRAINT | 8 << 8 || code == SQLITE_CONSTRAINT | 6 << 8 }

    /// The failure as a Core Data error.
    /// - Parameters:
    ///   - path: the file.
    ///   - action: what was being done, such as “saved”.
    func error(path: String, action: String) -> NSError {
        let (cocoa, advice): (Int, String)
        switch primaryCode {
        case SQLITE_NOTADB:
            (cocoa, advice) = (NSFileReadCorruptFileError, "The file is not a store.")
        case SQLITE_CORRUPT:
            (cocoa, advice) = (NSFileReadCorruptFileError, "The file is damaged. Restore it from a backup.")
        case SQLITE_FULL:
            (cocoa, advice) = (
                NSFileWriteOutOfSpaceError, "The disk is full. Make room and try again; nothing is lost."
            )
        case SQLITE_READONLY, SQLITE_PERM:
            (cocoa, advice) = (
                NSFileWriteNoPermissionError, "The file or its folder cannot be written. Check its permissions."
            )
        case SQLITE_CANTOPEN:
            (cocoa, advice) = (
                NSFileReadUnknownError, "The file cannot be opened. Check that its folder exists and is readable."
            )
        case SQLITE_BUSY, SQLITE_LOCKED:
            (cocoa, advice) = (
                NSPersistentStoreTimeoutError, "Another program held the store for too long. Try again."
            )
        case SQLITE_IOERR:
            (cocoa, advice) = (NSFileWriteUnknownError, "The disk failed to read or write.")
        default:
            (cocoa, advice) = (NSSQLiteError, "SQLite says: \(message).")
        }
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: "The store at \(path) could not be \(action). \(advice)",
            NSSQLiteErrorDomain: NSNumber(value: code), NSFilePathErrorKey: path,
            "NSSQLiteMessage": message,
        ]
        if let statement { info["NSSQLiteStatement"] = statement }
        return NSError(domain: NSCocoaErrorDomain, code: cocoa, userInfo: info)
    }
}

// Codes of Foundation's in the same domain.
let NSFileReadUnknownError = 256
let NSFileReadCorruptFileError = 259
let NSFileReadNoSuchFileError = 260
let NSFileWriteUnknownError = 512
let NSFileWriteNoPermissionError = 513
let NSFileWriteOutOfSpaceError = 640
