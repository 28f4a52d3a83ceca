import Foundation
import Testing

@testable import GardenWeb

@Suite("Requests")
struct RequestTests {
    @Test func `a path is split and decoded`() throws {
        let request = try Request(.get, "/plants/a%2Cb/?x=1&x=2")
        #expect(request.path == "/plants/a%2Cb/")
        #expect(request.segments == ["plants", "a,b"])
        #expect(request.query.all("x") == ["1", "2"])
        #expect(try Request(.get, "/").segments.isEmpty)
    }

    @Test func `header fields are found whatever their case`() throws {
        var headers: HTTPHeaders = ["Accept": "text/html", "X-A": "1"]
        headers.add("x-a", "2")
        #expect(headers["ACCEPT"] == "text/html")
        #expect(headers.all("X-a") == ["1", "2"])
        headers["x-A"] = "3"
        #expect(headers.all("x-a") == ["3"])
        headers["x-a"] = nil
        #expect(headers["X-A"] == nil)
    }

    @Test func `cookies are taken apart`() throws {
        let request = try Request(.get, "/", headers: ["Cookie": "a=1; b=x=y;c = 2 ; bad; a=3"])
        #expect(request.cookies == ["a": "1", "b": "x=y", "c": "2"])
    }

    @Test func `languages come by their weight`() throws {
        let header = "fr;q=0.4, de-AT, en;q=0.8, *;q=0.1, it;q=0, es"
        let request = try Request(.get, "/", headers: ["Accept-Language": header])
        #expect(request.acceptedLanguages == ["de-AT", "es", "en", "fr"])
        #expect(try Request(.get, "/").acceptedLanguages.isEmpty)
    }

    @Test func `a body that is no form is refused as one`() throws {
        let request = try Request(
            .post, "/", headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
        #expect(throws: HTTPError.self) { try request.form() }
        #expect(try Request(.post, "/").form().fields.isEmpty)
    }

    @Test func `routes are tried in order, and take parts of the path`() throws {
        var router = Router { error, _ in .text("\(error)", status: (error as? HTTPError)?.status ?? .ok) }
        router.get("/plants/new") { _ in .text("new") }
        router.get("/plants/{id}/sowings/{sowing}") { request in
            .text("\(request.parameter("id")) \(request.parameter("sowing"))")
        }
        router.get("/plants/{id}") { request in .text("\(try request.id())") }
        router.on(.delete, "/plants/{id}") { _ in .text("gone") }
        let id = UUID()
        #expect(try text(router, .get, "/plants/new") == "new")
        #expect(try text(router, .get, "/plants/1/sowings/2/") == "1 2")
        #expect(try text(router, .get, "/plants/\(id)") == "\(id)")
        #expect(try text(router, .delete, "/plants/1") == "gone")
        #expect(router.respond(to: try Request(.get, "/plants/x")).status == .notFound)
        #expect(router.respond(to: try Request(.get, "/plants")).status == .notFound)
        #expect(router.respond(to: try Request(.head, "/plants/new")).status == .ok)
        let refused = router.respond(to: try Request(.put, "/plants/1"))
        #expect(refused.status == .methodNotAllowed)
        #expect(refused.headers["Allow"] == "DELETE, GET, HEAD")
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST:8080", true), ("localhost.", true), ("127.0.0.1:80", true),
        ("127.8.9.1", true), ("[::1]:8080", true), ("::1", true), ("garden.localhost", true),
        ("nas.home", true), ("192.168.1.7", false), ("evil.example", false),
        ("localhost.evil.example", false),
        ("127.0.0.1.evil.example", false), ("127.evil", false), ("", false), ("[::2]", false),
        ("[::1]evil.example", false), ("[::1]:80evil", false), ("[::1", false),
    ])
    func `only our own names are answered to`(host: String, isOurs: Bool) {
        let policy = HostPolicy(listenHost: "127.0.0.1", names: ["NAS.home"])
        #expect(policy.allows(host) == isOurs)
    }

    @Test(arguments: [
        ("192.168.1.7:8080", true), ("[fe80::1]", true), ("evil.example", false), ("1.2.3.4.evil", false),
        ("1.2.3", false), ("1.2.3.256", false), ("+1.+2.3.4", false), ("[::::]", false),
    ])
    func `listening everywhere, any number will do, and no name`(host: String, isOurs: Bool) {
        #expect(HostPolicy(listenHost: "0.0.0.0", names: []).allows(host) == isOurs)
    }
}

private func text(_ router: Router, _ method: HTTPMethod, _ target: String) throws -> String {
    String(decoding: router.respond(to: try Request(method, target)).bytes, as: UTF8.self)
}
