import Foundation
import Garden
import Testing

@testable import GardenWeb

/// Bringing a file in, screen by screen, with a queue that works when it is told to.
@Suite("The screens of an import")
struct ImportScreenTests {
    private let container: PersistenceContainer
    private let site: GardenSite
    private let queue = DispatchQueue(label: "imports")

    init() throws {
        container = try PersistenceContainer.inMemory()
        let imports = WaitingImports(ImportViewModel(container), queue: queue, patience: .seconds(0))
        site = GardenSite(GardenModels(container, imports: imports))
    }

    private func text(_ response: Response) -> String { String(decoding: response.bytes, as: UTF8.self) }

    private func open(_ path: String) throws -> Response { site.respond(to: try Request(.get, path)) }

    private func post(_ path: String, _ form: String = "") throws -> Response {
        site.respond(
            to: try Request(
                .post, path, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(form.utf8)))
    }

    private func send(file: [UInt8], to site: GardenSite, cookie: String = "", token: String = "") throws -> Response {
        let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.csv\"\r\n\r\n"
        let end = "\r\n--x\r\nContent-Disposition: form-data; name=\"form-token\"\r\n\r\n\(token)\r\n--x--\r\n"
        return site.respond(
            to: try Request(
                .post, "/import",
                headers: ["Content-Type": "multipart/form-data; boundary=x", "Cookie": "perennial=\(cookie)"],
                body: Array(head.utf8) + file + Array(end.utf8)))
    }

    private func send(_ file: String) throws -> Response { try send(file: Array(file.utf8), to: site) }

    private func plants() throws -> [String] { try PlantsViewModel(container).rows().rows.map(\.name) }

    @Test("While it is worked on, the page says how far it is and asks again; sent twice it is brought in once")
    func progress() throws {
        queue.suspend()
        let sent = try send("Genus,Species,Seeds,Date sown\nRosa,alba,3,2026-03-01\n")
        #expect(sent.status == .seeOther)
        let address = try #require(sent.headers["location"])
        let reading = try open(address)
        #expect(reading.headers["refresh"] == "1" && reading.headers["cache-control"] == "no-store")
        #expect(text(reading).contains("<progress max=\"1\" value=\"0.0\" aria-label=\"Reading\">"))
        // It is not to be brought in before it was shown.
        #expect(try post(address).status == .seeOther)
        queue.resume()
        queue.sync {}
        let preview = try open(address)
        #expect(preview.headers["refresh"] == nil)
        #expect(text(preview).contains("Plants: 1 new") && text(preview).contains("Import 1 plant and 1 sowing"))
        #expect(try plants().isEmpty)

        queue.suspend()
        #expect(try post(address).headers["location"] == address)
        let bringing = try open(address)
        #expect(bringing.headers["refresh"] == "1" && text(bringing).contains("aria-label=\"Comparing\""))
        // It cannot be called off any more, and not be done twice.
        _ = try post(address + "/cancel")
        _ = try post(address)
        queue.resume()
        queue.sync {}
        #expect(try text(open(address)).contains("Added: 1 plant and 1 sowing."))
        _ = try post(address)
        queue.sync {}
        #expect(try text(open(address)).contains("Added: 1 plant and 1 sowing."))
        #expect(try plants() == ["Rosa alba"])
    }

    @Test("A conflict that changed after it was shown is not taken")
    func changedMeanwhile() throws {
        let plant = try PlantsViewModel(container).add(genus: "Rosa", species: "alba")
        let sent = try send("Plant ID,Genus,Species\n\(plant.id),Rosa,gallica\n")
        let address = try #require(sent.headers["location"])
        queue.sync {}
        #expect(try text(open(address)).contains("name=\"take\" value=\"0\""))
        _ = try PlantsViewModel(container).rename(
            plant.id, base: PlantForm(genus: "Rosa", species: "alba"),
            to: PlantForm(genus: "Rosa", species: "canina"))
        _ = try post(address, "take=0")
        queue.sync {}
        let result = try text(open(address))
        #expect(result.contains("Nothing was added.") && result.contains("left as they are"))
        #expect(try plants() == ["Rosa canina"])
    }

    @Test("What is ticked by hand and is no conflict is passed over")
    func forged() throws {
        let address = try #require(try send("Genus\nRosa\n").headers["location"])
        queue.sync {}
        _ = try post(address, "take=0&take=-1&take=99999999999999999999&take=x&conflicts=file")
        queue.sync {}
        #expect(try text(open(address)).contains("Added: 1 plant."))
    }

    @Test("One that is gone is told, whatever is done with it")
    func gone() throws {
        let address = try #require(try send("Genus\nRosa\n").headers["location"])
        queue.sync {}
        #expect(try post(address + "/cancel").headers["location"] == "/more")
        for response in [try open(address), try post(address)] {
            #expect(response.status == .notFound)
            #expect(text(response).contains("The file is no longer here: choose it again."))
        }
        #expect(try plants().isEmpty)
    }

    @Test("A file that is too large is told")
    func tooLarge() throws {
        let response = try send(file: [UInt8](repeating: 0x41, count: ImportScreen.mostBytes + 1), to: site)
        #expect(response.status == .contentTooLarge)
        #expect(text(response).contains("The file has more than 64 MiB."))
    }

    @Test("A file that one device sent is not another's")
    func devices() throws {
        let house = try House.inMemory()
        try house.setPassword("correct horse")
        let site = try GardenSite(container, house: house)
        func signIn() throws -> (cookie: String, token: String) {
            let response = site.respond(
                to: try Request(
                    .post, "/sign-in", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                    body: Array("password=correct+horse".utf8)))
            let cookie = try #require(response.headers["set-cookie"]?.firstMatch(of: /perennial=([^;]+)/)).1
            let page = site.respond(to: try Request(.get, "/more", headers: ["Cookie": "perennial=\(cookie)"]))
            let token = try #require(text(page).firstMatch(of: /name="form-token" content="([^"]*)"/)).1
            return (String(cookie), String(token))
        }
        let (mine, other) = (try signIn(), try signIn())
        let sent = try send(file: Array("Genus\nSecretia\n".utf8), to: site, cookie: mine.cookie, token: mine.token)
        let address = try #require(sent.headers["location"])
        func ask(_ method: HTTPMethod, _ path: String, _ guest: (cookie: String, token: String)) throws -> Response {
            site.respond(
                to: try Request(
                    method, path,
                    headers: [
                        "Cookie": "perennial=\(guest.cookie)", "Content-Type": "application/x-www-form-urlencoded",
                    ], body: method == .post ? Array("form-token=\(guest.token)".utf8) : []))
        }
        for response in [try ask(.get, address, other), try ask(.post, address, other)] {
            #expect(response.status == .notFound && !text(response).contains("Secretia"))
        }
        _ = try ask(.post, address + "/cancel", other)
        #expect(try plants().isEmpty)
        #expect(try ask(.get, address, mine).status == .ok)
    }

    @Test("An export is a file to save, which nobody keeps on the way", arguments: ExportFormat.allCases)
    func download(format: ExportFormat) throws {
        let response = try open("/export/\(format.rawValue)")
        #expect(response.status == .ok && response.headers["content-type"] == format.mediaType)
        let name = format.fileName(on: .today(in: .current))
        #expect(response.headers["content-disposition"] == "attachment; filename=\"\(name)\"")
        #expect(response.headers["cache-control"] == "no-store")
        #expect(try open("/export/other").status == .notFound)
    }
}
