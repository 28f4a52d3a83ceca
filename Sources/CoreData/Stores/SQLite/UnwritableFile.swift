import Foundation

/// A store's file that this process may only read.
enum UnwritableFile {
    /// The file as an SQLite URI that has it read as it lies there, without the files SQLite keeps beside it;
    /// nil where that is not needed or not right.
    ///
    /// SQLite reads a file in WAL mode by way of a `-shm` beside it, which it makes when there is none. On a
    /// medium that cannot be written that fails; and beside a file without write permission it leaves a `-shm`
    /// and a `-wal` without it too, which stop the owner once the file itself is writable again. When nobody has
    /// the file open there is neither, and nothing is missing without them.
    static func uri(_ path: String) -> String? {
        let folder = (path as NSString).deletingLastPathComponent
        let canWrite = access(path, W_OK) == 0 && access(folder.isEmpty ? "." : folder, W_OK) == 0
        let isOpenSomewhere = access(path + "-shm", F_OK) == 0 || (WALFile.size(besides: path) ?? 0) > 0
        guard !canWrite, !isOpenSomewhere else { return nil }
        return URL(fileURLWithPath: path).absoluteString + "?immutable=1"
    }
}
