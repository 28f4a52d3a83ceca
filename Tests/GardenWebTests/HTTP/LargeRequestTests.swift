import Foundation
import GardenWeb
import HTTPTestClient
import Testing

/// Requests with large bodies, which take long.
@Suite struct LargeRequestTests {
    private let large = String(repeating: "x", count: 300_000)

    /// A server on two threads whose `/work` waits for `mayAnswer`.
    private static func server(_ mayAnswer: DispatchSemaphore) throws -> TestServer {
        try TestServer(routes: { router in
            router.post("/work") { request in
                mayAnswer.wait()
                return .text("\(request.body.count)")
            }
        })
    }

    private func send(_ server: TestServer, headers: [String] = []) throws -> TestClient {
        let client = try server.client()
        try client.request("POST /work", headers: ["Origin: http://localhost"] + headers, body: large)
        return client
    }

    @Test func `while more are worked on than there are threads, others are answered`() throws {
        let mayAnswer = DispatchSemaphore(value: 0)
        let server = try Self.server(mayAnswer)
        let clients = try (0..<6).map { _ in try send(server) }
        do {
            defer { for _ in clients { mayAnswer.signal() } }
            for _ in 0..<8 { #expect(try server.get("/").status == 200) }
        }
        for client in clients { #expect(try client.response().text == "300000") }
    }

    @Test func `more than sixteen at once are told to come again, and can then`() throws {
        let mayAnswer = DispatchSemaphore(value: 0)
        let server = try Self.server(mayAnswer)
        for _ in 0..<18 { mayAnswer.signal() }
        let clients = try (0..<16).map { _ in
            let client = try server.client()
            let expectation = ["Expect: 100-continue", "Content-Length: \(large.utf8.count)"]
            try client.request("POST /work", headers: ["Origin: http://localhost"] + expectation)
            // Told to go on, it has its place.
            #expect(try client.response(hasBody: false).status == 100)
            return client
        }
        let refused = try send(server).response()
        #expect(refused.status == 503 && refused["retry-after"] == "5")
        for client in clients {
            try client.send(large)
            #expect(try client.response().text == "300000")
        }
        #expect(try send(server).response().text == "300000")
    }

    @Test func `who hangs up meanwhile harms nobody, and a stop waits for the rest`() throws {
        let mayAnswer = DispatchSemaphore(value: 0)
        let server = try Self.server(mayAnswer)
        var impatient: TestClient? = try send(server)
        let patient = try send(server)
        defer { for _ in 0..<2 { mayAnswer.signal() } }
        #expect(try server.get("/").status == 200)
        impatient?.finishSending()
        impatient = nil
        for _ in 0..<2 { mayAnswer.signal() }
        #expect(try patient.response().text == "300000")
        server.server.stop()
        #expect(server.waitForConnections(0))
    }
}
