import CPictures
import Foundation

/// A file without a name, in memory alone: how a picture goes to the process that works on it, and comes back.
struct MemoryFile: ~Copyable {
    let descriptor: CInt

    /// - Throws: ``PictureFault/busy`` when the system has no more files or memory.
    init() throws(PictureFault) {
        descriptor = PerennialMemoryFile()
        guard descriptor >= 0 else { throw .busy }
    }

    deinit { close(descriptor) }

    /// Puts bytes into the empty file, to be read from its beginning.
    ///
    /// - Throws: ``PictureFault/busy`` when there is no memory.
    func fill(_ bytes: Data) throws(PictureFault) {
        let isWritten = bytes.withUnsafeBytes { bytes in
            var count = 0
            while count < bytes.count {
                let written = pwrite(descriptor, bytes.baseAddress?.advanced(by: count), bytes.count - count, count)
                guard written > 0 else { return false }
                count += written
            }
            return true
        }
        guard isWritten else { throw .busy }
    }

    /// What is in it.
    func contents() -> Data { MemoryFile.contents(of: descriptor) }

    /// What is in any open file.
    static func contents(of descriptor: CInt) -> Data {
        var contents = Data()
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = pread(descriptor, &piece, piece.count, contents.count)
            guard count > 0 else { return contents }
            contents.append(contentsOf: piece[..<count])
        }
    }
}
