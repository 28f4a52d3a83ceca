import Foundation
import Garden
import Testing

@testable import GardenWeb

/// The site as somebody sees it who is not signed in, and who is.
@Suite("The door") struct DoorTests {
    private let garden: PersistenceContainer
    private let house: House
    private let site: GardenSite
    private static let password = "correct horse"

    init() throws {
        garden = try PersistenceContainer.inMemory()
        house = try House.inMemory()
        try house.setPassword(Self.password)
        site = try GardenSite(garden, house: house)
    }

    private func ask(
        _ method: HTTPMethod, _ target: String, cookie: String? = nil, form: [(String, String)] = [],
        address: String = "192.168.1.5"
    ) throws -> Response {
        var headers: HTTPHeaders = ["User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1"]
        if let cookie { headers["Cookie"] = "perennial=\(cookie)" }
        if method == .post { headers["Content-Type"] = "application/x-www-form-urlencoded" }
        let body = form.map { "\(Location.encoded($0.0))=\(Location.encoded($0.1))" }.joined(separator: "&")
        return site.respond(
            to: try Request(method, target, headers: headers, body: Array(body.utf8), remoteAddress: address))
    }

    private func plants() throws -> [PlantRow] { try PlantsViewModel(garden).rows().rows }

    private func text(_ response: Response) -> String { String(decoding: response.bytes, as: UTF8.self) }

    private func token(of response: Response) -> String? {
        response.headers["set-cookie"]?.split(separator: ";").first?.split(separator: "=").last.map(String.init)
    }

    private func formToken(in response: Response) -> String? {
        text(response).firstMatch(of: /name="form-token" content="([^"]*)"/).map { String($0.1) }
            ?? text(response).firstMatch(of: /name=form-token content="([^"]*)"/).map { String($0.1) }
    }

    private func signedIn() throws -> (cookie: String, form: String) {
        let response = try ask(.post, "/sign-in", form: [("password", Self.password)])
        let cookie = try #require(token(of: response))
        return (cookie, try #require(formToken(in: try ask(.get, "/plants", cookie: cookie))))
    }

    @Test("Large bodies are taken from who is signed in, and only where a picture or a file goes")
    func bodies() throws {
        func limit(_ target: String, cookie: String?, length: Int? = 9_000_000, _ method: HTTPMethod = .post) throws
            -> Int
        {
            var headers: HTTPHeaders = [:]
            if let length { headers["Content-Length"] = String(length) }
            if let cookie { headers["Cookie"] = "perennial=\(cookie)" }
            return site.bodyLimit(of: try Request(method, target, headers: headers, remoteAddress: "192.168.1.5"))
        }
        let picture = "/plants/\(UUID())/picture"
        let cookie = try signedIn().cookie
        #expect(try limit(picture, cookie: cookie) > 10_000_000)
        // Without a length, too, which chunks do not have.
        #expect(try limit(picture, cookie: cookie, length: nil) > 10_000_000)
        for stranger in [nil, "", "forged"] {
            #expect(try limit(picture, cookie: stranger) < 300_000)
            #expect(try limit(picture, cookie: stranger, length: nil) < 300_000)
        }
        #expect(try limit("/plants", cookie: cookie) < 2_000_000)
        #expect(try limit("/import", cookie: cookie) > 64 * 1024 * 1024)
        #expect(try limit("/import", cookie: nil) < 300_000)
        #expect(try limit("/import/\(UUID())", cookie: cookie) < 2_000_000)
        #expect(try limit(picture, cookie: cookie, .get) < 300_000)
    }

    @Test("Other methods than the form's are refused at the door, and it says which are taken")
    func methods() throws {
        for method in [HTTPMethod.put, .delete, .patch] {
            let response = try ask(method, "/sign-in")
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers["Allow"] == "GET, HEAD, POST")
        }
    }

    @Test("Without a password only the machine itself is served, also when the password was removed meanwhile")
    func removed() throws {
        #expect(try ask(.get, "/plants", address: "127.0.0.1").status == .unauthorized)
        try house.removePassword()
        #expect(try ask(.get, "/plants").status == .unauthorized)
        #expect(try ask(.get, "/plants", address: "").status == .unauthorized)
        #expect(try ask(.get, "/plants", address: "127.0.0.1").status == .ok)
        #expect(try ask(.get, "/plants", address: "::1").status == .ok)
    }

    @Test(
        "Who is not signed in sees the sign-in screen alone, wherever it is asked for",
        arguments: [
            "/plants", "/plants/new", "/lists", "/live?topic=plants", "/plants/6C1F2D34-0000-4000-8000-000000000000",
            "/undo/6C1F2D34-0000-4000-8000-000000000000", "/more", "/no/such/page", "/",
        ])
    func stranger(path: String) throws {
        _ = try PlantsViewModel(garden).add(genus: "Conophytum", species: "bilobum")
        for cookie in [nil, "", "x", String(repeating: "a", count: 43)] {
            let response = try ask(.get, path, cookie: cookie)
            #expect(response.status == .unauthorized)
            #expect(text(response).contains("type=password") || text(response).contains("type=\"password\""))
            #expect(!text(response).contains("Conophytum"))
        }
    }

    @Test("Nothing is changed by who is not signed in, and nothing by a form without its page's token")
    func changes() throws {
        let id = UUID().uuidString
        let fields = [("id", id), ("genus", "Lithops"), ("species", "aucampiae")]
        #expect(try ask(.post, "/plants", form: fields).status == .unauthorized)
        let (cookie, form) = try signedIn()
        for wrong in [
            [], [("form-token", "")], [("form-token", form + "x")], [("form-token", String(form.dropLast()))],
        ] {
            #expect(try ask(.post, "/plants", cookie: cookie, form: fields + wrong).status == .forbidden)
        }
        #expect(try plants().isEmpty)
        let other = try signedIn()
        #expect(
            try ask(.post, "/plants", cookie: cookie, form: fields + [("form-token", other.form)]).status == .forbidden)
        #expect(try ask(.post, "/plants", cookie: cookie, form: fields + [("form-token", form)]).status == .seeOther)
        #expect(try plants().map { $0.genus } == ["Lithops"])
    }

    @Test("The way in leads to where one wanted to go, and nowhere else")
    func then() throws {
        let asked = try ask(.get, "/plants?q=lith%26op")
        #expect(text(asked).contains("value=\"/plants?q=lith%26op\""))
        for (then, place) in [
            ("/lists", "/lists"), ("/plants?q=a%20b", "/plants?q=a%20b"), ("//evil.example", "/plants"),
            ("https://evil.example", "/plants"), ("/\\evil.example", "/plants"), ("/a\r\nX: y", "/plants"),
            ("", "/plants"),
        ] {
            let response = try ask(.post, "/sign-in", form: [("password", Self.password), ("then", then)])
            #expect(response.status == .seeOther)
            #expect(response.headers["location"] == place)
        }
    }

    @Test("The cookie is kept for 90 days, out of reach of scripts and of other sites")
    func cookie() throws {
        let response = try ask(.post, "/sign-in", form: [("password", Self.password)])
        let cookie = try #require(response.headers["set-cookie"])
        for part in ["HttpOnly", "SameSite=Lax", "Max-Age=7776000", "Path=/"] { #expect(cookie.contains(part)) }
        let again = try ask(.get, "/plants", cookie: token(of: response))
        #expect(again.headers["set-cookie"]?.contains("Max-Age=7776000") == true)
    }

    @Test("A form that was sent without being signed in is kept, and saved once one is")
    func kept() throws {
        let fields = [("id", UUID().uuidString), ("genus", "Rosa “&=+”"), ("species", "canina")]
        let refused = try ask(.post, "/plants", form: fields)
        let page = text(refused)
        let kept = try #require(page.firstMatch(of: /name=kept-form value="([^"]*)"|name="kept-form" value="([^"]*)"/))
        let content = String(kept.1 ?? kept.2 ?? "").replacingOccurrences(of: "&amp;", with: "&")
        let carried = [("kept-target", "/plants"), ("kept-form", content)]
        let wrong = try ask(.post, "/sign-in", form: [("password", "wrong wrong")] + carried)
        #expect(wrong.status == .unprocessableContent)
        #expect(text(wrong).contains("kept-form"))
        #expect(try plants().isEmpty)
        let response = try ask(.post, "/sign-in", form: [("password", Self.password)] + carried)
        #expect(response.status == .seeOther)
        #expect(token(of: response) != nil)
        #expect(try plants().map(\.genus) == ["Rosa “&=+”"])
    }

    @Test("A form of a page that was opened before signing in anew is kept, and sent once it is agreed to")
    func stale() throws {
        let old = try signedIn()
        let new = try signedIn()
        let fields = [("id", UUID().uuidString), ("name", "Greenhouse"), ("form-token", old.form)]
        let refused = try ask(.post, "/lists", cookie: new.cookie, form: fields)
        #expect(refused.status == .forbidden)
        #expect(text(refused).contains("Greenhouse"))
        let content = fields.map { "\(Location.encoded($0.0))=\(Location.encoded($0.1))" }.joined(separator: "&")
        let sent = try ask(
            .post, "/send-again", cookie: new.cookie,
            form: [("kept-target", "/lists"), ("kept-form", content), ("form-token", new.form)])
        #expect(sent.status == .seeOther)
        #expect(try ListViewModel(garden).lists().map(\.name) == ["Greenhouse"])
        // The browser may stand at that address now: it is opened again, and other methods are told apart.
        #expect(try ask(.get, "/send-again", cookie: new.cookie).status == .seeOther)
        let nothing = try ask(.post, "/send-again", cookie: new.cookie, form: [("form-token", new.form)])
        #expect(nothing.status == .badRequest)
    }

    @Test("Signing out ends the session and its streams; signing out everywhere ends all")
    func signOut() throws {
        let (one, two) = (try signedIn(), try signedIn())
        let streams = try [one, two].map { guest -> EventStream in
            guard case .stream(let stream) = try ask(.get, "/live?topic=plants", cookie: guest.cookie).body else {
                throw CocoaError(.coderInvalidValue)
            }
            return stream
        }
        #expect(try text(ask(.get, "/more", cookie: one.cookie)).contains("Safari on iPhone"))
        #expect(try ask(.post, "/sign-out", cookie: one.cookie, form: [("form-token", one.form)]).status == .seeOther)
        #expect(streams.map(\.isClosed) == [true, false])
        #expect(try ask(.get, "/plants", cookie: one.cookie).status == .unauthorized)
        #expect(try ask(.get, "/plants", cookie: two.cookie).status == .ok)
        let everywhere = try ask(.post, "/sign-out/everywhere", cookie: two.cookie, form: [("form-token", two.form)])
        #expect(everywhere.status == .seeOther)
        #expect(streams.map(\.isClosed) == [true, true])
        #expect(try ask(.get, "/plants", cookie: two.cookie).status == .unauthorized)
    }

    @Test("Wrong passwords are told, then slowed down with the time to wait")
    func wrong() throws {
        for _ in 0..<3 {
            let response = try ask(.post, "/sign-in", form: [("password", "wrong wrong")], address: "203.0.113.9")
            #expect(response.status == .unprocessableContent)
            #expect(text(response).contains("That is not the password."))
            #expect(!text(response).contains("wrong wrong"))
        }
        let slowed = try ask(.post, "/sign-in", form: [("password", Self.password)], address: "203.0.113.9")
        #expect(slowed.status == .tooManyRequests)
        #expect(Int(slowed.headers["retry-after"] ?? "") ?? 0 >= 1)
        #expect(try ask(.post, "/sign-in", form: [("password", Self.password)]).status == .seeOther)
    }

    @Test("Without a password everybody on this machine may come in, and a form still needs its page's token")
    func open() throws {
        try house.removePassword()
        let page = try ask(.get, "/lists", address: "127.0.0.1")
        #expect(page.status == .ok)
        let form = try #require(formToken(in: page))
        let fields = [("id", UUID().uuidString), ("name", "Shop")]
        #expect(try ask(.post, "/lists", form: fields, address: "127.0.0.1").status == .forbidden)
        let sent = try ask(.post, "/lists", form: fields + [("form-token", form)], address: "127.0.0.1")
        #expect(sent.status == .seeOther)
    }

    @Test(
        "A password that another program sets or removes ends the streams of who was signed out",
        .timeLimit(.minutes(10)))
    func elsewhere() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("perennial-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Garden-house.sqlite")
        let (own, other) = (try House(storeURL: file), try House(storeURL: file))
        let site = try GardenSite(garden, house: own)
        func stream(_ cookie: String?) throws -> EventStream {
            let headers: HTTPHeaders = cookie.map { ["Cookie": "perennial=\($0)"] } ?? [:]
            let response = site.respond(
                to: try Request(.get, "/live?topic=plants", headers: headers, remoteAddress: "127.0.0.1"))
            guard case .stream(let stream) = response.body else { throw HTTPError.notFound }
            return stream
        }
        func closed(_ stream: EventStream) async {
            await withCheckedContinuation { waiting in stream.onClose { waiting.resume() } }
        }
        let open = try stream(nil)
        try other.setPassword(Self.password)
        await closed(open)
        let signedIn = site.respond(
            to: try Request(
                .post, "/sign-in", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("password=correct+horse".utf8), remoteAddress: "127.0.0.1"))
        let cookie = try #require(token(of: signedIn))
        let device = try stream(cookie)
        try other.setPassword("another horse")
        await closed(device)
        #expect(throws: HTTPError.self) { try stream(nil) }
    }
}
