import Foundation
import HTTPTestClient
import Testing

@testable import GardenWeb

@Suite("Many connections")
struct ConnectionLimitTests {
    @Test func `with as many idle connections as the limit allows, a request is still answered`() throws {
        let server = try TestServer(configure: { $0.connectionLimit = 300 })
        let oldest = try server.client()
        #expect(server.waitForConnections(1))
        var idle: [TestClient] = []
        for _ in 0..<299 { idle.append(try server.client()) }
        #expect(server.waitForConnections(300))
        // A head begun and never ended is idle too.
        for client in idle.suffix(100) { try client.send("GET / HTTP/1.1\r\n") }

        for _ in 0..<10 { #expect(try server.get("/").status == 200) }
        #expect(server.server.connectionCount <= 300 + 1)
        #expect(oldest.isClosedByServer())
    }

    @Test func `idle connections give way before streams`() throws {
        let server = try TestServer(configure: { $0.connectionLimit = 20 })
        var streams: [TestClient] = []
        for _ in 0..<10 {
            let client = try server.client()
            try client.request("GET /events")
            _ = try client.responseHead()
            _ = try client.read(until: "data: there\n\n")
            streams.append(client)
        }
        var idle: [TestClient] = []
        for _ in 0..<30 { idle.append(try server.client()) }
        #expect(try server.get("/").status == 200)
        for stream in server.streams.list { #expect(stream.send(data: "still here")) }
        for client in streams { _ = try client.read(until: "data: still here\n\n") }
    }
}
