import Foundation

/// A file without a name, for an answer that is too large for memory. It is gone with the last reference to it, also
/// when the program is killed.
public final class UnnamedFile: Sendable {
    private let descriptor: Int32

    /// Makes an empty file in `TMPDIR`, or else in `/var/tmp`, which other than `/tmp` is never in memory.
    ///
    /// - Throws: `POSIXError` where none can be made there.
    public init() throws {
        let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
        let path = "\(folder)/perennial.\(UUID().uuidString)"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError.last }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Adds bytes at the end.
    ///
    /// - Throws: `POSIXError`, such as `ENOSPC` when the disk is full.
    public func add(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw POSIXError.last
            }
        }
    }

    /// How many bytes were added.
    var count: Int {
        var info = stat()
        return fstat(descriptor, &info) == 0 ? Int(info.st_size) : 0
    }

    /// A descriptor for somebody who closes it.
    func descriptorToGive() -> Int32? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? copy : nil
    }
}

extension POSIXError {
    /// What the last call of the system that failed says.
    fileprivate static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
