import Foundation

/// One request, read whole: what a handler of the ``Router`` is given.
public struct Request: Sendable {
    /// The method, as sent: a `HEAD` comes to the handler of `GET`.
    public var method: HTTPMethod

    /// The escaped path with its first slash and without the query, for instance `/plants/6C1F…/edit`.
    public var path: String

    /// The decoded parts of the path between its slashes; empty for `/`. None is empty, `.` or `..`.
    public var segments: [String]

    /// The fields after `?` in the address.
    public var query: FormFields

    /// The header fields.
    public var headers: HTTPHeaders

    /// The body; empty if there is none. Never larger than the limit of the server's configuration.
    public var body: [UInt8]

    /// The numeric address the connection comes from, for instance `127.0.0.1`.
    public var remoteAddress: String

    /// Whether the request came over TLS, to this server or to a proxy that it trusts.
    public var isSecure = false

    /// What stood in the path at the places of the route's `{name}`s. The ``Router`` fills it.
    public var parameters: [String: String] = [:]

    /// Who asks, once let in. The site fills it.
    var guest: Guest?

    /// The form, once it was read: see ``keep(_:)``.
    private var readForm: FormFields?

    /// Makes a request by hand, as tests of screens do.
    ///
    /// - Parameters:
    ///   - target: path and query, for instance `/plants?search=lith`.
    ///   - body: the bytes of the body; a form's body goes with a `Content-Type` header.
    /// - Throws: ``HTTPError`` 400 if `target` is no address the server would take.
    public init(
        _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
        remoteAddress: String = "127.0.0.1"
    ) throws(HTTPError) {
        self.init(
            method: method, target: try RequestTarget(Array(target.utf8)), headers: headers,
            remoteAddress: remoteAddress)
        self.body = body
    }

    init(method: HTTPMethod, target: RequestTarget, headers: HTTPHeaders, remoteAddress: String) {
        self.method = method
        path = target.rawPath
        segments = target.segments
        query = target.query
        self.headers = headers
        body = []
        self.remoteAddress = remoteAddress
    }

    /// What stood at `{name}` of the route.
    ///
    /// - Precondition: the route's pattern has `{name}`.
    public func parameter(_ name: String) -> String {
        guard let value = parameters[name] else {
            preconditionFailure("The route of \(path) has no {\(name)} in its pattern; add it there.")
        }
        return value
    }

    /// What stood at `{name}` of the route, as an id.
    ///
    /// - Throws: ``HTTPError/notFound`` if it is no UUID: such an address leads nowhere.
    /// - Precondition: the route's pattern has `{name}`.
    public func id(_ name: String = "id") throws(HTTPError) -> UUID {
        guard let id = UUID(uuidString: parameter(name)) else { throw .notFound }
        return id
    }

    /// The fields of the form in the body, url-encoded or multipart; empty if there is no body.
    ///
    /// - Throws: ``HTTPError`` 415 if the body is of another type, 400 if it cannot be read.
    public func form() throws(HTTPError) -> FormFields {
        if let readForm { return readForm }
        guard !body.isEmpty else { return FormFields() }
        let contentType = MediaType(headers["content-type"] ?? "")
        switch contentType.name {
        case "application/x-www-form-urlencoded":
            return try FormFields(urlEncoded: body)
        case "multipart/form-data":
            return try FormFields(multipart: body, boundary: contentType.parameters["boundary"] ?? "")
        default:
            throw HTTPError(.unsupportedMediaType, "This address takes a form, and what was sent is none.")
        }
    }

    /// Keeps its form and lets go of the body, which may be a large file, so that nobody takes it apart again.
    ///
    /// - Parameter form: what ``form()`` gave.
    mutating func keep(_ form: FormFields) {
        readForm = form
        body = []
    }

    /// The cookies sent, by name; of two with one name the first, which is the one with the longer path.
    public var cookies: [String: String] {
        var cookies: [String: String] = [:]
        for header in headers.all("cookie") {
            for pair in header.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { continue }
                let name = parts[0].trimmingSpaces()
                if cookies[name] == nil { cookies[name] = parts[1].trimmingSpaces() }
            }
        }
        return cookies
    }

    /// The languages of `Accept-Language`, the most wanted first, for instance `["de-AT", "en"]`.
    public var acceptedLanguages: [String] {
        var languages: [(tag: String, weight: Double)] = []
        for entry in (headers["accept-language"] ?? "").split(separator: ",").prefix(20) {
            let parts = entry.split(separator: ";").map { $0.trimmingSpaces() }
            guard let tag = parts.first, !tag.isEmpty, tag != "*" else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            if (weight ?? 1) > 0 { languages.append((tag, weight ?? 1)) }
        }
        // Swift's sort is stable, so languages of one weight stay in the order of the header.
        return languages.sorted { $0.weight > $1.weight }.map(\.tag)
    }

    /// Whether the script of the page sent this request and wants data rather than a page: it says so with
    /// the header `Accept: application/json`.
    public var wantsJSON: Bool {
        headers["accept"]?.contains("application/json") ?? false
    }
}
