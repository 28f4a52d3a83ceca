/// An answer as it came over the wire.
public struct TestResponse: Sendable {
    public let status: Int
    public let headers: [(name: String, value: String)]
    public var body: [UInt8] = []

    public var text: String { String(decoding: body, as: UTF8.self) }

    init?(head: String) {
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard !lines.isEmpty else { return nil }
        let words = lines.removeFirst().split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        self.status = status
        headers = lines.compactMap { line in
            let pair = line.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            return (pair[0].lowercased(), String(pair[1].drop { $0 == " " }))
        }
    }

    /// The first value of the header field `name`, in lower case.
    public subscript(name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
