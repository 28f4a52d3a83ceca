import CMicroHTTPD
import Foundation

// The functions libmicrohttpd calls, on its own threads. They are free functions in a file without a main
// actor: a closure that belongs to an actor would trap there.
//
// Who holds what: the daemon the ServerCore, unretained, since `HTTPServer` keeps it past the daemon's end; a
// connection its ClientConnection, retained from `STARTED` to `CLOSED`; a request its Exchange, retained from
// its first line to its completion; a response its EventStream, retained until it is freed.

private func core(_ pointer: UnsafeMutableRawPointer?) -> ServerCore? {
    pointer.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
}

/// A connection begins or ends.
func connectionChanged(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_ConnectionNotificationCode
) {
    guard let core = core(context), let connection, let socketContext else { return }
    switch code {
    case .CONNECTION_NOTIFY_STARTED:
        let client = ClientConnection(
            socket: PerennialConnectionSocket(connection),
            remoteAddress: numericAddress(PerennialConnectionAddress(connection)))
        socketContext.pointee = Unmanaged.passRetained(client).toOpaque()
        core.connections.add(client)
    case .CONNECTION_NOTIFY_CLOSED:
        guard let pointer = socketContext.pointee else { return }
        socketContext.pointee = nil
        let client = Unmanaged<ClientConnection>.fromOpaque(pointer).takeRetainedValue()
        client.forgetSocket()
        core.connections.remove(client)
    @unknown default:
        break
    }
}

/// The first line of a request is there; answers with what is carried through the request.
///
/// The target is taken here because the access handler gets it decoded and cut at a NUL.
///
/// The query is then cut off, so that libmicrohttpd takes no fields from it: where 0.9.75 has no memory for all
/// of them, it forgets to answer at all. `target` is const by its type alone; it is the connection's own buffer.
func requestBegan(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let target, let connection, let pointer = PerennialConnectionContext(connection) else { return nil }
    let client = Unmanaged<ClientConnection>.fromOpaque(pointer).takeUnretainedValue()
    let bytes = Array(UnsafeRawBufferPointer(start: target, count: strlen(target)))
    if let mark = bytes.firstIndex(of: UInt8(ascii: "?")) {
        UnsafeMutablePointer(mutating: target)[mark + 1] = 0
    }
    return Unmanaged.passRetained(Exchange(client: client, target: bytes)).toOpaque()
}

/// The head of a request is there, then each piece of its body, then its end.
func requestAdvanced(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?,
    uploadSize: UnsafeMutablePointer<Int>?,
    requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let core = core(context), let connection, let method, let uploadSize,
        let pointer = requestContext?.pointee
    else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    if case .line = exchange.progress {
        return core.takeHead(
            of: exchange, method: String(cString: method), headers: headers(of: connection),
            connection: connection)
    }
    if uploadSize.pointee > 0 {
        let bytes = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
        uploadSize.pointee = 0
        return core.takeBody(bytes, of: exchange)
    }
    return core.finish(exchange, over: connection)
}

/// A request is over.
func requestCompleted(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_RequestTerminationCode
) {
    guard let core = core(context), let requestContext, let pointer = requestContext.pointee else { return }
    requestContext.pointee = nil
    core.complete(Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue())
}

/// libmicrohttpd wants the next bytes of a stream.
func readStream(
    stream: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
    let endOfStream = -1
    guard let stream, let buffer else { return endOfStream }
    return Unmanaged<EventStream>.fromOpaque(stream).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size)) ?? endOfStream
}

/// The response of a stream is gone.
func freeStreamReader(stream: UnsafeMutableRawPointer?) {
    guard let stream else { return }
    Unmanaged<EventStream>.fromOpaque(stream).release()
}

/// Leaves escapes as they are: `RequestTarget` decodes them, strictly.
func leaveEscaped(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}

private func headers(of connection: OpaquePointer) -> HTTPHeaders {
    var headers = HTTPHeaders()
    withUnsafeMutablePointer(to: &headers) { pointer in
        _ = MHD_get_connection_values_n(connection, .HEADER_KIND, addHeader, pointer)
    }
    return headers
}

private func addHeader(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameSize: Int,
    value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
    guard let headers = context?.assumingMemoryBound(to: HTTPHeaders.self) else { return .NO }
    headers.pointee.add(text(name, nameSize), text(value, valueSize))
    return .YES
}

private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
}

private func numericAddress(_ address: UnsafePointer<sockaddr>?) -> String {
    guard let address else { return "" }
    let isIPv6 = Int32(address.pointee.sa_family) == AF_INET6
    let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard getnameinfo(address, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
    else { return "" }
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // One with a zone (`fe80::1%eth0`) stays as it is.
    return NumericAddress.canonical(text) ?? text
}
