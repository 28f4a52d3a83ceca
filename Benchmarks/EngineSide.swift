import CoreData
import Foundation

/// The workloads on this engine, each in a new context.
final class EngineSide {
    private let container: NSPersistentContainer

    init(_ url: URL) throws {
        container = NSPersistentContainer(name: "Benchmark", managedObjectModel: BenchmarkModel.model)
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    func run(_ workload: String, _ data: Dataset) throws -> (Double, Int) {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            switch workload {
            case "W1": return try milliseconds { try insert(data, context) }
            case "W2": return try milliseconds { try read(context) }
            case "W6": return try change(context)
            default: preconditionFailure("There is no workload \(workload).")
            }
        }
    }

    private func insert(_ data: Dataset, _ context: NSManagedObjectContext) throws -> Int {
        let plants = data.plants.map { values in
            let plant = Plant(context: context)
            plant.uuid = values.uuid
            plant.genus = values.genus
            plant.species = values.species
            return plant
        }
        let sowings = data.sowings.map { values in
            let sowing = Sowing(context: context)
            sowing.uuid = values.uuid
            sowing.dateSown = values.dateSown
            sowing.seedCount = Int64(values.seedCount)
            sowing.note = values.note
            sowing.plant = plants[values.plant]
            return sowing
        }
        try context.save()
        return plants.count + sowings.count
    }

    private func read(_ context: NSManagedObjectContext) throws -> Int {
        var sum = 0
        for sowing in try context.fetch(NSFetchRequest<Sowing>(entityName: "Sowing")) {
            sum &+= checkValue(
                sowing.uuid ?? UUID(), sowing.dateSown ?? Date(), Int(sowing.seedCount), sowing.note)
        }
        return sum
    }

    private func change(_ context: NSManagedObjectContext) throws -> (Double, Int) {
        let all = try context.fetch(NSFetchRequest<Sowing>(entityName: "Sowing"))
        let some = all.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
        for sowing in some { _ = sowing.seedCount }
        return try milliseconds {
            for sowing in some { sowing.seedCount += 1 }
            try context.save()
            return some.count
        }
    }
}
