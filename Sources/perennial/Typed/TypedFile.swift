import Foundation

/// A file that was named, to be read as a whole.
enum TypedFile {
    /// The standard input or output in the place of a file's name.
    static let standard = "-"

    /// What is in the file.
    ///
    /// - Parameters:
    ///   - path: the file, or `-` for the standard input.
    ///   - limit: the greatest number of bytes.
    /// - Throws: ``CommandFailure``.
    static func contents(_ path: String, atMost limit: Int) throws(CommandFailure) -> [UInt8] {
        let file = path == standard ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path, errno) }
        defer { if file != 0 { close(file) } }
        var info = stat()
        let isFile = fstat(file, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
        var bytes: [UInt8] = []
        if isFile { bytes.reserveCapacity(min(Int(info.st_size), limit) + 1) }
        var portion = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let count = portion.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(path, errno)
            }
            guard bytes.count + count <= limit else {
                throw CommandFailure("\(path) has more than \(limit / 1024 / 1024) MiB, which is too much.")
            }
            bytes += portion[..<count]
        }
    }

    /// The first bytes of a file.
    ///
    /// - Throws: ``CommandFailure``.
    static func beginning(_ path: String, _ length: Int) throws(CommandFailure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path, errno) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: length)
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw failure(path, errno) }
        return Array(bytes[..<count])
    }

    private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
        code == EISDIR
            ? CommandFailure("\(path) is a folder: give the name of a file in it.")
            : CommandFailure("\(path) cannot be read: \(String(cString: strerror(code))).")
    }
}
