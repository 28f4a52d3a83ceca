/// One event as it goes over an ``EventStream``: made once, sent to any number of them.
public struct ServerSentEvent: Sendable, Hashable {
    /// The event in the format of server-sent events, with the empty line at its end.
    let bytes: [UInt8]

    /// - Parameters:
    ///   - event: the event's type, which the page listens for; `nil` is the type `message`.
    ///   - data: what the event carries; lines are kept.
    ///   - id: what a browser tells in `Last-Event-ID` when it reconnects.
    public init(event: String? = nil, data: String, id: String? = nil) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.utf8.count + 64)
        if let id { Self.append("id", Self.singleLine(id), to: &bytes) }
        if let event { Self.append("event", Self.singleLine(event), to: &bytes) }
        // Carriage return and line feed are one Character, so this splits at all three kinds of line end.
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: { $0.isEventLineEnd }) {
            Self.append("data", line, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
        self.bytes = bytes
    }

    private static func append(_ field: String, _ value: some StringProtocol, to bytes: inout [UInt8]) {
        bytes += field.utf8
        bytes += ": ".utf8
        bytes += value.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func singleLine(_ text: String) -> String {
        String(text.filter { !$0.isEventLineEnd && $0 != "\0" })
    }
}

extension Character {
    fileprivate var isEventLineEnd: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
