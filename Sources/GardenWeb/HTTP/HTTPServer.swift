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
    /// Answers one request. Called on several threads at a time.
    public typealias Handler = @Sendable (Request) -> Response

    private struct Running {
        let daemon: Daemon
        let core: ServerCore
        let acceptLoop: AcceptLoop
        let port: Int
    }

    private let configuration: HTTPServerConfiguration
    private let handler: Handler
    private let running = Mutex<Running?>(nil)

    /// - Parameter handler: answers each request; called on several threads at a time.
    public init(_ configuration: HTTPServerConfiguration, handler: @escaping Handler) {
        self.configuration = configuration
        self.handler = handler
    }

    deinit {
        stop()
    }

    /// The port the server listens on; `nil` while it does not run.
    public var port: Int? { running.withLock { $0?.port } }

    /// The connections that are open now.
    public var connectionCount: Int { running.withLock { $0?.core.connections.count ?? 0 } }

    /// Starts listening where the configuration says.
    ///
    /// - Throws: ``HTTPServerError``; nothing is left open then.
    /// - Precondition: the server does not run.
    public func start() throws(HTTPServerError) {
        try start(on: HTTPListener(configuration))
    }

    /// Starts serving on sockets that are open already.
    ///
    /// - Parameter listener: closed when the server stops, or if it cannot start.
    /// - Throws: ``HTTPServerError``; nothing is left open then.
    /// - Precondition: the server does not run, and `listener` has served no other.
    public func start(on listener: HTTPListener) throws(HTTPServerError) {
        let limit = min(configuration.connectionLimit, OpenFileLimit.raise() - OpenFileLimit.reserve)
        do throws(HTTPServerError) {
            let acceptLoop = try AcceptLoop(listener)
            let core = ServerCore(
                configuration: configuration, connectionLimit: max(limit, 16), handler: handler)
            let daemon = try Daemon(core)
            running.withLock { running in
                precondition(running == nil, "This server runs already; stop it before it starts again.")
                running = Running(daemon: daemon, core: core, acceptLoop: acceptLoop, port: listener.port)
            }
            acceptLoop.start(
                accepted: { daemon.add(socket: $0, address: $1, size: $2) },
                makeRoom: { core.connections.makeRoom() },
                interval: configuration.checkInterval,
                tick: { core.lookAfterConnections() })
        } catch {
            listener.close()
            throw error
        }
    }

    /// Stops cleanly: accepts nothing more, lets the requests under way finish, ends the streams, closes.
    ///
    /// - Parameter grace: how long to wait for clients that are slow to send or to take; then they are cut
    ///   off. A handler that runs is waited for in any case.
    public func stop(grace: Duration = .seconds(5)) {
        guard
            let running = running.withLock({ running in
                defer { running = nil }
                return running
            })
        else { return }
        running.acceptLoop.stop()
        running.core.stopStreams()
        let milliseconds = Int((grace / .milliseconds(1)).rounded(.up))
        if running.core.requests.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut {
            running.core.connections.cutAll()
            running.core.requests.wait()
        }
        running.daemon.stop()
    }
}
