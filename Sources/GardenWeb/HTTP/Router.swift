/// Finds the handler of a request by its method and path.
///
///     var router = Router { error, request in errorPage(error, request) }
///     router.get("/plants") { request in try plantsScreen(request) }
///     router.post("/plants/{id}/delete") { request in try delete(try request.id()) }
///     let server = HTTPServer(configuration, handler: router.respond)
///
/// The first route added that fits is taken, so `/plants/new` goes before `/plants/{id}`. A `HEAD` is answered
/// by the route for `GET`.
public struct Router: Sendable {
    /// Answers a request, or throws what the ``ErrorHandler`` turns into an answer.
    public typealias Handler = @Sendable (Request) throws -> Response

    /// Makes the answer for an error a handler threw, or for an ``HTTPError`` of the router itself: 404 where
    /// no route fits the path, 405 where none fits the method.
    public typealias ErrorHandler = @Sendable (any Error, Request) -> Response

    private struct Route: Sendable {
        let method: HTTPMethod
        let pattern: RoutePattern
        let handler: Handler
    }

    private var routes: [Route] = []
    private let errorHandler: ErrorHandler

    public init(errorHandler: @escaping ErrorHandler = Router.plainTextError) {
        self.errorHandler = errorHandler
    }

    /// Adds a route.
    ///
    /// - Parameters:
    ///   - method: any but `head`, which is answered by the route for `get`.
    ///   - pattern: a path such as `/lists/{id}/items`; a part in braces takes any part of a path and is
    ///     found again by ``Request/parameter(_:)`` and ``Request/id(_:)``.
    public mutating func on(_ method: HTTPMethod, _ pattern: String, _ handler: @escaping Handler) {
        routes.append(Route(method: method, pattern: RoutePattern(pattern), handler: handler))
    }

    /// Adds a route for `GET` and `HEAD`.
    public mutating func get(_ pattern: String, _ handler: @escaping Handler) {
        on(.get, pattern, handler)
    }

    /// Adds a route for `POST`.
    public mutating func post(_ pattern: String, _ handler: @escaping Handler) {
        on(.post, pattern, handler)
    }

    /// Answers `request`; never throws, and takes time in proportion to the number of routes.
    @Sendable
    public func respond(to request: Request) -> Response {
        let method = request.method == .head ? .get : request.method
        var allowed: Set<HTTPMethod> = []
        for route in routes {
            guard let parameters = route.pattern.match(request.segments) else { continue }
            guard route.method == method else {
                allowed.insert(route.method)
                continue
            }
            var request = request
            request.parameters = parameters
            do {
                return try route.handler(request)
            } catch {
                return answer(to: error, request)
            }
        }
        if allowed.isEmpty { return answer(to: HTTPError.notFound, request) }
        if allowed.contains(.get) { allowed.insert(.head) }
        return answer(to: HTTPError.methodNotAllowed(request.method, allowed: allowed), request)
    }

    /// The status and the sentence of an ``HTTPError`` as plain text; for any other error a 500 that tells
    /// nothing of it.
    public static let plainTextError: ErrorHandler = { error, _ in Response.plainText(for: error) }

    /// The answer to a request that an error kept from being answered as asked.
    public func answer(to error: any Error, _ request: Request) -> Response {
        var response = errorHandler(error, request)
        if let error = error as? HTTPError, !error.allowedMethods.isEmpty {
            // Required with 405 (RFC 9110, 15.5.6), so it does not depend on the error handler.
            response.headers["Allow"] = error.allowedMethods.map(\.rawValue).joined(separator: ", ")
        }
        return response
    }
}
