import Foundation
import Synchronization
import HTTPTestClient
import Testing

@testable import GardenWeb

@Suite("Streams of events")
struct EventStreamTests {
    private func open(_ server: TestServer) throws -> (TestClient, EventStream) {
        let client = try server.client()
        try client.request("GET /events")
        let head = try client.responseHead()
        #expect(head.status == 200)
        #expect(head["content-type"] == "text/event-stream")
        #expect(head["cache-control"] == "no-store")
        #expect(try client.read(until: "there\n\n").hasSuffix("event: hello\ndata: there\n\n"))
        return (client, try #require(server.streams.list.last))
    }

    @Test func `events come as they are sent`() throws {
        let server = try TestServer()
        let (client, stream) = try open(server)
        #expect(stream.send(event: "row", data: "one\ntwo\r\nthree", id: "7"))
        #expect(try client.read(until: "\n\n") == "id: 7\nevent: row\ndata: one\ndata: two\ndata: three\n\n")
        for number in 0..<1_000 { stream.send(data: "\(number)") }
        #expect(try client.read(until: "data: 999\n\n").contains("data: 500\n\n"))
    }

    @Test func `an event's type and id stay on their line`() throws {
        let server = try TestServer()
        let (client, stream) = try open(server)
        stream.send(event: "a\ndata: b", data: "", id: "1\r\n2")
        #expect(try client.read(until: "\n\n") == "id: 12\nevent: adata: b\ndata: \n\n")
    }

    @Test func `two hundred streams are open at a time, and each gets every event`() throws {
        let server = try TestServer()
        let clients = try (0..<200).map { _ in try open(server).0 }
        #expect(server.streams.list.count == 200)
        #expect(try server.get("/").status == 200)
        let senders = (0..<4).map { sender in
            let streams = server.streams.list
            return Thread {
                for number in 0..<50 { for stream in streams { stream.send(data: "\(sender).\(number)") } }
            }
        }
        for sender in senders { sender.start() }
        for client in clients {
            var bytes: [UInt8] = []
            var eventCount = 0
            while eventCount < 200 {
                let chunk = try #require(try client.nextChunk())
                bytes += chunk
                // Each event is one line and an empty one.
                eventCount += chunk.count { $0 == UInt8(ascii: "\n") } / 2
            }
            let events = String(decoding: bytes, as: UTF8.self).split(separator: "\n\n")
            for sender in 0..<4 {
                let sent = events.filter { $0.hasPrefix("data: \(sender).") }
                #expect(sent == (0..<50).map { "data: \(sender).\($0)" })
            }
        }
    }

    @Test func `the server can end a stream`() throws {
        let server = try TestServer()
        let (client, stream) = try open(server)
        let ended = Mutex(0)
        stream.onClose { ended.withLock { $0 += 1 } }
        stream.send(data: "last words")
        stream.close()
        stream.close()
        #expect(try client.nextChunk().map { String(decoding: $0, as: UTF8.self) } == "data: last words\n\n")
        #expect(try client.nextChunk() == nil)
        #expect(!stream.send(data: "too late"))
        #expect(ended.withLock { $0 } == 1)
        stream.onClose { ended.withLock { $0 += 1 } }
        #expect(ended.withLock { $0 } == 2)
        // The connection takes the next request.
        try client.request("GET /")
        #expect(try client.response().status == 200)
    }

    @Test func `a browser that hangs up is found out`() throws {
        let server = try TestServer(configure: { $0.checkInterval = .milliseconds(10) })
        let ended = DispatchSemaphore(value: 0)
        do {
            let (_, stream) = try open(server)
            stream.onClose { ended.signal() }
        }
        #expect(ended.wait(timeout: .now() + 20) == .success)
        #expect(server.waitForConnections(0))
    }

    @Test func `a stream at rest gets heartbeats`() throws {
        let server = try TestServer(configure: {
            $0.heartbeatInterval = .milliseconds(20)
            $0.checkInterval = .milliseconds(10)
        })
        let (client, _) = try open(server)
        for _ in 0..<3 { _ = try client.read(until: "event: heartbeat\ndata\n\n") }
    }

    @Test func `a browser that does not read is cut off before it costs memory`() throws {
        let server = try TestServer()
        let client = try server.client()
        client.shrinkReceiveBuffer()
        try client.request("GET /events")
        _ = try client.responseHead()
        let stream = try #require(server.streams.list.last)
        let ended = DispatchSemaphore(value: 0)
        stream.onClose { ended.signal() }
        let text = String(repeating: "x", count: 1_000)
        var sent = 0
        while stream.send(data: text) { sent += 1 }
        #expect(ended.wait(timeout: .now() + 20) == .success)
        #expect(stream.isClosed)
        #expect(server.waitForConnections(0))
        #expect(try server.get("/").status == 200)
    }

    @Test func `HEAD of a stream opens none`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.request("HEAD /events")
        #expect(try client.response(hasBody: false)["content-type"] == "text/event-stream")
        #expect(server.streams.list.last?.isClosed == true)
        try client.request("GET /")
        #expect(try client.response().status == 200)
    }
}
