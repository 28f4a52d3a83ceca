import Foundation

/// The answer to a request: status, header fields and body, or a stream of events.
public struct Response: Sendable {
    /// What follows the header.
    public enum Body: Sendable {
        case bytes([UInt8])
        case data(Data)
        /// What was added to the file before it was answered with.
        case file(UnnamedFile)
        /// Server-sent events: the connection stays open until either side closes it.
        case stream(EventStream)
    }

    public var status: HTTPStatus

    /// The header fields. The server adds those of ``SecurityHeaders`` that are missing, the length and the
    /// date.
    public var headers: HTTPHeaders

    public var body: Body

    /// Makes an answer.
    ///
    /// - Parameter contentType: goes into the header `Content-Type`; `nil` leaves it out.
    public init(
        _ status: HTTPStatus = .ok, contentType: String? = nil, headers: HTTPHeaders = [:],
        body: Body = .bytes([])
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        if let contentType { self.headers["Content-Type"] = contentType }
    }

    /// A page.
    public static func html(_ text: String, status: HTTPStatus = .ok) -> Response {
        Response(status, contentType: "text/html; charset=utf-8", body: .bytes(Array(text.utf8)))
    }

    /// A page whose UTF-8 is already there.
    public static func html(_ utf8: [UInt8], status: HTTPStatus = .ok) -> Response {
        Response(status, contentType: "text/html; charset=utf-8", body: .bytes(utf8))
    }

    /// Plain text.
    public static func text(_ text: String, status: HTTPStatus = .ok) -> Response {
        Response(status, contentType: "text/plain; charset=utf-8", body: .bytes(Array(text.utf8)))
    }

    /// `value` as JSON, keys sorted, dates as ISO 8601.
    ///
    /// - Throws: what the value's `encode(to:)` throws.
    public static func json(_ value: some Encodable, status: HTTPStatus = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Response(status, contentType: "application/json", body: .data(try encoder.encode(value)))
    }

    /// Sends the browser on to `location`, a path of this site such as `/plants/6C1F…`, with a `GET`.
    ///
    /// This is the answer to every form that was accepted: reloading the page then sends nothing twice.
    /// - Precondition: `location` starts with one slash, so that it never leads to another site.
    public static func redirect(to location: String) -> Response {
        precondition(
            location.hasPrefix("/") && !location.hasPrefix("//") && !location.hasPrefix("/\\"),
            "A redirect leads to a path of this site; \(location) is none.")
        return Response(.seeOther, headers: ["Location": location])
    }

    /// A stream of server-sent events.
    public static func stream(_ stream: EventStream) -> Response {
        Response(
            contentType: "text/event-stream",
            headers: ["Cache-Control": "no-store", "X-Accel-Buffering": "no"], body: .stream(stream))
    }

    /// Sets a cookie that scripts cannot read and other sites cannot send (`HttpOnly`, `SameSite=Lax`).
    ///
    /// - Parameters:
    ///   - name: letters, digits, `-` and `_`.
    ///   - value: as `name`; encode anything else.
    ///   - maxAge: seconds the browser keeps it; `nil` until the browser is closed, 0 removes it.
    ///   - isSecure: whether it goes over TLS alone.
    public mutating func setCookie(_ name: String, _ value: String, maxAge: Int?, isSecure: Bool = false) {
        var cookie = "\(name)=\(value); Path=/; HttpOnly; SameSite=Lax"
        if let maxAge { cookie += "; Max-Age=\(maxAge)" }
        if isSecure { cookie += "; Secure" }
        headers.add("Set-Cookie", cookie)
    }

    /// The bytes of the body that are in memory; none for a file or a stream.
    public var bytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .data(let data): Array(data)
        case .file, .stream: []
        }
    }
}
