import CSQLite
import Foundation

/// Puts one store's file and the files of its large values in the place of another, while others use both.
///
/// What is copied is the store as it is at one moment. The files come first, then the rows that name them, in one
/// transaction: until that is committed the destination is what it was.
struct StoreCopy {
    let source: String
    let destination: String
    /// Whether the source is to be opened for reading only.
    let isSourceReadOnly: Bool
    /// How long to wait for others that hold a file, in seconds.
    let timeouts: (source: TimeInterval, destination: TimeInterval)

    /// How often the files of a store that others change are looked for.
    private static let mostAttempts = 100

    /// - Returns: the names of files that rows of the source name and that were missing before.
    /// - Throws: an error of `NSCocoaErrorDomain`; the destination is then what it was.
    func run() throws -> Set<String> {
        // A store that is there is replaced in one transaction. A new one is made under another name, so that no half
        // of one ever goes by its own.
        let isNew = access(destination, F_OK) != 0
        let file = isNew ? try makeUnfinished() : destination
        let folder = ExternalDataFolder(besides: destination)
        var copied: Set<String> = []
        do {
            let (useless, missing) = try fill(file, folder, &copied)
            if isNew { try publish(file) }
            for name in useless { folder.remove(name) }
            return missing
        } catch {
            for name in copied { folder.remove(name) }
            if isNew {
                folder.removeIfEmpty()
                for suffix in ["", "-journal", "-wal", "-shm"] { unlink(file + suffix) }
            }
            throw error
        }
    }

    /// Copies everything; what this opens is closed when it returns.
    /// - Returns: the files that belonged to what was there before, and those that the source lacks.
    private func fill(
        _ file: String, _ folder: ExternalDataFolder, _ copied: inout Set<String>
    ) throws -> (useless: Set<String>, missing: Set<String>) {
        let writer = try openDestination(file)
        let before = try writing { try writer.namesOfExternalFiles() }
        let (named, missing) = try copy(&copied, from: ExternalDataFolder(besides: source), to: folder, by: writer)
        return (before.subtracting(named), missing)
    }

    private func makeUnfinished() throws -> String {
        let url = URL(fileURLWithPath: destination)
        let file = url.deletingLastPathComponent().path + "/.\(url.lastPathComponent).\(UUID().uuidString).part"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw CocoaErrorText.unwritable(destination) }
        close(descriptor)
        return file
    }

    /// Gives the finished file its name.
    private func publish(_ file: String) throws {
        if link(file, destination) == 0 {
            unlink(file)
        } else if errno == EEXIST || rename(file, destination) != 0 {
            throw CocoaErrorText.unwritable(destination)
        }
        ExternalDataFolder.synchronize((destination as NSString).deletingLastPathComponent)
    }

    /// - Returns: the names of all files of large values, and of those among them that the source lacks.
    private func copy(
        _ copied: inout Set<String>, from: ExternalDataFolder, to: ExternalDataFolder, by writer: SQLiteConnection
    ) throws -> (named: Set<String>, missing: Set<String>) {
        let reader = try openSource()
        var missingBefore: Set<String> = []
        for _ in 0..<Self.mostAttempts {
            let named = try reading { () -> Set<String> in
                try reader.execute("BEGIN")
                try requireSound(reader)
                return try reader.namesOfExternalFiles()
            }
            // A save removes a file once no row names it, so one that the moment's rows name may be gone before its
            // turn comes. What a later moment's rows still name was missing before.
            var missing: Set<String> = []
            for name in named where to.size(name) == nil || to.size(name) != from.size(name) {
                // What is there in part already may be named by the rows that are: it is not taken away again.
                let isNew = to.size(name) == nil
                if !(try to.copy(name, from: from)) {
                    missing.insert(name)
                } else if isNew {
                    copied.insert(name)
                }
            }
            if missing.isSubset(of: missingBefore) {
                if !copied.isEmpty { try to.synchronize() }
                try copyRows(from: reader, by: writer)
                return (named, missing.filter { to.size($0) == nil })
            }
            missingBefore = missing
            try reading { try reader.execute("ROLLBACK") }
        }
        throw SQLiteFailure(code: SQLITE_BUSY, message: "The store changes too fast.", statement: nil)
            .error(path: source, action: "copied")
    }

    private func openSource() throws -> SQLiteConnection {
        try reading {
            try SQLiteConnection(
                path: source, immutableURI: UnwritableFile.uri(source),
                flags: isSourceReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE, timeout: timeouts.source)
        }
    }

    /// A copy of a damaged store must not take the place of a sound one.
    private func requireSound(_ reader: SQLiteConnection) throws {
        guard try reader.tableNames().contains("Z_METADATA") else { throw SQLiteStore.noStore(at: source) }
        var verdict = ""
        try reader.query("PRAGMA quick_check(1)") { verdict = $0.string(0) ?? "" }
        guard verdict == "ok" else {
            throw SQLiteFailure(code: SQLITE_CORRUPT, message: verdict, statement: nil)
        }
    }

    private func openDestination(_ file: String) throws -> SQLiteConnection {
        try writing {
            let writer = try SQLiteConnection(
                path: file, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, timeout: timeouts.destination)
            let tables = try writer.tableNames()
            guard tables.isEmpty || tables.contains("Z_METADATA") else { throw SQLiteStore.noStore(at: destination) }
            return writer
        }
    }

    private func copyRows(from reader: SQLiteConnection, by writer: SQLiteConnection) throws {
        try writing {
            guard let backup = sqlite3_backup_init(writer.handle, "main", reader.handle, "main") else {
                throw writer.failure(sqlite3_errcode(writer.handle), statement: nil)
            }
            let code = sqlite3_backup_step(backup, -1)
            let end = sqlite3_backup_finish(backup)
            guard code == SQLITE_DONE, end == SQLITE_OK else {
                throw SQLiteFailure(
                    code: code == SQLITE_DONE ? end : code, message: String(cString: sqlite3_errstr(code)),
                    statement: nil)
            }
        }
    }

    private func writing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let failure as SQLiteFailure {
            throw failure.error(path: destination, action: "written")
        }
    }

    private func reading<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let failure as SQLiteFailure {
            throw failure.error(path: source, action: "copied")
        }
    }
}
