/// The request methods the server takes. Every other method is answered with 405.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether a request with this method may change nothing (RFC 9110, 9.2.1).
    public var isSafe: Bool { self == .get || self == .head }
}
