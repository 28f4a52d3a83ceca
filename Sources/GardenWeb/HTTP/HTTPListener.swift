import Foundation
import Synchronization

/// The sockets a server listens on: one for each address its host name stands for.
///
/// Made on its own where the port has to be sure before anything else is done, and then given to
/// ``HTTPServer/start(on:)``; clients that come meanwhile wait. Unused, it is closed when it is let go.
public final class HTTPListener: Sendable {
    /// The port listened on.
    public let port: Int

    /// The address to show to people: `http://127.0.0.1:8080/`.
    public let address: String

    /// The open sockets, none blocking.
    let descriptors: [Int32]

    private let isClosed = Mutex(false)

    /// Opens the sockets.
    ///
    /// - Parameter configuration: host and port are taken from it; port 0 takes a free one.
    /// - Throws: ``HTTPServerError``; nothing is left open then.
    public init(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) {
        let host = configuration.host
        let port = configuration.port
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let list else {
            throw .unknownHost(host)
        }
        defer { freeaddrinfo(list) }

        var descriptors: [Int32] = []
        var boundPort = port
        var failure: HTTPServerError?
        for entry in sequence(first: list, next: { $0.pointee.ai_next }) {
            do throws(HTTPServerError) {
                let descriptor = try Self.open(entry.pointee, port: boundPort, host: host)
                descriptors.append(descriptor)
                boundPort = try Self.port(of: descriptor)
            } catch {
                // A name may stand for an address family this machine has switched off; one address is
                // enough. A port in use is an error on any of them: half the visitors would meet the other
                // program.
                if failure == nil || error == .portInUse(port: boundPort) { failure = error }
            }
        }
        if let failure, descriptors.isEmpty || failure == .portInUse(port: boundPort) {
            for descriptor in descriptors { Glibc.close(descriptor) }
            throw failure
        }
        self.descriptors = descriptors
        self.port = boundPort
        let scheme = configuration.identity == nil ? "http" : "https"
        address = "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(boundPort)/"
    }

    deinit {
        close()
    }

    /// Stops listening. Harmless if it is closed.
    func close() {
        isClosed.withLock { isClosed in
            if !isClosed { for descriptor in descriptors { Glibc.close(descriptor) } }
            isClosed = true
        }
    }

    private static func open(_ address: addrinfo, port: Int, host: String) throws(HTTPServerError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { throw failure(host: host, port: port) }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        if address.ai_family == AF_INET6 {
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size)
        }
        // With port 0, the second address takes the port the first one was given.
        var storage = sockaddr_storage()
        memcpy(&storage, address.ai_addr, Int(address.ai_addrlen))
        let isBound = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                // sockaddr_in and sockaddr_in6 have the port at the same place.
                $0.pointee.sin_port = in_port_t(port).bigEndian
            }
            return pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, address.ai_addrlen) == 0
            }
        }
        guard isBound, listen(descriptor, 1_024) == 0 else {
            let error = failure(host: host, port: port)
            Glibc.close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func failure(host: String, port: Int) -> HTTPServerError {
        switch errno {
        case EADDRINUSE: .portInUse(port: port)
        case EACCES: .portNotPermitted(port: port)
        case EADDRNOTAVAIL: .addressNotHere(host: host)
        default: .system(String(cString: strerror(errno)))
        }
    }

    private static func port(of descriptor: Int32) throws(HTTPServerError) -> Int {
        var storage = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isKnown = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
        }
        guard isKnown else { throw .system(String(cString: strerror(errno))) }
        return Int(in_port_t(bigEndian: storage.sin6_port))
    }
}
