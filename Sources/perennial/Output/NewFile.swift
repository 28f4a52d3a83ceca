import Foundation

/// A file that comes into being whole, or not at all: it is written under another name beside its place, and takes its
/// name when it is done. Only its owner may read it.
final class NewFile {
    private let path: String
    private let draft: String
    private let isReplacing: Bool
    private var file: Int32
    private var isKept = false

    /// - Parameters:
    ///   - path: where it goes; its folder has to exist.
    ///   - isReplacing: whether what has the name makes way.
    /// - Throws: ``CommandFailure``.
    init(_ path: String, replacing isReplacing: Bool) throws(CommandFailure) {
        // A link stays one, and what it leads to is replaced.
        self.path = (path as NSString).resolvingSymlinksInPath
        self.isReplacing = isReplacing
        let url = URL(fileURLWithPath: self.path)
        draft =
            url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent.prefix(40)).\(UUID().uuidString.prefix(8))").path
        file = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(path, errno) }
    }

    deinit {
        if file >= 0 { close(file) }
        if !isKept { unlink(draft) }
    }

    /// Writes more.
    ///
    /// - Throws: ``CommandFailure``.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        if let code = StandardStreams.write(bytes[...], to: file) { throw Self.failure(path, code) }
    }

    /// Gives it its name, once all of it is on the disk.
    ///
    /// - Throws: ``CommandFailure``, also when something of that name has come meanwhile and is not to make way.
    func keep() throws(CommandFailure) {
        let isSafe = fsync(file) == 0
        let code = errno
        let isClosed = close(file) == 0
        file = -1
        guard isSafe, isClosed else { throw Self.failure(path, isSafe ? errno : code) }
        if isReplacing {
            guard rename(draft, path) == 0 else { throw Self.failure(path, errno) }
        } else {
            try renameToFreeName()
        }
        isKept = true
    }

    private func renameToFreeName() throws(CommandFailure) {
        if link(draft, path) == 0 {
            unlink(draft)
            return
        }
        if errno == EEXIST { throw Self.isThere(path) }
        // A file system on which a file has one name only.
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { throw Self.failure(path, errno) }
        if access(path, F_OK) == 0 { throw Self.isThere(path) }
        guard rename(draft, path) == 0 else { throw Self.failure(path, errno) }
    }

    /// What is said of a name that something has.
    static func isThere(_ path: String) -> CommandFailure {
        CommandFailure("\(path) is there already: choose another file, or replace it with --replace.")
    }

    private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
        CommandFailure("\(path) cannot be written: \(String(cString: strerror(code))). Nothing was changed.")
    }
}
