/// A request that cannot be answered as asked: a status and one sentence for the person who asked.
///
/// Handlers throw it; the ``Router`` turns it into a response.
public struct HTTPError: Error, Sendable, Hashable {
    /// The status of the answer, 400 to 599.
    public var status: HTTPStatus

    /// One sentence that says what is wrong. It is shown, so it holds nothing secret.
    public var message: String

    /// The methods the path does answer to, for status 405; empty otherwise.
    public var allowedMethods: [HTTPMethod]

    public init(_ status: HTTPStatus, _ message: String, allowedMethods: [HTTPMethod] = []) {
        self.status = status
        self.message = message
        self.allowedMethods = allowedMethods
    }

    /// A 400 with the sentence `message`.
    public static func badRequest(_ message: String) -> HTTPError {
        HTTPError(.badRequest, message)
    }

    /// A 405.
    public static func methodNotAllowed(_ method: HTTPMethod, allowed: some Sequence<HTTPMethod>) -> HTTPError {
        HTTPError(
            .methodNotAllowed, "This address does not take the method \(method.rawValue).",
            allowedMethods: allowed.sorted { $0.rawValue < $1.rawValue })
    }

    /// A 404; nothing is said about why, so that a stranger learns nothing from it.
    public static let notFound = HTTPError(.notFound, "There is nothing at this address.")
}
