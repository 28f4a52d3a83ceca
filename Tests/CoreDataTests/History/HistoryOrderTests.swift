import Foundation
import Testing

@testable import CoreData

@Suite("News of saves comes in the order of the history") struct HistoryOrderTests {
    private let stack: HistoryStack
    private let other: HistoryStack
    private let store: SQLiteStore
    private let watched: Watched

    init() throws {
        stack = try HistoryStack()
        other = try HistoryStack(stack.url)
        store = try #require(stack.store)
        // Nobody looks at the file by himself.
        store.watcher?.stop()
        watched = try Watched(stack.container)
    }

    /// A context that merges, and what it has been shown. Used on its context's queue only.
    private final class Watched: NSFetchedResultsControllerDelegate, @unchecked Sendable {
        let context: NSManagedObjectContext
        private let controller: NSFetchedResultsController<NSManagedObject>
        private var noted: [String] = []

        init(_ container: NSPersistentContainer) throws {
            context = container.newBackgroundContext()
            context.automaticallyMergesChangesFromParent = true
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            controller.delegate = self
            try context.performAndWait { try controller.performFetch() }
        }

        /// All events so far.
        var events: [String] { context.performAndWait { noted } }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            noted.append("\(type) \((anObject as? NSManagedObject)?.number("number") ?? -1)")
        }
    }

    @Test("What others saved before comes first, what they saved later comes later")
    func others() throws {
        try stack.seeds(1..<2)
        try other.save { $0.delete(try $0.all("Seed")[0]) }
        try stack.seeds(2..<3)
        try other.seeds(3..<4)
        #expect(watched.events == ["insert 1", "delete 1", "insert 2"])
        try stack.seeds(4..<5)
        #expect(watched.events.suffix(2) == ["insert 3", "insert 4"])
        try other.seeds(5..<6)
        store.takeUpForeignTransactions()
        #expect(watched.events.suffix(1) == ["insert 5"])
    }

    @Test("A save whose thread is slow to tell is waited for by news, and by nobody else")
    func slow() throws {
        try stack.seeds(1..<3)
        let rows = try stack.context.performAndWait {
            try stack.context.all("Seed").map { SavedChanges.Row(key: $0.key, values: $0.sharedRow) }
        }
        let known = store.lastTransaction()
        for number in 1...2 { store.note(known + Int64(number)) }
        store.handOn(known + 2, SavedChanges(updated: [rows[1]]), besides: nil)
        #expect(watched.events == ["insert 1", "insert 2"])
        store.handOn(known + 1, SavedChanges(updated: [rows[0]]), besides: nil)
        #expect(watched.events.suffix(2) == ["update 1", "update 2"])
    }

    @Test("A number that was rolled back holds nothing up, whoever gets it then")
    func rolledBack() throws {
        try stack.seeds(1..<2)
        let taken = store.lastTransaction() + 1
        #expect(
            code {
                _ = try store.write("saved", rolledBack: { store.forget(taken) }) { _ in
                    store.note(taken)
                    throw CocoaErrorText.error(NSCoreDataError, "A save that fails.")
                }
            } == NSCoreDataError)
        try other.seeds(2..<3)
        try stack.seeds(3..<4)
        #expect(watched.events == ["insert 1", "insert 2", "insert 3"])
    }

    @Test("Many threads and two coordinators: each context ends with what is stored", .timeLimit(.minutes(10)))
    func many() async throws {
        let stacks = [stack, other]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let context = stacks[worker % 2].container.newBackgroundContext()
                    for number in 0..<25 {
                        try await context.perform {
                            context.make("Seed", ["number": worker * 100 + number])
                            if number % 3 == 2, let seed = try context.all("Seed", "number >= %@", worker * 100).first {
                                context.delete(seed)
                            }
                            context.mergePolicy = NSMergePolicy.overwrite
                            do { try context.save() } catch { context.rollback() }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        store.takeUpForeignTransactions()
        let counts = watched.events.reduce(into: [String: Int]()) { $0[String($1.prefix(6)), default: 0] += 1 }
        let stored = Int(stack.file.texts("SELECT COUNT(*) FROM ZSEED")[0])
        #expect(stored == (counts["insert"] ?? 0) - (counts["delete"] ?? 0))
    }
}
