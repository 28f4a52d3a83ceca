import Foundation

// Binary attributes that may stand in a file beside the store: a first byte says where the bytes are.
extension SQLiteStore {
    private static let here: UInt8 = 1
    private static let inFile: UInt8 = 2

    /// The folder of the files beside the store.
    var externalDataFolder: URL {
        let file = URL(fileURLWithPath: path)
        let name = ".\(file.deletingPathExtension().lastPathComponent)_SUPPORT"
        return file.deletingLastPathComponent().appendingPathComponent(name)
            .appendingPathComponent("_EXTERNAL_DATA")
    }

    /// The form in which bytes stand in the column.
    func externalForm(_ data: Data) throws -> Data { Data([Self.here]) + data }

    /// Reads a column of a binary attribute with external storage.
    /// - Throws: an error when the bytes are in a file that cannot be read.
    func externalData(_ bytes: UnsafeRawPointer, count: Int, chunk: RowChunk) throws -> UInt64 {
        let kind = bytes.load(as: UInt8.self)
        guard kind == Self.inFile else { return chunk.store(bytes + 1, count: max(count - 1, 0)) }
        let text = UnsafeRawBufferPointer(start: bytes + 1, count: count - 1).prefix { $0 != 0 }
        let name = String(decoding: text, as: UTF8.self)
        guard UUID(uuidString: name) != nil,
            let data = try? Data(contentsOf: externalDataFolder.appendingPathComponent(name))
        else {
            throw CocoaErrorText.error(
                NSFileReadUnknownError,
                "The store at \(path) keeps a value in the file \(name) of \(externalDataFolder.path), which "
                    + "cannot be read. Copy that folder together with the store.")
        }
        return data.withUnsafeBytes { buffer in
            buffer.baseAddress.map { chunk.store($0, count: buffer.count) } ?? 0
        }
    }
}
