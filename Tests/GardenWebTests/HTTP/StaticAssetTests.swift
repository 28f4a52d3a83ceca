import HTTPTestClient
import Testing

@testable import GardenWeb

@Suite("Files that come with the program")
struct StaticAssetTests {
    let assets = StaticAssets(["a.css": Array("body {}".utf8), "a.js": []])

    private func server() throws -> TestServer {
        try TestServer(routes: { [assets] router in router.get("/assets/{name}", assets.respond) })
    }

    @Test func `a file is told by its version and kept under that address`() throws {
        let address = assets.address(of: "a.css")
        #expect(address.wholeMatch(of: /\/assets\/a\.css\?v=[0-9a-f]{16}/) != nil)
        let response = try server().get(address)
        #expect(response.text == "body {}")
        #expect(response["content-type"] == "text/css; charset=utf-8")
        #expect(response["cache-control"] == "public, max-age=31536000, immutable")
        #expect(response["x-content-type-options"] == "nosniff")
    }

    @Test func `a browser that has the file is told that nothing changed`() throws {
        let server = try server()
        let first = try server.get("/assets/a.css")
        #expect(first["cache-control"] == "no-cache")
        let tag = try #require(first["etag"])
        for header in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let second = try server.get("/assets/a.css", headers: ["If-None-Match: \(header)"])
            #expect(second.status == 304)
            #expect(second.body.isEmpty)
            #expect(second["etag"] == tag)
        }
        #expect(try server.get("/assets/a.css", headers: ["If-None-Match: \"other\""]).status == 200)
    }

    @Test func `an old version gets the new file and is not kept`() throws {
        let response = try server().get("/assets/a.css?v=0000000000000000")
        #expect(response.status == 200)
        #expect(response["cache-control"] == "no-cache")
    }

    @Test(arguments: ["/assets/b.css", "/assets/", "/assets/a.css/b", "/assets"])
    func `nothing else is there`(path: String) throws {
        #expect(try server().get(path).status == 404)
    }
}
