import CoreData
import Foundation
import Pictures
import Synchronization

/// The store of one garden, opened: what all view models work on.
///
/// Any number of programs may have the same store open. Within one program, writing goes through one
/// context, so that its own devices never get in each other's way; what another program wrote meanwhile
/// is noticed when saving, and the change is worked out anew on top of it.
public final class PersistenceContainer: Sendable {
    /// Core Data's container.
    let container: NSPersistentContainer
    /// Where the store's file is; nil for a garden in memory.
    public let storeURL: URL?

    /// Makes pictures of the files that people choose.
    let pictures: PictureWorkshop

    private let writer: NSManagedObjectContext
    private let idleReaders = Mutex<[NSManagedObjectContext]>([])

    /// Opens the store, making file and folder where there are none.
    ///
    /// - Parameters:
    ///   - storeURL: The SQLite file.
    ///   - pictures: Makes pictures of the files that people choose.
    /// - Throws: `GardenError.store` with a sentence that says what to do; the file is left as it was.
    public convenience init(storeURL: URL, pictures: PictureWorkshop = PictureWorkshop()) throws {
        try StoreFile.check(storeURL)
        try self.init(writing: storeURL, model: "Garden", pictures: pictures)
    }

    /// Opens the file of a house, making it where there is none: see ``House``.
    convenience init(house storeURL: URL) throws { try self.init(writing: storeURL, model: "House") }

    private convenience init(
        writing storeURL: URL, model: String, pictures: PictureWorkshop = PictureWorkshop()
    ) throws {
        let description = NSPersistentStoreDescription(url: storeURL)
        description.type = NSSQLiteStoreType
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        description.setOption(
            true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        // With less, SQLite says itself, a power cut may take the last commits.
        description.setValue("FULL" as NSString, forPragmaNamed: "synchronous")
        try self.init(description, storeURL: storeURL, model: model, pictures: pictures)
    }

    /// Opens a store to read from it. None is made, and one that may not be written to is read as it lies there.
    ///
    /// - Parameter storeURL: The SQLite file.
    /// - Throws: `GardenError.store` with a sentence that says what to do, also when there is no store.
    public static func forReading(storeURL: URL) throws -> PersistenceContainer {
        try StoreFile.checkReadable(storeURL)
        if StoreFile.isWritable(storeURL) { return try PersistenceContainer(storeURL: storeURL) }
        try StoreFile.checkReadableAsItLies(storeURL)
        let description = NSPersistentStoreDescription(url: storeURL)
        description.type = NSSQLiteStoreType
        description.isReadOnly = true
        return try PersistenceContainer(description, storeURL: storeURL, model: "Garden")
    }

    /// Whether there is something at `storeURL` that opening would take up, be it a store or not: false where
    /// opening would make a store.
    public static func isThere(storeURL: URL) -> Bool { StoreFile.isThere(storeURL) }

    /// A garden that is gone when the last reference to it goes. For tests and for trying things out.
    public static func inMemory() throws -> PersistenceContainer {
        try inMemory(model: "Garden")
    }

    /// A house that is gone when the last reference to it goes.
    static func houseInMemory() throws -> PersistenceContainer { try inMemory(model: "House") }

    private static func inMemory(model: String) throws -> PersistenceContainer {
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        return try PersistenceContainer(description, storeURL: nil, model: model)
    }

    private init(
        _ description: NSPersistentStoreDescription, storeURL: URL?, model: String,
        pictures: PictureWorkshop = PictureWorkshop()
    ) throws {
        let container = NSPersistentContainer(name: model)
        container.persistentStoreDescriptions = [description]
        description.shouldAddStoreAsynchronously = false
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw StoreFile.explained(failure, at: storeURL) }
        self.container = container
        self.storeURL = storeURL
        self.pictures = pictures
        writer = container.newBackgroundContext()
        writer.transactionAuthor = "perennial"
        // Somebody else's change must be noticed, not overwritten.
        writer.mergePolicy = NSMergePolicy.error
    }

    /// Closes the store. Nothing may be asked of it afterwards.
    ///
    /// - Throws: `GardenError.store` when the store cannot be put away cleanly.
    public func close() throws {
        writer.performAndWait { writer.reset() }
        idleReaders.withLock { $0.removeAll() }
        let coordinator = container.persistentStoreCoordinator
        do {
            for store in coordinator.persistentStores { try coordinator.remove(store) }
        } catch {
            throw StoreFile.explained(error, at: storeURL)
        }
    }
}

extension PersistenceContainer {
    /// Runs `body` with a context to read from, and gives what it gives: values, no managed objects.
    ///
    /// - Throws: What `body` throws; errors of the store as `GardenError.store`.
    func read<Result>(_ body: (NSManagedObjectContext) throws -> Result) throws -> Result {
        let context = idleReaders.withLock { $0.popLast() } ?? container.newBackgroundContext()
        defer {
            idleReaders.withLock { if $0.count < Self.greatestNumberOfIdleReaders { $0.append(context) } }
        }
        do {
            // What was read here must not be taken for the truth by the next reader. At the end of a block objects that
            // nobody holds are gone, so that there mostly is nothing to reset, and nobody to tell.
            defer { context.performAndWait { context.reset() } }
            return try context.performAndWait { try body(context) }
        } catch {
            throw StoreFile.explained(error, at: storeURL)
        }
    }

    /// Runs `body` with a context to write to, then saves. All of it happens or nothing does.
    ///
    /// When another program changed the same rows or took the same name meanwhile, nothing was saved and
    /// `body` runs again on what is stored by then. So it has to look everything up afresh, and may throw
    /// what it finds (a name that is taken by now).
    ///
    /// - Throws: What `body` throws; errors of the store as `GardenError.store`.
    func write<Result>(_ body: (NSManagedObjectContext) throws -> Result) throws -> Result {
        var tries = 0
        while true {
            tries += 1
            do {
                return try writer.performAndWait {
                    defer { writer.reset() }
                    let result = try body(writer)
                    if writer.hasChanges { try writer.save() }
                    return result
                }
            } catch  where SaveConflict.isOne(error) && tries < Self.greatestNumberOfTries {
                continue
            } catch {
                throw StoreFile.explained(error, at: storeURL)
            }
        }
    }

    private static let greatestNumberOfIdleReaders = 16

    /// Each lost race means that somebody else won one, so even with many programs writing to one list
    /// this many losses in a row do not happen by chance.
    private static let greatestNumberOfTries = 100
}
