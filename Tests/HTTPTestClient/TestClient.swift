import Foundation

/// A client that sends exactly the bytes it is told to, over a socket of the loopback.
///
/// Every wait ends after 20 seconds with an error: a bound for failures, which a passing test never meets.
public final class TestClient {
    public enum Failure: Error {
        case cannotConnect(Int32)
        case cannotSend(Int32)
        case tooLate
        case endedEarly(received: String)
        case unreadable(String)
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    public init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure.cannotConnect(errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Keeps the window of the connection small, so that a client that does not read soon blocks the server.
    public func shrinkReceiveBuffer() {
        var size: Int32 = 4_096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    public func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    public func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure.cannotSend(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends this side's half of the connection.
    public func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Sends a request with `Host: localhost`.
    public func request(_ line: String, headers: [String] = [], body: String = "") throws {
        var head = ["\(line) HTTP/1.1", "Host: localhost"] + headers
        if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
        try send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Reads one answer.
    ///
    /// - Parameter hasBody: `false` for the answer to a `HEAD`.
    public func response(hasBody: Bool = true) throws -> TestResponse {
        var response = try responseHead()
        guard hasBody, response.status != 304, response.status != 204 else { return response }
        if response["transfer-encoding"] == "chunked" {
            while let chunk = try nextChunk() { response.body += chunk }
        } else if let length = response["content-length"].flatMap({ Int($0) }) {
            response.body = try take(length)
        } else {
            while try receive() {}
            response.body = received
            received = []
        }
        return response
    }

    /// Reads the head of an answer and leaves the rest.
    public func responseHead() throws -> TestResponse {
        let head = String(decoding: try take(until: "\r\n\r\n"), as: UTF8.self)
        guard let response = TestResponse(head: head) else { throw Failure.unreadable(head) }
        return response
    }

    /// Reads one chunk of a chunked answer, or `nil` for the last one.
    public func nextChunk() throws -> [UInt8]? {
        let line = String(decoding: try take(until: "\r\n"), as: UTF8.self)
        guard let count = Int(line.prefix { $0.isHexDigit }, radix: 16) else {
            throw Failure.unreadable(line)
        }
        let chunk = try take(count)
        _ = try take(2)
        return count == 0 ? nil : chunk
    }

    /// Reads chunks until their text contains `text`.
    public func read(until text: String) throws -> String {
        var read = ""
        while !read.contains(text) {
            guard let chunk = try nextChunk() else { throw Failure.endedEarly(received: read) }
            read += String(decoding: chunk, as: UTF8.self)
        }
        return read
    }

    /// Waits until the server closes the connection; true if it does, with or without saying goodbye.
    public func isClosedByServer() -> Bool {
        do {
            while try receive() {}
            return true
        } catch Failure.tooLate {
            return false
        } catch {
            return true
        }
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while received.count < count {
            guard try receive() else {
                throw Failure.endedEarly(received: String(decoding: received, as: UTF8.self))
            }
        }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private func take(until end: String) throws -> [UInt8] {
        let end = Array(end.utf8)
        while true {
            if let range = received.firstRange(of: end) {
                defer { received.removeFirst(range.upperBound) }
                return Array(received[..<range.lowerBound])
            }
            guard try receive() else {
                throw Failure.endedEarly(received: String(decoding: received, as: UTF8.self))
            }
        }
    }

    /// Reads what is there; `false` at the end of the connection.
    private func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 {
            throw errno == EAGAIN ? Failure.tooLate : Failure.endedEarly(received: "")
        }
        received += buffer[..<count]
        return count > 0
    }
}
