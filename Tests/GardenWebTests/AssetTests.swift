import HTTPTestClient
import Testing

@testable import GardenWeb

@Suite("Files that come with the program")
struct AssetTests {
    private func server() throws -> TestServer {
        try TestServer(routes: { router in
            for asset in Asset.allCases { router.get("/assets/\(asset.rawValue)", asset.response) }
        })
    }

    @Test(
        "A file is told by its version and kept under that address",
        arguments: [
            (Asset.style, "text/css; charset=utf-8"), (.script, "text/javascript; charset=utf-8"),
            (.icon, "image/svg+xml"), (.wholeIconPixels, "image/png"), (.manifest, "application/manifest+json"),
            (.worker, "text/javascript; charset=utf-8"),
        ])
    func version(asset: Asset, type: String) throws {
        let response = try server().get(Location.asset(asset).description)
        #expect(response.body == asset.bytes)
        #expect(response["content-type"] == type)
        #expect(response["cache-control"] == "public, max-age=31536000, immutable")
        #expect(response["x-content-type-options"] == "nosniff")
    }

    @Test("A browser that has the file is told that nothing changed") func unchanged() throws {
        let server = try server()
        let first = try server.get("/assets/perennial.css")
        #expect(first["cache-control"] == "no-cache")
        let tag = try #require(first["etag"])
        for header in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let second = try server.get("/assets/perennial.css", headers: ["If-None-Match: \(header)"])
            #expect(second.status == 304)
            #expect(second.body.isEmpty)
            #expect(second["etag"] == tag)
        }
        #expect(try server.get("/assets/perennial.css", headers: ["If-None-Match: \"other\""]).status == 200)
    }

    @Test("An old version gets the new file and is not kept") func old() throws {
        let response = try server().get("/assets/perennial.css?v=0000000000000000")
        #expect(response.status == 200)
        #expect(response["cache-control"] == "no-cache")
    }
}
