import Foundation
import GardenWeb
import Synchronization
import HTTPTestClient
import Testing

/// A server on a free port of the loopback, with routes that echo what they get.
final class TestServer {
    let server: HTTPServer
    let port: Int

    /// The streams opened by `/events`, in order.
    let streams = Streams()

    /// - Parameter routes: adds further routes.
    init(
        configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        routes: (inout Router) -> Void = { _ in }
    ) throws {
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        configuration.threadCount = 2
        configure(&configuration)
        var router = Router()
        Self.addEchoes(to: &router)
        let streams = streams
        router.get("/events") { _ in
            let stream = EventStream(bufferLimit: 64 * 1024)
            stream.send(event: "hello", data: "there")
            streams.add(stream)
            return .stream(stream)
        }
        routes(&router)
        server = HTTPServer(configuration, handler: router.respond)
        try server.start()
        port = try #require(server.port)
    }

    func client() throws -> TestClient {
        try TestClient(port: port)
    }

    /// Sends one request over a connection of its own and reads the answer.
    func get(_ path: String, headers: [String] = []) throws -> TestResponse {
        let client = try client()
        try client.request("GET \(path)", headers: headers)
        return try client.response()
    }

    /// Posts a form as this site's own page would.
    func post(_ path: String, _ form: String, headers: [String] = ["Origin: http://localhost"]) throws
        -> TestResponse
    {
        let client = try client()
        let type = "Content-Type: application/x-www-form-urlencoded"
        try client.request("POST \(path)", headers: headers + [type], body: form)
        return try client.response()
    }

    /// Waits until that many connections are open; `false` after 20 seconds, a bound for failures.
    func waitForConnections(_ count: Int) -> Bool {
        let start = ContinuousClock.now
        while server.connectionCount != count {
            guard .now - start < .seconds(20) else { return false }
            sched_yield()
        }
        return true
    }

    private static func addEchoes(to router: inout Router) {
        router.get("/") { _ in .html("<p>Hello</p>") }
        router.get("/large") { _ in .text(String(repeating: "0123456789", count: 200_000)) }
        router.get("/plants/{id}") { request in .text("plant \(try request.id())") }
        router.get("/say/{words}") { request in
            .text("\(request.parameter("words"))|\(request.query["q"] ?? "-")")
        }
        router.post("/form") { request in
            let form = try request.form()
            return .text(form.fields.map { "\($0.name)=\($0.value)" }.joined(separator: ";"))
        }
        router.post("/body") { request in .text("\(request.body.count)") }
        router.post("/done") { _ in .redirect(to: "/") }
        router.get("/broken") { _ in throw Broken() }
    }

    struct Broken: Error {}

    /// Streams, as a class of their own so that a handler can hold on to them.
    final class Streams: Sendable {
        private let all = Mutex<[EventStream]>([])

        func add(_ stream: EventStream) { all.withLock { $0.append(stream) } }

        var list: [EventStream] { all.withLock { $0 } }
    }
}
