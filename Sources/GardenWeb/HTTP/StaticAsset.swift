/// A file that comes with the program: a style sheet, a script, an icon.
public struct StaticAsset: Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]

    /// The media type, found by the name's ending.
    public let contentType: String

    /// A short text that changes with the bytes: 16 hexadecimal digits.
    public let version: String

    /// - Parameters:
    ///   - name: the file's name; its ending decides on the media type.
    ///   - bytes: what it holds.
    public init(name: String, bytes: [UInt8]) {
        self.bytes = bytes
        contentType = Self.contentType(for: name)
        version = Self.digest(of: bytes)
    }

    /// Answers a request for the file.
    ///
    /// Under the address with its version (`?v=…`) the browser keeps it for a year without asking again; under
    /// any other it asks each time, and is told that nothing has changed if that is so.
    public func response(to request: Request) -> Response {
        let tag = "\"\(version)\""
        let isPinned = request.query["v"] == version
        let headers: HTTPHeaders = [
            "ETag": tag,
            "Cache-Control": isPinned ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if Self.matches(request.headers.all("if-none-match"), tag) {
            return Response(.notModified, headers: headers)
        }
        return Response(contentType: contentType, headers: headers, body: .bytes(bytes))
    }

    /// Whether a tag of the headers `If-None-Match` is `tag` (RFC 9110, 13.1.2: compared weakly).
    private static func matches(_ headers: [String], _ tag: String) -> Bool {
        headers.contains { header in
            header.split(separator: ",").contains { entry in
                var entry = entry.trimmingSpaces()
                if entry.hasPrefix("W/") { entry.removeFirst(2) }
                return entry == tag || entry == "*"
            }
        }
    }

    private static func contentType(for name: String) -> String {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }

    /// The 64-bit FNV-1a hash: it tells versions of our own files apart, nothing has to be kept secret or safe
    /// from forgery.
    private static func digest(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
