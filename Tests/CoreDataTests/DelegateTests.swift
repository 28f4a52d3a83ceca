import CoreData
import Foundation
import Testing

@Suite("What a controller is to its delegate") struct DelegateTests {
    private static func seeds(_ context: NSManagedObjectContext) -> NSFetchedResultsController<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    }

    /// Reads the result in the controller that it is handed.
    private final class Reader: NSFetchedResultsControllerDelegate {
        weak var controller: NSObject?
        var numbers: [Int?] = []
        var last: (number: Int?, path: IndexPath?)?
        var isSame = false
        var fetched: Int?

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            let all = controller.fetchedObjects ?? []
            numbers = all.map { ($0 as? NSManagedObject)?.number("number") }
            let object = controller.object(at: IndexPath(row: all.count - 1, section: 0))
            last = ((object as? NSManagedObject)?.number("number"), controller.indexPath(forObject: object))
            isSame = controller === self.controller && controller == self.controller
            fetched = (try? controller.fetchRequest.execute())?.count
        }
    }

    @Test("A delegate reads the result in the controller it is handed, which is the one it belongs to")
    func reading() throws {
        try GardenStack.run { context, _ in
            let controller = Self.seeds(context)
            let reader = Reader()
            reader.controller = controller
            controller.delegate = reader
            try controller.performFetch()
            for number in [3, 1, 2] { context.make("Seed", ["number": number]) }
            try context.save()
            #expect(reader.numbers == [1, 2, 3])
            #expect(reader.last?.number == 3 && reader.last?.path == IndexPath(row: 2, section: 0))
            #expect(reader.isSame && reader.fetched == 3)
        }
    }

    /// Keeps the IDs as the differences say, and hears of everything else, too.
    private final class Mirror: NSFetchedResultsControllerDelegate {
        var ids: [NSManagedObjectID]?
        var calls = 0
        var others = 0
        var associated = 0

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
        ) {
            calls += 1
            associated += diff.insertions.count { change in
                if case .insert(_, _, let from) = change { from != nil } else { false }
            }
            ids = ids?.applying(diff)
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            others += 1
        }
    }

    @Test("A delegate with the method for differences is told by it alone, of moves as pairs")
    func differences() throws {
        try GardenStack.run { context, _ in
            let seeds = (1...5).map { context.make("Seed", ["number": $0]) }
            try context.save()
            let controller = Self.seeds(context)
            let mirror = Mirror()
            controller.delegate = mirror
            try controller.performFetch()
            mirror.ids = controller.fetchedObjects?.map(\.objectID)
            seeds[0].setValue(9, forKey: "number")
            context.delete(seeds[2])
            context.make("Seed", ["number": 4])
            context.make("Seed", ["number": 0])
            try context.obtainPermanentIDs(for: Array(context.insertedObjects))
            context.processPendingChanges()
            #expect(mirror.ids == controller.fetchedObjects?.map(\.objectID))
            #expect(mirror.calls == 1 && mirror.others == 0 && mirror.associated == 1)
            seeds[1].setValue("changed", forKey: "note")
            context.processPendingChanges()
            #expect(mirror.ids == controller.fetchedObjects?.map(\.objectID) && mirror.calls == 2)
        }
    }

    @Test("Where there are sections, a delegate is told of each change although it takes differences")
    func sections() throws {
        try GardenStack.run { context, _ in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "note", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "note", cacheName: nil)
            let mirror = Mirror()
            controller.delegate = mirror
            try controller.performFetch()
            context.make("Seed", ["note": "a"])
            context.processPendingChanges()
            #expect(mirror.calls == 0 && mirror.others == 1)
        }
    }

    /// A controller of one's own.
    private final class Newest: NSFetchedResultsController<any NSFetchRequestResult>, NSFetchedResultsControllerDelegate
    {
        var fetches = 0
        var changes = 0

        init(_ context: NSManagedObjectContext) {
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: false)]
            super.init(fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            delegate = self
        }

        override func performFetch() throws {
            fetches += 1
            try super.performFetch()
        }

        override func sectionIndexTitle(forSectionName sectionName: String) -> String? { "*" }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            if controller === self { changes += 1 }
        }
    }

    @Test("A controller may be subclassed, and be its own delegate")
    func subclass() throws {
        try GardenStack.run { context, _ in
            let controller = Newest(context)
            try controller.performFetch()
            context.make("Seed", ["number": 7])
            context.processPendingChanges()
            #expect(controller.fetches == 1 && controller.changes == 1 && controller.sectionIndexTitles == ["*"])
            #expect((controller.fetchedObjects as? [NSManagedObject])?.map { $0.number("number") } == [7])
        }
    }
}
