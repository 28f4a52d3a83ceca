import CoreData
import Foundation

extension PersistenceContainer {
    /// Copies the store, as it is at this moment, while others go on using it. The copy is a store like any other:
    /// it is opened as it lies there, or put in the place of one that was lost.
    ///
    /// - Parameters:
    ///   - file: Where the copy goes; its folder has to exist. Pictures go into a folder beside it.
    ///   - replacing: Whether a store that is there already makes way. A file that is no store never does.
    /// - Returns: How large the copied file is, in bytes, without the pictures.
    /// - Throws: `GardenError.store` with a sentence that says what to do. What was at `file` is there still.
    public func backUp(to file: URL, replacing: Bool) throws -> Int {
        guard let storeURL else { throw GardenError.store("There is nothing to back up yet.") }
        if !replacing, StoreFile.isThere(file) {
            throw GardenError.store("\(file.path) is there already: choose another file, or replace it with --replace.")
        }
        // What is not a garden does not make way: the house beside it, or another program's store.
        if replacing, StoreFile.isThere(file) { try PersistenceContainer.forReading(storeURL: file).close() }
        do {
            try container.persistentStoreCoordinator.replacePersistentStore(
                at: file, withPersistentStoreFrom: storeURL, ofType: NSSQLiteStoreType)
            // What a household writes down is its own business.
            chmod(file.path, 0o600)
            return try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        } catch {
            throw GardenError.store(error.localizedDescription)
        }
    }
}
