import Foundation
import Garden

/// The app as a site: finds the screen a request asks for, and has it answer.
///
/// ```swift
/// let site = GardenSite(try PersistenceContainer(storeURL: url))
/// let server = HTTPServer(configuration, handler: site.respond)
/// ```
public struct GardenSite: Sendable {
    private let router: Router

    /// - Parameter container: the store whose plants and lists are shown. It has to stay open as long as the
    ///   site is asked.
    public init(_ container: PersistenceContainer) {
        let garden = GardenModels(container)
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

        router.get("/") { _ in .redirect(to: Location.plants.description) }
        router.get("/favicon.ico") { Asset.icon.response(to: $0) }
        for asset in Asset.allCases {
            router.get("/assets/\(asset.rawValue)") { asset.response(to: $0) }
        }
        router.get("/live") { request in try LiveStream.open(try Visit(garden, request)) }

        get("/plants", PlantsScreen.show)
        post("/plants", NewPlantScreen.save)
        get("/plants/new", NewPlantScreen.show)
        post("/plants/samples", PlantsScreen.addSamples)
        get("/plants/{id}", PlantScreen.show)
        post("/plants/{id}", EditPlantScreen.save)
        get("/plants/{id}/edit", EditPlantScreen.show)
        post("/plants/{id}/delete", DeletePlantScreen.delete)
        get("/plants/{id}/sowings/new", NewSowingScreen.show)
        post("/plants/{id}/sowings", NewSowingScreen.save)

        get("/sowings/choose", SelectPlantScreen.choose)
        post("/sowings/choose", SelectPlantScreen.choose)
        post("/sowings/choose/new", SelectNewPlantScreen.choose)
        get("/sowings/{id}", SowingScreen.show)
        post("/sowings/{id}", SowingScreen.save)
        post("/sowings/{id}/delete", SowingScreen.delete)
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
        post("/lists/{id}/delete", EditListScreen.delete)
        // What a form sent to can be typed or reloaded as an address too.
        get("/lists/{id}/items", ListScreen.show)
        post("/lists/{id}/items", NewItemScreen.save)
        get("/lists/{id}/items/new", NewItemScreen.show)
        post("/lists/{id}/items/back", ItemScreen.putBack)
        post("/lists/{list}/items/{id}", ItemScreen.save)
        get("/lists/{list}/items/{id}/edit", ItemScreen.show)
        post("/lists/{list}/items/{id}/tick", ItemScreen.tick)
        post("/lists/{list}/items/{id}/delete", ItemScreen.delete)

        post("/undo/{id}", UndoScreen.undo)
        self.router = router
    }

    /// Answers `request`. May be called on any thread, on several at a time; waits for the store.
    @Sendable
    public func respond(to request: Request) -> Response {
        router.respond(to: request)
    }
}
