/// Gathers what is written and hands it on in portions.
struct ExportOutput {
    private var buffer: [UInt8] = []
    private let write: ([UInt8]) throws -> Void
    /// The number of bytes written so far.
    private(set) var count = 0

    private static let portion = 64 * 1024

    /// - Parameter write: Takes a portion.
    init(_ write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
        buffer.reserveCapacity(Self.portion + 1024)
    }

    mutating func add(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.portion { try flush() }
    }

    mutating func add(_ bytes: some Collection<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.portion { try flush() }
    }

    /// Hands on what is left; to be called at the end.
    mutating func flush() throws {
        guard !buffer.isEmpty else { return }
        count += buffer.count
        try write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
