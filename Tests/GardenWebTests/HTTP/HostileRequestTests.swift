import Foundation
import HTTPTestClient
import Testing

@testable import GardenWeb

@Suite("What a request that means no good gets")
struct HostileRequestTests {
    /// Raw bytes and the statuses they may be answered with; none if the connection is closed instead.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let statuses: Set<Int>
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ statuses: Int...) {
            self.init(name, Array(text.utf8), Set(statuses))
        }

        init(_ name: String, _ bytes: [UInt8], _ statuses: Set<Int>) {
            self.name = name
            self.bytes = bytes
            self.statuses = statuses
        }
    }

    static let host = "Host: localhost\r\n"

    static let cases: [Case] = [
        Case("bad UTF-8 in the path", "GET /say/%FF%FE HTTP/1.1\r\n\(host)\r\n", 400),
        Case(
            "raw bytes in the path",
            Array("GET /say/".utf8) + [0xff, 0xfe] + Array(" HTTP/1.1\r\n\(host)\r\n".utf8), [400]),
        Case("overlong UTF-8", "GET /say/%C0%AE%C0%AE HTTP/1.1\r\n\(host)\r\n", 400),
        Case("bad UTF-8 in the query", "GET /say/a?q=%FF HTTP/1.1\r\n\(host)\r\n", 400),
        Case("an escape cut off", "GET /say/%2 HTTP/1.1\r\n\(host)\r\n", 400),
        Case("an escaped NUL", "GET /say/a%00b HTTP/1.1\r\n\(host)\r\n", 400),
        Case(
            "a raw NUL", Array("GET /say/a".utf8) + [0] + Array("b HTTP/1.1\r\n\(host)\r\n".utf8),
            [400, 404, 200]),
        Case("traversal", "GET /assets/../../etc/passwd HTTP/1.1\r\n\(host)\r\n", 400),
        Case("escaped traversal", "GET /assets/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n\(host)\r\n", 400),
        Case("escaped slashes", "GET /assets/..%2f..%2fetc%2fpasswd HTTP/1.1\r\n\(host)\r\n", 400),
        Case("backslashes", "GET /assets/..%5c..%5cwindows HTTP/1.1\r\n\(host)\r\n", 400),
        Case("empty parts", "GET //etc/passwd HTTP/1.1\r\n\(host)\r\n", 400),
        Case("no path", "GET etc/passwd HTTP/1.1\r\n\(host)\r\n", 400),
        Case("an asterisk", "GET * HTTP/1.1\r\n\(host)\r\n", 400),
        Case("another scheme", "GET ftp://localhost/ HTTP/1.1\r\n\(host)\r\n", 400),
        Case("another site's address", "GET http://evil.example/ HTTP/1.1\r\n\(host)\r\n", 421),
        Case("another Host", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        Case("a Host that starts like ours", "GET / HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n", 421),
        Case(
            "a Host that starts like a number", "GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n", 421),
        Case("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
        Case("no Host, HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 400),
        Case("two Hosts", "GET / HTTP/1.1\r\n\(host)Host: evil.example\r\n\r\n", 400),
        Case("an unknown method", "BREW / HTTP/1.1\r\n\(host)\r\n", 405),
        Case("TRACE", "TRACE / HTTP/1.1\r\n\(host)\r\n", 405),
        Case("CONNECT", "CONNECT localhost:22 HTTP/1.1\r\n\(host)\r\n", 400, 405),
        Case("no HTTP at all", "hello\r\n\r\n"),
        Case("an unknown version", "GET / HTTP/9.9\r\n\(host)\r\n", 400, 505),
        Case(
            "TLS to a plain port",
            [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a, 0x0d, 0x0a], []),
        Case("a long address", "GET /\(String(repeating: "a", count: 60_000)) HTTP/1.1\r\n\(host)\r\n", 414),
        Case(
            "many header fields",
            "GET / HTTP/1.1\r\n\(host)\((0..<5_000).map { "X-\($0): y\r\n" }.joined())\r\n", 431),
        Case(
            "many fields in the query",
            "GET /say/a?\((0..<2_000).map { "f\($0)=1" }.joined(separator: "&")) HTTP/1.1\r\n\(host)\r\n", 400),
        Case(
            "as many fields in the query as may be",
            "GET /say/a?\((0..<1_000).map { "f\($0)=1" }.joined(separator: "&")) HTTP/1.1\r\n\(host)\r\n", 200),
        Case(
            "two lengths", "POST /body HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 30\r\n\r\nabc",
            400),
        Case(
            "length and chunks",
            "POST /body HTTP/1.1\r\n\(host)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400),
        Case("an unknown encoding", "POST /body HTTP/1.1\r\n\(host)Transfer-Encoding: gzip\r\n\r\nabc", 400),
        Case("a negative length", "POST /body HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", 400),
        Case("a length in words", "POST /body HTTP/1.1\r\n\(host)Content-Length: ten\r\n\r\n", 400),
        Case(
            "an immense length", "POST /body HTTP/1.1\r\n\(host)\(origin)Content-Length: 99999999999\r\n\r\n",
            413),
        Case(
            "a length beyond 64 bits",
            "POST /body HTTP/1.1\r\n\(host)\(origin)Content-Length: 99999999999999999999999\r\n\r\n", 413),
        Case(
            "garbage for chunks",
            "POST /body HTTP/1.1\r\n\(host)\(origin)Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
        Case(
            "an immense chunk",
            "POST /body HTTP/1.1\r\n\(host)\(origin)Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n",
            400, 413),
    ]

    static let origin = "Origin: http://localhost\r\n"

    @Test(arguments: cases)
    func `is refused, and the server goes on`(hostile: Case) throws {
        let server = try TestServer()
        let client = try server.client()
        try? client.send(hostile.bytes)
        if hostile.statuses.isEmpty {
            #expect(client.isClosedByServer())
        } else {
            let response = try client.response()
            #expect(hostile.statuses.contains(response.status), "\(response.status) \(response.text)")
        }
        #expect(try server.get("/").status == 200)
    }

    @Test(arguments: [
        ["Origin: http://evil.example"],
        ["Origin: null"],
        ["Origin: http://localhost:81"],
        ["Sec-Fetch-Site: cross-site", "Origin: http://localhost"],
        ["Sec-Fetch-Site: same-site"],
        [],
    ])
    func `another site's form changes nothing`(headers: [String]) throws {
        #expect(try TestServer().post("/form", "a=1", headers: headers).status == 403)
    }

    @Test(arguments: [
        ["Origin: http://localhost"],
        ["Origin: https://LOCALHOST"],
        ["Sec-Fetch-Site: same-origin"],
        ["Sec-Fetch-Site: same-origin", "Origin: null"],
        ["Sec-Fetch-Site: none", "Origin: http://localhost"],
    ])
    func `this site's form is taken`(headers: [String]) throws {
        #expect(try TestServer().post("/form", "a=1", headers: headers).status == 200)
    }

    @Test func `a body over the limit is told so, however it comes`() throws {
        let server = try TestServer(configure: { $0.bodyLimit = { _ in 1_000 } })
        #expect(try server.post("/body", String(repeating: "a", count: 1_000)).text == "1000")
        #expect(try server.post("/body", String(repeating: "a", count: 1_001)).status == 413)
        #expect(try server.post("/body", String(repeating: "a", count: 3_000_000)).status == 413)

        let client = try server.client()
        try client.request("POST /body", headers: ["Origin: http://localhost", "Transfer-Encoding: chunked"])
        let piece = String(repeating: "a", count: 900)
        for _ in 0..<2 { try client.send("384\r\n\(piece)\r\n") }
        try client.send("0\r\n\r\n")
        #expect(try client.response().status == 413)
    }

    @Test func `a body without end is cut off`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.request("POST /body", headers: ["Origin: http://localhost", "Transfer-Encoding: chunked"])
        let piece = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
        #expect(throws: TestClient.Failure.self) {
            // Far more than the server reads before it gives up.
            for _ in 0..<10_000 { try client.send(piece) }
        }
        #expect(try server.get("/").status == 200)
    }

    @Test func `a head that trickles in is cut off`() throws {
        let server = try TestServer(configure: {
            $0.idleTimeout = .milliseconds(200)
            $0.checkInterval = .milliseconds(20)
        })
        let client = try server.client()
        try client.send("GET / HTTP/1.1\r\n")
        let start = ContinuousClock.now
        #expect(throws: TestClient.Failure.self) {
            // One byte after the other, as fast as the server takes them: it never falls silent.
            while .now - start < .seconds(20) { try client.send("a") }
        }
        #expect(.now - start < .seconds(20))
    }

    @Test func `a body that stops coming is cut off`() throws {
        let server = try TestServer(configure: {
            $0.idleTimeout = .milliseconds(400)
            $0.transferTimeout = .milliseconds(100)
            $0.checkInterval = .milliseconds(20)
        })
        let client = try server.client()
        try client.send(
            "POST /body HTTP/1.1\r\nHost: localhost\r\n\(Self.origin)Content-Length: 10\r\n\r\nabc")
        #expect(client.isClosedByServer())
    }

    @Test func `a client that hangs up in the middle harms nobody`() throws {
        let server = try TestServer()
        for bytes in [
            "", "G", "GET / HT", "GET / HTTP/1.1\r\nHost",
            "POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc",
        ] {
            let client = try server.client()
            try client.send(bytes)
        }
        do {
            let large = try server.client()
            try large.request("GET /large")
        }
        #expect(try server.get("/").status == 200)
    }

    @Test func `requests with bytes changed at random never bring the server down`() throws {
        let server = try TestServer(configure: { $0.checkInterval = .milliseconds(5) })
        let form = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ntext\r\n--x--\r\n"
        let patterns = [
            "GET /say/caf%C3%A9?q=a+b HTTP/1.1\r\n\(Self.host)Accept-Language: de;q=0.5\r\n\r\n",
            "POST /form HTTP/1.1\r\n\(Self.host)\(Self.origin)Content-Type: multipart/form-data; boundary=\"x\"\r\n"
                + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)",
            "POST /body HTTP/1.1\r\n\(Self.host)\(Self.origin)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        ].map { Array($0.utf8) }
        var random = SplitMix(state: 1)
        for round in 0..<600 {
            var bytes = patterns[round % patterns.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
                }
            }
            let client = try server.client()
            try? client.send(bytes)
            client.finishSending()
            #expect(client.isClosedByServer(), "round \(round)")
        }
        #expect(try server.get("/").status == 200)
    }

    /// A generator of random numbers that gives the same ones in each run.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
