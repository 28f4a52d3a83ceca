import CoreData
import Foundation
import Synchronization
import Testing

/// Many contexts at once on one store: what each was told is saved is there, and who watches sees it.
@Suite("Many contexts on many threads") struct ManyContextsTests {
    private static let writers = 6
    private static let rounds = 40

    @Test("Writers, children, readers that merge, a pinned one and objects let go anywhere", .timeLimit(.minutes(3)))
    func everybody() async throws {
        let container = try GardenStack.container(history: true)
        let saved = Saved()
        let watcher = try Watcher(container)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<Self.writers {
                group.addTask { await Self.write(number, container, saved) }
            }
            group.addTask { await Self.readPinned(container) }
            group.addTask { await Self.letGo(container) }
        }
        let wanted = saved.names.withLock { $0 }
        let fresh = container.newBackgroundContext()
        let stored = try await fresh.perform { Set(try fresh.all("Plant").map { $0.text("genus") ?? "" }) }
        #expect(stored == wanted && !wanted.isEmpty)
        // Everything was handed to the watcher's queue before the writers ended.
        let seen = await watcher.names()
        #expect(seen.sorted() == wanted.sorted())
        for path in container.persistentStoreCoordinator.persistentStores.compactMap(\.url) {
            #expect(SQLiteFile(path).texts("PRAGMA integrity_check") == ["ok"])
        }
    }

    /// The names of the plants whose saving was acknowledged.
    private final class Saved: Sendable {
        let names = Mutex(Set<String>())
    }

    /// Inserts, changes and deletes, every other time through a child, and notes what a save that succeeded left.
    private static func write(
        _ number: Int, _ container: NSPersistentContainer, _ saved: Saved
    ) async {
        let context = container.newBackgroundContext()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        context.automaticallyMergesChangesFromParent = number.isMultiple(of: 2)
        let child = context.child()
        var random = SeededRandom(UInt64(number))
        var own: [String] = []
        for round in 0..<rounds {
            let usesChild = round.isMultiple(of: 2)
            let target = usesChild ? child : context
            let name = "\(number)-\(round)"
            let victim = Int.random(in: 0...3, using: &random) == 0 ? own.randomElement(using: &random) : nil
            let isSaved = await target.perform {
                let plant = target.make("Plant", ["genus": name])
                for seeds in 0..<3 { target.make("Seed", ["number": seeds]).setValue(plant, forKey: "plant") }
                if let victim, let gone = try? target.all("Plant", "genus == %@", victim).first { target.delete(gone) }
                guard (try? target.save()) != nil else { return false }
                return !usesChild || context.performAndWait { (try? context.save()) != nil }
            }
            guard isSaved else {
                Issue.record("The save of \(name) failed.")
                continue
            }
            own.append(name)
            if let victim { own.removeAll { $0 == victim } }
            saved.names.withLock { saved in
                saved.insert(name)
                if let victim { saved.remove(victim) }
            }
        }
    }

    /// Sees one and the same while others write.
    private static func readPinned(_ container: NSPersistentContainer) async {
        let context = container.newBackgroundContext()
        for _ in 0..<rounds {
            await context.perform {
                do {
                    try context.setQueryGenerationFrom(.current)
                    let (plants, seeds) = (try context.total("Plant"), try context.total("Seed"))
                    // Each save that adds a plant adds its three seeds, and deletes them with it.
                    #expect(seeds == plants * 3)
                    context.reset()
                } catch {
                    Issue.record(error)
                }
            }
        }
    }

    /// Lets the last reference to an object go on another thread than the context's.
    private static func letGo(_ container: NSPersistentContainer) async {
        let context = container.newBackgroundContext()
        for _ in 0..<rounds {
            let objects = await context.perform { HeldValue((try? context.all("Seed")) ?? []) }
            await withTaskGroup(of: Int.self) { group in
                group.addTask { objects.value.count }
                group.addTask { await context.perform { ((try? context.all("Seed")) ?? []).count } }
            }
        }
    }

    /// A controller whose events are applied to an array.
    private final class Watcher: NSObject, NSFetchedResultsControllerDelegate, @unchecked Sendable {
        // Used on the context's queue only.
        private let context: NSManagedObjectContext
        private let controller: NSFetchedResultsController<NSManagedObject>
        private var shown: [NSManagedObject] = []
        private var removed: [Int] = []
        private var added: [(Int, NSManagedObject)] = []

        init(_ container: NSPersistentContainer) throws {
            context = container.newBackgroundContext()
            context.automaticallyMergesChangesFromParent = true
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
            controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            super.init()
            controller.delegate = self
            try context.performAndWait { try controller.performFetch() }
        }

        func names() async -> [String] {
            await context.perform {
                #expect(self.shown.map { $0.text("genus") } == self.controller.fetchedObjects?.map { $0.text("genus") })
                return self.shown.compactMap { $0.text("genus") }
            }
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange object: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            if type == .delete || type == .move, let indexPath { removed.append(indexPath.row) }
            if type == .insert || type == .move, let newIndexPath, let object = object as? NSManagedObject {
                added.append((newIndexPath.row, object))
            }
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            for index in removed.sorted(by: >) { shown.remove(at: index) }
            for (index, object) in added.sorted(by: { $0.0 < $1.0 }) { shown.insert(object, at: index) }
            (removed, added) = ([], [])
        }
    }
}
