import Testing

@testable import GardenWeb

@Suite("Trusted proxies") struct TrustedProxyTests {
    private func request(
        _ headers: HTTPHeaders, from address: String, trusting proxies: Set<String> = ["127.0.0.1", "::1"]
    ) throws -> Request {
        var headers = headers
        headers["Host"] = "garden.example"
        let check = RequestCheck(
            hostPolicy: HostPolicy(listenHost: "127.0.0.1", names: ["garden.example", "outside.example"]),
            proxies: TrustedProxies(proxies), isSecure: false)
        return try check.request(method: "GET", target: Array("/plants".utf8), headers: headers, remoteAddress: address)
    }

    @Test(
        "An address is the same however it is written",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
            ("[2001:DB8::1]:4711", "2001:db8::1"), ("[2001:db8:0:0::1]", "2001:db8::1"), ("::1", "::1"),
            ("192.0.2.1:x", nil), ("[::1]x", nil), ("[::1", nil), ("localhost", nil), ("", nil),
        ] as [(String, String?)])
    func canonical(text: String, address: String?) { #expect(NumericAddress.canonical(text) == address) }

    @Test(
        "Who asks is the last one a trusted proxy did not know for a proxy",
        arguments: [
            ("203.0.113.7", "203.0.113.7"), ("198.51.100.1, 203.0.113.7", "203.0.113.7"),
            ("203.0.113.7, 127.0.0.1", "203.0.113.7"), ("2001:db8::7", "2001:db8::7"), ("127.0.0.1", "127.0.0.1"),
            // Anybody, and nobody of the proxy's own machine.
            ("nonsense", ""), ("unix:", ""), ("203.0.113.7, unknown", ""), ("", ""),
        ])
    func asker(forwarded: String, address: String) throws {
        let request = try request(["X-Forwarded-For": forwarded, "X-Forwarded-Proto": "https"], from: "127.0.0.1")
        #expect(request.remoteAddress == address)
        #expect(request.isSecure)
    }

    @Test("What anybody else says of himself does not count")
    func untrusted() throws {
        let headers: HTTPHeaders = [
            "X-Forwarded-For": "192.168.1.2", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example",
        ]
        for proxies in [Set<String>(), ["127.0.0.1"]] {
            let request = try request(headers, from: "203.0.113.9", trusting: proxies)
            #expect(request.remoteAddress == "203.0.113.9")
            #expect(!request.isSecure)
        }
    }

    @Test("The host that a trusted proxy was asked for has to be one of ours, too")
    func host() throws {
        #expect(throws: HTTPError.self) { try request(["X-Forwarded-Host": "evil.example"], from: "127.0.0.1") }
        #expect(try request(["X-Forwarded-Host": "outside.example"], from: "127.0.0.1").path == "/plants")
        #expect(try !request(["X-Forwarded-Proto": "http"], from: "::1").isSecure)
    }
}
