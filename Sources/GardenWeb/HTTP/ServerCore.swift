import CMicroHTTPD
import Foundation
import Synchronization

/// What the callbacks of libmicrohttpd work on: everything of a running server but its sockets and threads.
final class ServerCore: Sendable {
    let configuration: HTTPServerConfiguration
    let handler: HTTPServer.Handler
    let check: RequestCheck
    let connections: ConnectionTable

    /// Entered for each request from its header to the end of its answer.
    let requests = DispatchGroup()

    private struct Streams {
        var open: [ObjectIdentifier: EventStream] = [:]
        var lastHeartbeat = ContinuousClock.now
    }

    private let streams = Mutex(Streams())
    private let largeRequests = LargeRequests()

    /// Read for each request, so it does not stand under the lock: contended, that would cost a third of the
    /// requests a second. Set before the open streams are listed, and read after a stream is entered there, so
    /// that each stream is seen from one side at least.
    private let stopping = Atomic(false)

    /// The bytes of an oversized or refused body that are read and dropped, so that the client gets to see
    /// the answer.
    private static let drainLimit = 32 * 1024 * 1024

    init(configuration: HTTPServerConfiguration, connectionLimit: Int, handler: @escaping HTTPServer.Handler) {
        self.configuration = configuration
        self.handler = handler
        check = RequestCheck(
            hostPolicy: HostPolicy(listenHost: configuration.host, names: configuration.hostNames),
            proxies: TrustedProxies(configuration.trustedProxies), isSecure: configuration.identity != nil)
        connections = ConnectionTable(limit: connectionLimit)
    }

    /// Whether the server is on its way down: answers close their connections, streams end at once.
    var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

    /// Ends every stream, those too that have yet to begin.
    func stopStreams() {
        stopping.store(true, ordering: .sequentiallyConsistent)
        let open = streams.withLock { Array($0.open.values) }
        for stream in open { stream.close() }
    }

    /// Cuts connections that have ended or take too long, and writes to the streams when it is time for that.
    /// Called from time to time.
    func lookAfterConnections() {
        connections.cutEnded(idle: configuration.idleTimeout, transfer: configuration.transferTimeout)
        let open = streams.withLock { streams -> [EventStream] in
            guard .now - streams.lastHeartbeat >= configuration.heartbeatInterval else { return [] }
            streams.lastHeartbeat = .now
            return Array(streams.open.values)
        }
        for stream in open { stream.writeHeartbeat() }
    }
}

// MARK: - The way of a request

extension ServerCore {
    /// The head is there: sorts it out, and refuses at once what has no readable end.
    func takeHead(of exchange: Exchange, method: String, headers: HTTPHeaders, connection: OpaquePointer)
        -> MHD_Result
    {
        requests.enter()
        exchange.client.begin(.sendingBody)
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        do throws(HTTPError) {
            let request = try check.request(
                method: method, target: exchange.target, headers: headers,
                remoteAddress: exchange.client.remoteAddress)
            exchange.bodyLimit = configuration.bodyLimit(request)
            guard length <= exchange.bodyLimit else { throw Self.bodyTooLarge }
            guard length <= LargeRequests.threshold || takesPlace(exchange) else { throw Self.tooManyLarge }
            exchange.progress = .head(request)
            exchange.body.reserveCapacity(length)
        } catch {
            exchange.progress = .refused(error, isHead: method == HTTPMethod.head.rawValue)
            let hasReadableEnd =
                headers.all("content-length").count + headers.all("transfer-encoding").count <= 1
                && headers["transfer-encoding"].map { $0.lowercased() == "chunked" } ?? true
            if !hasReadableEnd || length > Self.drainLimit {
                var response = Response.plainText(for: error)
                response.headers["Connection"] = "close"
                return send(response, of: exchange, over: connection, isHead: false)
            }
        }
        return .YES
    }

    /// A piece of the body is there.
    func takeBody(_ bytes: UnsafeRawBufferPointer, of exchange: Exchange) -> MHD_Result {
        exchange.bodyCount += bytes.count
        switch exchange.progress {
        case .head where exchange.bodyCount > exchange.bodyLimit:
            refuse(exchange, Self.bodyTooLarge)
        case .head where exchange.bodyCount > LargeRequests.threshold && !takesPlace(exchange):
            refuse(exchange, Self.tooManyLarge)
        case .head:
            exchange.body.append(contentsOf: bytes)
        case .refused where exchange.bodyCount > Self.drainLimit:
            return .NO
        case .line, .refused, .handedOver, .answered:
            break
        }
        return .YES
    }

    private func refuse(_ exchange: Exchange, _ error: HTTPError) {
        exchange.body = []
        exchange.progress = .refused(error, isHead: false)
    }

    /// Whether a large body has a place, or gets one.
    private func takesPlace(_ exchange: Exchange) -> Bool {
        if !exchange.isLarge { exchange.isLarge = largeRequests.enter() }
        return exchange.isLarge
    }

    /// The request is whole: answers it.
    func finish(_ exchange: Exchange, over connection: OpaquePointer) -> MHD_Result {
        switch exchange.progress {
        case .head(var request):
            request.body = exchange.body
            exchange.body = []
            exchange.client.begin(.handling)
            if exchange.isLarge { return handOver(request, of: exchange, over: connection) }
            let response = handler(request)
            return send(response, of: exchange, over: connection, isHead: request.method == .head)
        case .handedOver(let request):
            // libmicrohttpd may ask before there is an answer, and asks again when the connection is resumed.
            guard let response = request.takeAnswer() else { return .YES }
            return send(response, of: exchange, over: connection, isHead: false)
        case .refused(let error, let isHead):
            var response = Response.plainText(for: error)
            if error.status == .serviceUnavailable { response.headers["Retry-After"] = "5" }
            return send(response, of: exchange, over: connection, isHead: isHead)
        case .line, .answered:
            return .NO
        }
    }

    /// The request is over, answered or not.
    func complete(_ exchange: Exchange) {
        if let stream = exchange.stream {
            streams.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(stream)) }
            stream.detach()
        }
        exchange.client.begin(.waiting)
        if exchange.isLarge { largeRequests.leave() }
        // Without a head it has not been entered.
        if case .line = exchange.progress { return }
        requests.leave()
    }

    /// Has a large request worked on beside the connection's thread, and the connection rest until it is.
    private func handOver(_ request: Request, of exchange: Exchange, over connection: OpaquePointer) -> MHD_Result {
        let handedOver = LargeRequest()
        exchange.progress = .handedOver(handedOver)
        // The connection is there until it is resumed: libmicrohttpd does not touch one that is suspended.
        let link = StreamLink(connection: connection, client: exchange.client)
        link.suspend()
        largeRequests.work { [handler] in
            handedOver.answer(handler(request))
            link.resume()
        }
        return .YES
    }

    private func send(
        _ response: Response, of exchange: Exchange, over connection: OpaquePointer, isHead: Bool
    ) -> MHD_Result {
        exchange.progress = .answered
        var response = response
        if case .stream(let stream) = response.body {
            if isHead {
                stream.close()
                response.body = .bytes([])
            } else {
                begin(stream, of: exchange, over: connection)
            }
        }
        if exchange.stream == nil { exchange.client.begin(.answering) }
        if isStopping { response.headers["Connection"] = "close" }
        return OutgoingResponse.queue(response, over: connection)
    }

    private func begin(_ stream: EventStream, of exchange: Exchange, over connection: OpaquePointer) {
        exchange.stream = stream
        exchange.client.begin(.streaming, stream: stream)
        stream.attach(StreamLink(connection: connection, client: exchange.client))
        streams.withLock { $0.open[ObjectIdentifier(stream)] = stream }
        if isStopping { stream.close() }
    }

    private static let tooManyLarge = HTTPError(
        .serviceUnavailable, "Others are sending large files at this moment. Try again in a few seconds.")

    private static let bodyTooLarge = HTTPError(
        .contentTooLarge, "What was sent is larger than this address takes.")
}
