import Foundation
import Synchronization
import HTTPTestClient
import Testing

@testable import GardenWeb

@Suite("Stopping the server")
struct StopTests {
    @Test func `streams end, and the port is free again`() throws {
        let server = try TestServer()
        var clients: [TestClient] = []
        for _ in 0..<100 {
            let client = try server.client()
            try client.request("GET /events")
            _ = try client.responseHead()
            _ = try client.read(until: "data: there\n\n")
            clients.append(client)
        }
        let idle = try server.client()
        server.server.stop()
        for client in clients { while try client.nextChunk() != nil {} }
        #expect(server.streams.list.allSatisfy { $0.isClosed })
        #expect(idle.isClosedByServer())
        #expect(server.server.port == nil)
        #expect(throws: TestClient.Failure.self) { try TestClient(port: server.port) }

        let next = try TestServer(configure: { $0.port = server.port })
        #expect(try next.get("/").status == 200)
    }

    @Test func `a request under way is finished`() throws {
        let started = DispatchSemaphore(value: 0)
        let mayAnswer = DispatchSemaphore(value: 0)
        let server = try TestServer(routes: { router in
            router.get("/slow") { _ in
                started.signal()
                mayAnswer.wait()
                return .text("done")
            }
        })
        let client = try server.client()
        try client.request("GET /slow")
        started.wait()
        let stopped = DispatchSemaphore(value: 0)
        let http = server.server
        Thread {
            http.stop()
            stopped.signal()
        }.start()
        // Nothing is accepted from the moment the stop begins, but the answer still comes.
        while (try? TestClient(port: server.port)) != nil { sched_yield() }
        mayAnswer.signal()
        let response = try client.response()
        #expect(response.text == "done")
        #expect(stopped.wait(timeout: .now() + 20) == .success)
    }

    @Test func `a client that never finishes does not hold the stop up`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(
            "POST /body HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 10\r\n\r\nabc"
        )
        let blocked = try server.client()
        blocked.shrinkReceiveBuffer()
        try blocked.request("GET /large")
        _ = try blocked.responseHead()
        server.server.stop(grace: .milliseconds(50))
        #expect(client.isClosedByServer())
    }

    @Test func `stopping under load loses no answer that was begun`() throws {
        for _ in 0..<10 {
            let server = try TestServer()
            let answered = Mutex(0)
            let group = DispatchGroup()
            for _ in 0..<4 {
                group.enter()
                Thread { [port = server.port] in
                    defer { group.leave() }
                    while let client = try? TestClient(port: port) {
                        do {
                            try client.request("GET /events")
                            _ = try client.responseHead()
                            _ = try client.read(until: "data: there\n\n")
                            while try client.nextChunk() != nil {}
                        } catch {
                            continue
                        }
                        answered.withLock { $0 += 1 }
                    }
                }.start()
            }
            while server.streams.list.count < 4 { sched_yield() }
            server.server.stop()
            #expect(group.wait(timeout: .now() + 20) == .success)
            #expect(answered.withLock { $0 } >= 4)
        }
    }

    @Test func `a port in use is told with what to do`() throws {
        let server = try TestServer()
        var configuration = HTTPServerConfiguration()
        configuration.port = server.port
        let second = HTTPServer(configuration) { _ in .text("") }
        #expect(throws: HTTPServerError.portInUse(port: server.port)) { try second.start() }
        #expect(try server.get("/").status == 200)
    }

    @Test func `an address that is not here, and a name that is none`() throws {
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        configuration.host = "192.0.2.1"
        let elsewhere = HTTPServer(configuration) { _ in .text("") }
        #expect(throws: HTTPServerError.addressNotHere(host: "192.0.2.1")) { try elsewhere.start() }
        configuration.host = "no such host"
        let nowhere = HTTPServer(configuration) { _ in .text("") }
        #expect(throws: HTTPServerError.unknownHost("no such host")) { try nowhere.start() }
    }

    @Test func `a name that stands for both loopbacks listens on both`() throws {
        let server = try TestServer(configure: { $0.host = "localhost" })
        #expect(try server.get("/").status == 200)
    }
}
