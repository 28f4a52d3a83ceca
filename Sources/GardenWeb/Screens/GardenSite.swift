import Foundation
import Garden
import Pictures

/// The app as a site: finds the screen a request asks for, and has it answer.
///
/// ```swift
/// let site = GardenSite(try PersistenceContainer(storeURL: url))
/// let server = HTTPServer(configuration, handler: site.respond)
/// ```
public struct GardenSite: Sendable {
    private let router: Router
    private let door: Doorkeeper?
    private let garden: GardenModels

    /// A site that everybody may come to.
    ///
    /// - Parameter container: the store whose plants and lists are shown. It has to stay open as long as the
    ///   site is asked.
    public init(_ container: PersistenceContainer) { self.init(GardenModels(container)) }

    /// A site that asks for the password of the house, if it has one.
    ///
    /// - Parameters:
    ///   - container: the store whose plants and lists are shown. It and the house have to stay open as long as the
    ///     site is asked.
    ///   - house: who may come in.
    /// - Throws: `GardenError.store`.
    public init(_ container: PersistenceContainer, house: House) throws {
        self.init(GardenModels(container, door: try Doorkeeper(house)))
    }

    init(_ garden: GardenModels) {
        self.garden = garden
        door = garden.door
        var router = Router { error, request in ErrorScreen.response(to: error, request, garden: garden) }
        func get(_ path: String, _ screen: @escaping @Sendable (Visit) throws -> Answer) {
            router.get(path) { request in
                let visit = try Visit(garden, request)
                return try screen(visit).response(to: visit)
            }
        }
        func post(_ path: String, _ screen: @escaping @Sendable (Visit) throws -> Answer) {
            router.post(path) { request in
                let visit = try Visit(garden, request)
                return try screen(visit).response(to: visit)
            }
        }

        // An address that only forms send to. Without script the browser shows it while a form has something to
        // say, so it is reloaded and opened again: then it leads to the form, or to what that was about.
        func form(
            _ path: String, _ screen: @escaping @Sendable (Visit) throws -> Answer,
            opened way: @escaping @Sendable (Visit) throws -> Location
        ) {
            post(path, screen)
            get(path) { visit in .moved(try way(visit)) }
        }

        func file(_ path: String, _ file: @escaping @Sendable (Visit) throws -> Response) {
            router.get(path) { try file(try Visit(garden, $0)) }
        }

        router.get("/") { _ in .redirect(to: Location.plants.description) }
        router.get("/favicon.ico") { Asset.icon.response(to: $0) }
        // At the top, so that all screens are within its reach.
        router.get("/service-worker.js") { Asset.worker.response(to: $0) }
        for asset in Asset.allCases {
            router.get("/assets/\(asset.rawValue)") { asset.response(to: $0) }
        }
        router.get("/live") { request in try LiveStream.open(try Visit(garden, request)) }

        get("/plants", PlantsScreen.show)
        post("/plants", NewPlantScreen.save)
        get("/plants/new", NewPlantScreen.show)
        form("/plants/samples", PlantsScreen.addSamples) { _ in .plants }
        get("/plants/{id}", PlantScreen.show)
        post("/plants/{id}", EditPlantScreen.save)
        get("/plants/{id}/edit", EditPlantScreen.show)
        get("/plants/{id}/picture", PlantPictureScreen.show)
        post("/plants/{id}/picture", PlantPictureScreen.save)
        form("/plants/{id}/picture/remove", PlantPictureScreen.remove) { .picture(ofPlant: try $0.id()) }
        file("/plants/{id}/picture/{picture}", PictureFile.ofPlant)
        form("/plants/{id}/delete", DeletePlantScreen.delete) { .plant(try $0.id()) }
        get("/plants/{id}/sowings/new", NewSowingScreen.show)
        form("/plants/{id}/sowings", NewSowingScreen.save) { .newSowing(of: try $0.id()) }

        get("/sowings/choose", SelectPlantScreen.choose)
        post("/sowings/choose", SelectPlantScreen.choose)
        form("/sowings/choose/new", SelectNewPlantScreen.choose) { _ in .plants }
        get("/sowings/{id}", SowingScreen.show)
        post("/sowings/{id}", SowingScreen.save)
        form("/sowings/{id}/delete", SowingScreen.delete) { .sowing(try $0.id()) }
        get("/sowings/{id}/move", SelectPlantScreen.move)
        post("/sowings/{id}/move", SelectPlantScreen.move)
        get("/sowings/{id}/move/new", SelectNewPlantScreen.move)
        post("/sowings/{id}/move/new", SelectNewPlantScreen.move)

        get("/lists", ListsScreen.show)
        post("/lists", NewListScreen.save)
        get("/lists/new", NewListScreen.show)
        get("/lists/{id}", ListScreen.show)
        post("/lists/{id}", EditListScreen.save)
        get("/lists/{id}/edit", EditListScreen.show)
        form("/lists/{id}/delete", EditListScreen.delete) { .list(try $0.id()) }
        form("/lists/{id}/items", NewItemScreen.save) { .list(try $0.id()) }
        get("/lists/{id}/items/new", NewItemScreen.show)
        form("/lists/{id}/items/back", ItemScreen.putBack) { .list(try $0.id()) }
        form("/lists/{list}/items/{id}", ItemScreen.save) { .editItem(try $0.id(), of: try $0.id("list")) }
        get("/lists/{list}/items/{id}/edit", ItemScreen.show)
        form("/lists/{list}/items/{id}/tick", ItemScreen.tick) { .list(try $0.id("list")) }
        get("/lists/{list}/items/{id}/picture", ItemPictureScreen.show)
        post("/lists/{list}/items/{id}/picture", ItemPictureScreen.save)
        form("/lists/{list}/items/{id}/picture/remove", ItemPictureScreen.remove) {
            .picture(ofItem: try $0.id(), of: try $0.id("list"))
        }
        file("/lists/{list}/items/{id}/picture/{picture}", PictureFile.ofItem)
        form("/lists/{list}/items/{id}/delete", ItemScreen.delete) { .list(try $0.id("list")) }

        // A form that was kept never comes this far.
        form("/send-again", { _ in throw HTTPError.badRequest("There is no form here to be sent again.") }) { _ in
            .plants
        }

        form("/undo/{id}", UndoScreen.undo, opened: UndoScreen.landing)

        get("/more", MoreScreen.show)
        file("/export/{format}", ExportDownload.file)
        get("/import", ImportScreen.show)
        post("/import", ImportScreen.take)
        get("/import/{id}", ImportScreen.follow)
        post("/import/{id}", ImportScreen.bringIn)
        form("/import/{id}/cancel", ImportScreen.cancel) { .import(try $0.id()) }
        get("/deleted", DeletedScreen.show)
        get("/deleted/empty", DeletedScreen.askToEmpty)
        post("/deleted/empty", DeletedScreen.empty)
        get("/deleted/{id}/drop", DeletedScreen.askToDrop)
        post("/deleted/{id}/drop", DeletedScreen.drop)
        if garden.door != nil {
            form("/sign-out", MoreScreen.signOut) { _ in .more }
            form("/sign-out/everywhere", MoreScreen.signOutEverywhere) { _ in .more }
            form("/devices/{id}/sign-out", MoreScreen.signOutDevice) { _ in .more }
        }
        self.router = router
    }

    /// Answers `request`. May be called on any thread, on several at a time; waits for the store.
    @Sendable
    public func respond(to request: Request) -> Response {
        guard let door, !Self.isOpen(request.segments) else { return router.respond(to: request) }
        do {
            let guest = try door.guest(request)
            if request.segments == ["sign-in"] {
                return try SignInScreen.response(request, at: door, guest: guest, replay: respond)
            }
            guard let guest else { return SignInScreen.response(to: request) }
            guard request.method == .post else { return respond(request, guest) }
            let form = try request.form()
            guard door.allows(form, of: guest) else {
                return try StaleFormScreen.response(to: request, guest, garden: garden)
            }
            if request.segments == ["send-again"], let kept = KeptForm(form) {
                return respond(try kept.request(like: request), guest)
            }
            var request = request
            request.keep(form)
            return respond(request, guest)
        } catch {
            return router.answer(to: error, request)
        }
    }

    /// The bytes the body of a request may have. More than a form needs is taken from those alone who were let in, and
    /// only where a picture or a file is sent.
    @Sendable
    public func bodyLimit(of request: Request) -> Int {
        let usual = LargeRequests.threshold
        guard request.method == .post else { return usual }
        if let length = request.headers["content-length"].flatMap({ Int($0) }), length <= usual { return usual }
        if let door, (try? door.guest(request)) == nil { return usual }
        if request.segments == ["import"] { return ImportScreen.mostBytes + usual }
        return request.segments.last == "picture" ? PictureWorkshop.mostBytes + usual : 1024 * 1024
    }

    /// Answers somebody who was let in.
    private func respond(_ request: Request, _ guest: Guest) -> Response {
        var request = request
        request.guest = guest
        var response = router.respond(to: request)
        // A page that is opened makes the 90 days begin anew, unless it signs the device out.
        if let token = guest.deviceToken, request.method == .get, case .bytes = response.body,
            response.status == .ok
        {
            response.setDeviceCookie(token, isSecure: request.isSecure)
        }
        return response
    }

    /// What everybody gets: files that come with the program and say nothing of the garden.
    private static func isOpen(_ segments: [String]) -> Bool {
        segments.first == "assets" || segments == ["favicon.ico"] || segments == ["service-worker.js"]
    }
}
