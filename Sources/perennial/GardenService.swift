import Foundation
import Garden
import GardenWeb

/// What `perennial serve` serves: the site on an open store.
final class GardenService: Sendable {
    private let container: PersistenceContainer
    private let house: House
    private let site: GardenSite
    private let housekeeping: Housekeeping

    /// Opens the store, and makes it if it is missing.
    ///
    /// - Throws: ``CommandFailure`` if the store cannot be opened; its file is as it was.
    init(_ location: StoreLocation) throws {
        do {
            container = try PersistenceContainer(storeURL: location.file)
            house = try location.openHouse()
            site = try GardenSite(container, house: house)
        } catch let error as GardenError {
            throw CommandFailure(error.message)
        }
        // What was deleted a while ago goes for good, and what is known of old saves. If that fails, the next
        // day's run makes up for it.
        housekeeping = Housekeeping(every: .seconds(24 * 60 * 60)) { [container, house] in
            try? house.forgetOldDevices()
            try? BinViewModel(container).dropOld()
            try? container.dropOldHistory()
        }
    }

    /// Answers a request.
    @Sendable
    func respond(to request: Request) -> Response {
        site.respond(to: request)
    }

    /// The bytes the body of a request may have.
    @Sendable
    func bodyLimit(of request: Request) -> Int { site.bodyLimit(of: request) }

    /// Closes the store, once no request is under way.
    func close() throws {
        housekeeping.stop()
        try container.close()
        try house.close()
    }
}
