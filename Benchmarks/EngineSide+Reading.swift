import CoreData
import Foundation

extension EngineSide {
    func sowings(_ context: NSManagedObjectContext) throws -> [Sowing] {
        try context.fetch(NSFetchRequest<Sowing>(entityName: "Sowing"))
    }

    func read(_ context: NSManagedObjectContext, _ clock: inout Stopwatch) throws -> Int {
        clock.start()
        let all = try sowings(context)
        var sum = 0
        for sowing in all {
            sum &+= checkValue(
                sowing.uuid ?? UUID(), sowing.dateSown ?? Date(), Int(sowing.seedCount), sowing.note)
        }
        clock.stop()
        return withExtendedLifetime(all) { sum }
    }

    func window(_ context: NSManagedObjectContext, _ clock: inout Stopwatch) throws -> Int {
        clock.start()
        var sum = 0
        for minimum in Dataset.windowMinima {
            let request = NSFetchRequest<Sowing>(entityName: "Sowing")
            request.predicate = NSPredicate(
                format: "seedCount > %ld AND dateSown BETWEEN %@", minimum,
                [Dataset.windowStart, Dataset.windowEnd])
            request.sortDescriptors = [NSSortDescriptor(key: "dateSown", ascending: false)]
            request.fetchLimit = Dataset.windowLimit
            for sowing in try context.fetch(request) { sum &+= Int(sowing.seedCount) }
        }
        clock.stop()
        return sum
    }

    func byID(_ keys: [Int64], _ context: NSManagedObjectContext, _ clock: inout Stopwatch) throws -> Int {
        // IDs as a program has them that kept them from an earlier fetch.
        let request = NSFetchRequest<NSManagedObjectID>(entityName: "Sowing")
        request.resultType = .managedObjectIDResultType
        let earlier = container.newBackgroundContext()
        let ids = try earlier.performAndWait {
            let all = try earlier.fetch(request).sorted { $0.primaryKey < $1.primaryKey }
            return keys.map { all[Int($0) - 1] }
        }
        clock.start()
        var found: [Sowing] = []
        var sum = 0
        for id in ids {
            guard let sowing = try context.existingObject(with: id) as? Sowing else { continue }
            found.append(sowing)
            sum &+= Int(sowing.seedCount)
        }
        clock.stop()
        return withExtendedLifetime(found) { sum }
    }

    /// - Parameter walking: whether each sum is made by walking the set of the relationship.
    func prefetch(
        _ context: NSManagedObjectContext, walking: Bool = false, _ clock: inout Stopwatch
    ) throws -> Int {
        clock.start()
        let request = NSFetchRequest<Plant>(entityName: "Plant")
        request.relationshipKeyPathsForPrefetching = ["sowings"]
        let plants = try context.fetch(request)
        var sum = 0
        for plant in plants {
            var seeds = 0
            if walking {
                for case let sowing as Sowing in plant.sowings ?? NSSet() { seeds += Int(sowing.seedCount) }
            } else {
                seeds = (plant.value(forKeyPath: "sowings.@sum.seedCount") as? NSNumber)?.intValue ?? 0
            }
            sum += seeds % 1009
        }
        clock.stop()
        return withExtendedLifetime(plants) { sum }
    }

    func count(_ context: NSManagedObjectContext, _ clock: inout Stopwatch) throws -> Int {
        clock.start()
        var sum = 0
        for (place, genus) in Dataset.genera.enumerated() {
            let request = NSFetchRequest<Sowing>(entityName: "Sowing")
            request.predicate = NSPredicate(format: "plant.genus == %@", genus)
            sum += try (place + 1) * context.count(for: request)
        }
        clock.stop()
        return sum
    }
}

extension NSManagedObjectID {
    /// The primary key of the row, as the URI tells it.
    fileprivate var primaryKey: Int64 { Int64(uriRepresentation().lastPathComponent.dropFirst()) ?? 0 }
}
