import CoreData
import Foundation
import Testing

@Suite("Reports: fetched results controllers") struct ControllerReportTests {
    /// Notes the events with their places.
    private final class Events: NSFetchedResultsControllerDelegate {
        private(set) var log: [String] = []

        func taken() -> [String] {
            defer { log = [] }
            return log
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
            for type: NSFetchedResultsChangeType
        ) {
            log.append("section \(type) \(sectionIndex)")
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            func text(_ path: IndexPath?) -> String { path.map { " \($0.section).\($0.row)" } ?? "" }
            log.append("\(type)" + text(indexPath) + (indexPath == newIndexPath ? "" : text(newIndexPath)))
        }
    }

    private func controller(
        _ context: NSManagedObjectContext, _ format: String? = nil, entity: String = "Seed",
        keys: [String] = ["note", "number"], sections: String? = nil, cache: String? = nil
    ) throws -> (NSFetchedResultsController<NSManagedObject>, Events) {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
        if let format { request.predicate = try NSPredicate.parse(format) }
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: cache)
        let events = Events()
        controller.delegate = events
        try controller.performFetch()
        return (controller, events)
    }

    @Test("What changes its section without changing its place in the order moves, with both index paths")
    func sectionAlone() throws {
        try GardenStack.run { context, _ in
            let seeds = [("a", 1), ("a", 2), ("b", 3)].map { context.make("Seed", ["note": $0.0, "number": $0.1]) }
            try context.save()
            let (controller, events) = try controller(context, sections: "note")
            seeds[1].setValue("b", forKey: "note")
            context.processPendingChanges()
            #expect(events.taken() == ["move 0.1 1.0"])
            #expect(controller.indexPath(forObject: seeds[1]) == IndexPath(row: 0, section: 1))
            // The last one takes its section along.
            seeds[0].setValue("b", forKey: "note")
            context.processPendingChanges()
            #expect(Set(events.taken()) == ["section delete 0", "move 0.0"])
            #expect(controller.sections?.map(\.name) == ["b"] && controller.fetchedObjects == seeds)
        }
    }

    @Test("One event an object: an equal value, or a key that leaves the order as it is, is an update and no move")
    func noMoveInPlace() throws {
        try GardenStack.run { context, container in
            let seeds = (0..<3).map { context.make("Seed", ["note": "s", "number": $0 * 10]) }
            try context.save()
            let (controller, events) = try controller(context)
            let other = container.newBackgroundContext()
            let token = context.mergeSaves(of: other)
            defer { NotificationCenter.default.removeObserver(token) }
            try other.performAndWait {
                let same = try other.existingObject(with: seeds[1].objectID)
                same.setValue(10, forKey: "number")
                same.setValue(UUID(), forKey: "id")
                try other.save()
            }
            #expect(events.taken() == ["update 0.1"])
            seeds[1].setValue(15, forKey: "number")
            context.processPendingChanges()
            #expect(events.taken() == ["update 0.1"])
            seeds[1].setValue(25, forKey: "number")
            context.processPendingChanges()
            #expect(events.taken() == ["move 0.1 0.2"] && controller.fetchedObjects?.last === seeds[1])
        }
    }

    @Test("A cache name brings back no sections of before a change, of another condition or another order")
    func cache() throws {
        try GardenStack.run { context, _ in
            for (note, number) in [("a", 1), ("b", 2)] { context.make("Seed", ["note": note, "number": number]) }
            try context.save()
            func sections(_ format: String? = nil, keys: [String] = ["note"]) throws -> [String] {
                let (controller, _) = try controller(context, format, keys: keys, sections: keys[0], cache: "seeds")
                return controller.sections?.map { "\($0.name) \($0.numberOfObjects)" } ?? []
            }
            #expect(try sections() == ["a 1", "b 1"])
            context.make("Seed", ["note": "c", "number": 3])
            try context.save()
            #expect(try sections() == ["a 1", "b 1", "c 1"])
            #expect(try sections("number > 1") == ["b 1", "c 1"])
            #expect(try sections(keys: ["number"]) == ["1 1", "2 1", "3 1"])
            NSFetchedResultsController<NSManagedObject>.deleteCache(withName: "seeds")
            #expect(try sections() == ["a 1", "b 1", "c 1"])
        }
    }

    @Test("A controller looks at changes of its own objects only: that of one they are related to tells it nothing")
    func related() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "x"])
            let seed = context.make("Seed", ["number": 1, "plant": plant])
            try context.save()
            let (controller, events) = try controller(context, "plant.genus == 'x'", keys: ["plant.genus"])
            plant.setValue("y", forKey: "genus")
            context.processPendingChanges()
            #expect(events.taken() == [] && controller.fetchedObjects == [seed])
            // It is judged anew once it changes itself.
            seed.setValue(2, forKey: "number")
            context.processPendingChanges()
            #expect(events.taken() == ["delete 0.0"])
        }
    }
}
