import CoreData
import Foundation

/// What ten changes cost in a context that holds few objects, and in one that holds many.
struct Growth {
    private let engine: EngineSide
    private let count: Int
    private static let changes = 10
    private static let times = 15

    static func run(_ folder: URL, sizes: [Int]) throws {
        print("\nTen changes, by what the context holds (µs, medians of \(times); KiB)")
        print("   objects       save  its memory      merge   controller   with batches")
        for size in sizes {
            let growth = try Growth(folder.appendingPathComponent("growth-\(size).sqlite"), sowings: size)
            let save = try growth.save()
            let figures = [
                save.time, save.memory, try growth.merge(), try growth.control(batch: 0), try growth.control(batch: 20),
            ]
            print(
                String(format: "%10d", size)
                    + zip([11, 12, 11, 13, 15], figures).map { String(format: "%\($0).0f", $1) }.joined())
        }
    }

    private init(_ store: URL, sowings count: Int) throws {
        engine = try EngineSide(store, hasDateIndex: true)
        self.count = count
        var clock = Stopwatch()
        _ = try engine.run(.insert, Dataset.make(sowings: count), &clock)
    }

    /// A context that holds all objects with their values.
    private func loaded() throws -> (context: NSManagedObjectContext, sowings: [Sowing]) {
        let context = engine.container.newBackgroundContext()
        let sowings = try context.performAndWait {
            let sowings = try engine.sowings(context)
            for sowing in sowings { _ = sowing.seedCount }
            return sowings
        }
        return (context, sowings)
    }

    /// Ten of the objects, others each time.
    private func some(_ sowings: [Sowing], _ time: Int) -> [Sowing] {
        (0..<Self.changes).map { sowings[($0 * 7919 + time * 104_729) % count] }
    }

    private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] * 1000 }

    private func save() throws -> (time: Double, memory: Double) {
        let (context, sowings) = try loaded()
        var times: [Double] = []
        var memory = 0
        for time in 0..<Self.times {
            try context.performAndWait {
                for sowing in some(sowings, time) { sowing.seedCount += 1 }
                let before = ProcessMemory.resident
                var clock = Stopwatch()
                clock.start()
                try context.save()
                clock.stop()
                times.append(clock.milliseconds)
                memory = max(memory, ProcessMemory.resident - before)
            }
        }
        return (Self.median(times), Double(memory))
    }

    private func merge() throws -> Double {
        let (writer, written) = try loaded()
        let (reader, read) = try loaded()
        var times: [Double] = []
        for time in 0..<Self.times {
            let ids = try writer.performAndWait {
                let some = some(written, time)
                for sowing in some { sowing.seedCount += 1 }
                try writer.save()
                return some.map(\.objectID)
            }
            reader.performAndWait {
                var clock = Stopwatch()
                clock.start()
                NSManagedObjectContext.mergeChanges(
                    fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [reader])
                clock.stop()
                times.append(clock.milliseconds)
            }
        }
        return withExtendedLifetime(read) { Self.median(times) }
    }

    /// Ten objects change their place in a controller's result.
    private func control(batch size: Int) throws -> Double {
        let (context, sowings) = try loaded()
        let events = Events()
        return try context.performAndWait {
            let request = NSFetchRequest<Sowing>(entityName: "Sowing")
            request.sortDescriptors = [NSSortDescriptor(key: "dateSown", ascending: true)]
            request.fetchBatchSize = size
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            controller.delegate = events
            try controller.performFetch()
            var times: [Double] = []
            // The first time an object is looked for, the controller notes where all are.
            for time in -1..<Self.times {
                for sowing in some(sowings, time + 1) {
                    sowing.dateSown = sowing.dateSown?.addingTimeInterval(1_000_000)
                }
                var clock = Stopwatch()
                clock.start()
                context.processPendingChanges()
                clock.stop()
                if time >= 0 { times.append(clock.milliseconds) }
            }
            precondition(events.count > 0)
            return Self.median(times)
        }
    }

    private final class Events: NSFetchedResultsControllerDelegate {
        var count = 0

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) { count += 1 }
    }
}
