import CoreData
import Foundation
import Testing

@Suite("Controllers with windows, sections and unsaved changes") struct ControllerWindowTests {
    final class Log: NSFetchedResultsControllerDelegate {
        var events: [String] = []
        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) { events.append("\(type)") }
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
    }

    private func windowed(
        _ context: NSManagedObjectContext, limit: Int, offset: Int, batch: Int
    ) throws -> (NSFetchedResultsController<NSManagedObject>, Log) {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        request.fetchBatchSize = batch
        request.fetchLimit = limit
        request.fetchOffset = offset
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let log = Log()
        controller.delegate = log
        try controller.performFetch()
        return (controller, log)
    }

    @Test("A window follows deletions of rows that nobody holds", arguments: [0, 5], [0, 3])
    func windowDeletion(batch: Int, offset: Int) throws {
        let container = try GardenStack.container()
        let (context, writer) = (container.newBackgroundContext(), container.newBackgroundContext())
        try writer.performAndWait {
            for number in 0..<30 { writer.make("Seed", ["note": "s", "number": number]) }
            try writer.save()
        }
        let token = context.mergeSaves(of: writer)
        defer { NotificationCenter.default.removeObserver(token) }
        try context.performAndWait {
            let (controller, log) = try windowed(context, limit: 10, offset: offset, batch: batch)
            try writer.performAndWait {
                writer.delete(try writer.all("Seed", "number == 0")[0])
                try writer.save()
            }
            let expected = try context.fetch(controller.fetchRequest).map { $0.number("number") }
            #expect(controller.fetchedObjects?.map { $0.number("number") } == expected)
            #expect(log.events.count == 2, "\(log.events)")
        }
    }

    @Test("A window with a batch size tells of one insertion as one", arguments: [0, 5])
    func windowInsertion(batch: Int) throws {
        try GardenStack.run { context, _ in
            for number in 0..<30 { context.make("Seed", ["note": "s", "number": number * 2]) }
            try context.save()
            let (controller, log) = try windowed(context, limit: 10, offset: 0, batch: batch)
            context.make("Seed", ["number": 3])
            context.processPendingChanges()
            #expect(log.events.sorted() == ["delete", "insert"], "\(log.events)")
            log.events = []
            try context.save()
            context.make("Seed", ["number": 5])
            context.processPendingChanges()
            #expect(log.events.sorted() == ["delete", "insert"], "\(log.events)")
            _ = controller
        }
    }

    @Test("Unsaved changes of what names the section are no hindrance to a fetch", arguments: [0, 5])
    func unsavedSections(batch: Int) throws {
        try GardenStack.run { context, _ in
            let seeds = (0..<30).map { context.make("Seed", ["note": "s\($0 / 10)", "number": $0]) }
            try context.save()
            seeds[15].setValue("s0", forKey: "note")
            context.delete(seeds[3])
            context.make("Seed", ["note": "s2", "number": 1])
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = ["note", "number"].map { NSSortDescriptor(key: $0, ascending: true) }
            request.fetchBatchSize = batch
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "note", cacheName: nil)
            try controller.performFetch()
            #expect(controller.sections?.map(\.numberOfObjects) == [10, 9, 11])
        }
    }

    @Test("After a reset a controller tells of objects that are in another section again", arguments: [0, 5])
    func resetSection(batch: Int) throws {
        try GardenStack.run { context, _ in
            let seeds = (0..<4).map { context.make("Seed", ["note": "s\($0 / 2)", "number": $0]) }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = ["note", "number"].map { NSSortDescriptor(key: $0, ascending: true) }
            request.fetchBatchSize = batch
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "note", cacheName: nil)
            let mirror = ControllerTests.Mirror()
            controller.delegate = mirror
            try controller.performFetch()
            mirror.sections = (controller.sections ?? []).map { section in
                (section.name, section.objects?.compactMap { $0 as? NSManagedObject } ?? [])
            }
            // The order of all stays as it is.
            seeds[2].setValue("s0", forKey: "note")
            context.processPendingChanges()
            #expect(mirror.sections.map(\.rows.count) == [3, 1])
            context.reset()
            #expect(controller.sections?.map(\.numberOfObjects) == [2, 2])
            #expect(mirror.sections.map(\.rows.count) == [2, 2])
        }
    }
}
