import Foundation
import HTTPTestClient
import Testing

@testable import GardenWeb

@Suite("What a well-meant request gets")
struct AnswerTests {
    @Test func `a page comes with the fields that keep it to itself`() throws {
        let response = try TestServer().get("/")
        #expect(response.status == 200)
        #expect(response.text == "<p>Hello</p>")
        #expect(response["content-type"] == "text/html; charset=utf-8")
        #expect(response["content-security-policy"] == SecurityHeaders.contentSecurityPolicy)
        #expect(response["content-security-policy"]?.contains("unsafe") == false)
        #expect(response["x-content-type-options"] == "nosniff")
        #expect(response["referrer-policy"] == "same-origin")
        #expect(response["cache-control"] == "no-store")
        #expect(response["date"] != nil)
    }

    @Test func `HEAD has the header of GET and no body`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.request("HEAD /")
        let head = try client.response(hasBody: false)
        #expect(head.status == 200)
        #expect(head["content-length"] == "12")
        try client.request("GET /")
        #expect(try client.response().text == "<p>Hello</p>")
    }

    @Test func `a file is sent whole, to several at once, and leaves nothing behind`() throws {
        let portion = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let file = try UnnamedFile()
        for _ in 0..<50 { try file.add(portion) }
        let server = try TestServer(routes: {
            $0.get("/file") { _ in Response(contentType: "text/plain", body: .file(file)) }
        })
        let clients = try (0..<3).map { _ in try server.client() }
        for client in clients { try client.request("GET /file") }
        for client in clients.reversed() {
            let response = try client.response()
            #expect(response["content-length"] == "5000000")
            #expect(response.body.elementsEqual((0..<50).lazy.flatMap { _ in portion }))
        }
    }

    @Test(arguments: [
        ("/say/caf%C3%A9?q=a+b%26c", "café|a b&c"),
        ("/say/%D7%A9%D7%9C%D7%95%D7%9D", "שלום|-"),
        ("/say/a%20b%3Cb%3E/", "a b<b>|-"),
        ("/say/%F0%9F%8C%B5?q=%F0%9F%8C%B5", "🌵|🌵"),
        ("http://localhost/say/absolute", "absolute|-"),
    ])
    func `addresses are decoded`(target: String, text: String) throws {
        #expect(try TestServer().get(target).text == text)
    }

    @Test func `a form is read`() throws {
        let response = try TestServer().post("/form", "genus=Picea&species=glauca+%27Hb07%27&empty=&genus=2")
        #expect(response.text == "genus=Picea;species=glauca 'Hb07';empty=;genus=2")
    }

    @Test func `a multipart form is read`() throws {
        let body = "--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nzwölf\r\n--x--\r\n"
        let server = try TestServer()
        let client = try server.client()
        try client.request(
            "POST /form",
            headers: ["Origin: http://localhost", "Content-Type: multipart/form-data; boundary=x"], body: body
        )
        #expect(try client.response().text == "note=zwölf")
    }

    @Test func `a form is answered by sending the browser on`() throws {
        let response = try TestServer().post("/done", "a=1")
        #expect(response.status == 303)
        #expect(response["location"] == "/")
    }

    @Test func `a body in chunks is read`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.request(
            "POST /body", headers: ["Origin: http://localhost", "Transfer-Encoding: chunked"])
        try client.send("3\r\nabc\r\n")
        try client.send("a\r\n0123456789\r\n0\r\n\r\n")
        #expect(try client.response().text == "13")
    }

    @Test func `a large answer comes whole`() throws {
        #expect(try TestServer().get("/large").body.count == 2_000_000)
    }

    @Test func `requests sent ahead are answered in order`() throws {
        let server = try TestServer()
        let client = try server.client()
        let requests = (0..<20).map { "GET /say/\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
        try client.send(requests.joined())
        for number in 0..<20 { #expect(try client.response().text == "\(number)|-") }
    }

    @Test func `an unknown id, an unknown path and a wrong method`() throws {
        let server = try TestServer()
        #expect(try server.get("/plants/6C1F0000-0000-4000-8000-000000000000").status == 200)
        #expect(try server.get("/plants/12").status == 404)
        #expect(try server.get("/nothing").status == 404)
        let refused = try server.post("/plants/12", "a=b")
        #expect(refused.status == 405)
        #expect(refused["allow"] == "GET, HEAD")
    }

    @Test func `an error of a handler is a 500 that tells nothing`() throws {
        let response = try TestServer().get("/broken")
        #expect(response.status == 500)
        #expect(!response.text.contains("Broken"))
    }

    @Test func `a value with a line break starts no header field`() throws {
        let server = try TestServer(routes: { router in
            router.get("/inject") { _ in
                Response(headers: ["X-Value": "a\r\nX-Injected: yes"], body: .bytes([]))
            }
        })
        let response = try server.get("/inject")
        #expect(response["x-value"] == "a  X-Injected: yes")
        #expect(response["x-injected"] == nil)
    }
}
