import CMicroHTTPD
import Foundation
import Synchronization

/// An HTTP/1.1 server on GNU libmicrohttpd.
///
///     let server = HTTPServer(configuration, handler: router.respond)
///     try server.start()
///     …
///     server.stop()
///
/// The handler runs on the server's threads, several at a time. What is no request of this site never reaches
/// it: an unreadable address (400), another site's form (403), an unknown method (405), a body over the limit
/// (413), a foreign `Host` (421).
public final class HTTPServer: Sendable {
    public typealias Handler = @Sendable (Request) -> Response

    let configuration: HTTPServerConfiguration
    let handler: Handler

    /// - Parameter handler: answers each request; called on several threads at a time.
    public init(_ configuration: HTTPServerConfiguration, handler: @escaping Handler) {
        self.configuration = configuration
        self.handler = handler
    }
}
