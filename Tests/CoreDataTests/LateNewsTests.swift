import Foundation
import Testing

@testable import CoreData

/// A save is handed on by the thread that saved, what another process saved by another thread: either may be late.
@Suite("News of saves that comes late") struct LateNewsTests {
    private let container: NSPersistentContainer
    private let coordinator: NSPersistentStoreCoordinator
    private let writer: NSManagedObjectContext
    private let reader: NSManagedObjectContext
    private let watched: NSFetchedResultsController<NSManagedObject>

    init() throws {
        container = try GardenStack.container()
        coordinator = container.persistentStoreCoordinator
        writer = container.newBackgroundContext()
        reader = container.newBackgroundContext()
        reader.automaticallyMergesChangesFromParent = true
        let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
        request.predicate = try NSPredicate.parse("number < 10")
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        watched = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: reader, sectionNameKeyPath: nil, cacheName: nil)
        try reader.performAndWait { try watched.performFetch() }
    }

    /// The numbers that are shown once all news so far was taken over.
    private var shown: [Int?]? {
        reader.performAndWait { watched.fetchedObjects?.map { $0.number("number") } }
    }

    private func save(_ change: (NSManagedObjectContext) throws -> Void) throws {
        try writer.performAndWait {
            try change(writer)
            try writer.save()
        }
    }

    private func seed(_ context: NSManagedObjectContext) throws -> NSManagedObject {
        try #require(try context.all("Seed").first)
    }

    /// The row as it is now, to be handed on later.
    private func row() throws -> SavedChanges.Row {
        try writer.performAndWait {
            let seed = try seed(writer)
            return SavedChanges.Row(key: seed.key, values: seed.sharedRow)
        }
    }

    @Test("An insertion, or a change, behind the deletion of the row brings nothing back")
    func deleted() throws {
        try save { $0.make("Seed", ["number": 1]) }
        let old = try row()
        #expect(shown == [1])
        try save { $0.delete(try seed($0)) }
        #expect(shown?.isEmpty == true)
        coordinator.hand(SavedChanges(inserted: [old]), toContextsBesides: nil)
        #expect(shown?.isEmpty == true)
        coordinator.hand(SavedChanges(updated: [old]), toContextsBesides: nil)
        coordinator.hand(SavedChanges(updated: [.init(key: old.key, values: nil)]), toContextsBesides: nil)
        #expect(shown?.isEmpty == true)
    }

    @Test("A change behind a later one brings no old value back")
    func changed() throws {
        try save { $0.make("Seed", ["number": 1]) }
        let old = try row()
        try save { try seed($0).setValue(20, forKey: "number") }
        #expect(shown?.isEmpty == true)
        coordinator.hand(SavedChanges(updated: [old]), toContextsBesides: nil)
        #expect(shown?.isEmpty == true)
        try save { try seed($0).setValue(2, forKey: "number") }
        #expect(shown == [2])
    }

    @Test("A context that alone merges knows its own deletions")
    func alone() throws {
        try reader.performAndWait {
            reader.make("Seed", ["number": 3])
            try reader.save()
        }
        let old = try row()
        #expect(shown == [3])
        try reader.performAndWait {
            reader.delete(try seed(reader))
            try reader.save()
        }
        coordinator.hand(SavedChanges(inserted: [old]), toContextsBesides: nil)
        #expect(shown?.isEmpty == true)
    }

    @Test("However many rows were saved since, what is recent is known")
    func many() throws {
        try save { $0.make("Seed", ["number": 1]) }
        let old = try row()
        try save { $0.delete(try seed($0)) }
        var handed = HandedRows()
        var deletion = SavedChanges(deleted: [old.key])
        handed.sift(&deletion)
        for number in 0..<16_384 {
            var other = SavedChanges(deleted: [
                ObjectKey(store: old.key.store, entity: old.key.entity, primaryKey: Int64(number + 100))
            ])
            handed.sift(&other)
        }
        var late = SavedChanges(inserted: [old])
        handed.sift(&late)
        #expect(late.isEmpty)
    }
}
