import CoreData
import Foundation
import Testing

@Suite("Stores by their type, their file and their notifications") struct StoreFileTests {
    @Test("A store is opened by its type, and its metadata read and set while nobody has it open")
    func metadata() throws {
        let url = try GardenStack.url()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GardenStack.model)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
        let uuid = store.identifier
        #expect(NSPersistentStore.StoreType(rawValue: store.type) == .sqlite)
        try coordinator.remove(store)
        let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
        #expect(read[NSStoreUUIDKey] as? String == uuid && read[NSStoreTypeKey] as? String == NSSQLiteStoreType)
        #expect(GardenStack.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: read))
        try NSPersistentStoreCoordinator.setMetadata(
            ["mine": "x", NSStoreUUIDKey: "other"], type: .sqlite, at: url)
        let set = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(set["mine"] as? String == "x" && set[NSStoreUUIDKey] as? String == uuid)
        let again = try coordinator.addPersistentStore(type: .sqlite, at: url)
        #expect(again.metadata["mine"] as? String == "x" && again.identifier == uuid)
        try NSPersistentStoreCoordinator.setMetadata(nil, type: .sqlite, at: url)
        #expect(try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)["mine"] == nil)
    }

    @Test("The metadata of what is no store is refused, and nothing is made there")
    func refused() throws {
        func failure(_ type: NSPersistentStore.StoreType, _ url: URL) -> Int? {
            code { _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url) }
        }
        let url = try GardenStack.url()
        #expect(failure(.sqlite, url) == CocoaError.fileReadNoSuchFile.rawValue)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        try Data("no store, and long enough to be looked at".utf8).write(to: url)
        #expect(failure(.sqlite, url) == CocoaError.fileReadCorruptFile.rawValue)
        #expect(failure(.binary, url) == NSPersistentStoreInvalidTypeError)
        #expect(try Data(contentsOf: url).starts(with: Data("no store".utf8)))
        let real = try GardenStack.url()
        _ = try GardenStack.container(real)
        let unwritable: [String: Any] = ["mine": NSObject()]
        #expect(throws: (any Error).self) {
            try NSPersistentStoreCoordinator.setMetadata(unwritable, type: .sqlite, at: real)
        }
        #expect(failure(.sqlite, real) == nil)
    }

    /// What a coordinator tells of its stores, in order.
    private final class Told: @unchecked Sendable {
        // Filled on the thread of the test.
        var words: [String] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ coordinator: NSPersistentStoreCoordinator) {
            for (name, word) in [
                (Notification.Name.NSPersistentStoreCoordinatorStoresWillChange, "will"),
                (.NSPersistentStoreCoordinatorStoresDidChange, "did"),
                (.NSPersistentStoreCoordinatorWillRemoveStore, "remove"),
            ] {
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: coordinator, queue: nil) {
                        [unowned self] note in
                        let (added, removed) = (
                            note.userInfo?[NSAddedPersistentStoresKey] as? [NSPersistentStore],
                            note.userInfo?[NSRemovedPersistentStoresKey] as? [NSPersistentStore]
                        )
                        words.append("\(word) \(added?.count ?? 0) \(removed?.count ?? 0)")
                    })
            }
        }

        deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
    }

    @Test("A coordinator tells of stores that come and go")
    func notifications() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GardenStack.model)
        let told = Told(coordinator)
        let store = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        #expect(told.words == ["will 1 0", "did 1 0"])
        try coordinator.remove(store)
        #expect(Array(told.words.dropFirst(2)) == ["will 0 1", "remove 0 0", "did 0 1"])
        #expect(code { try coordinator.remove(store) } == NSPersistentStoreOperationError)
        #expect(told.words.count == 5)
    }

    /// Counts who is in at the same time.
    private final class Turnstile: @unchecked Sendable {
        // Used in blocks of one coordinator only, which is what the test is about.
        var inside = 0
        var most = 0

        func pass() {
            inside += 1
            most = max(most, inside)
            inside -= 1
        }
    }

    @Test("Blocks of a coordinator run in their order, one at a time, and within one another")
    func blocks() async {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GardenStack.model)
        let turnstile = Turnstile()
        await withCheckedContinuation { continuation in
            for _ in 0..<20 {
                coordinator.perform { coordinator.performAndWait { turnstile.pass() } }
                coordinator.performAndWait { turnstile.pass() }
            }
            coordinator.perform { continuation.resume() }
        }
        #expect(coordinator.performAndWait { turnstile.most } == 1)
    }
}
