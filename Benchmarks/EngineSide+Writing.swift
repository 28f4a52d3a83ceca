import CoreData
import Foundation

extension EngineSide {
    func insert(
        _ data: Dataset, _ context: NSManagedObjectContext, _ clock: inout Stopwatch
    ) throws -> Int {
        clock.start()
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
        clock.stop()
        return plants.count + sowings.count
    }

    func change(_ context: NSManagedObjectContext, _ clock: inout Stopwatch) throws -> Int {
        let some = try sowings(context).filter { Dataset.isChanged($0.primaryKey) }
        for sowing in some { _ = sowing.seedCount }
        clock.start()
        for sowing in some { sowing.seedCount += 1 }
        try context.save()
        clock.stop()
        return some.count
    }

    func delete(_ context: NSManagedObjectContext, _ clock: inout Stopwatch) throws -> Int {
        let some = try sowings(context).filter { Dataset.isDeleted($0.primaryKey) }
        for sowing in some { _ = sowing.seedCount }
        clock.start()
        for sowing in some { context.delete(sowing) }
        try context.save()
        clock.stop()
        return some.count
    }

    func move(_ context: NSManagedObjectContext, _ clock: inout Stopwatch) throws -> Int {
        let plants = try context.fetch(NSFetchRequest<Plant>(entityName: "Plant"))
            .sorted { $0.primaryKey < $1.primaryKey }
        let all = try sowings(context)
        for sowing in all { _ = sowing.plant }
        let some = all.map { ($0, $0.primaryKey) }.filter { Dataset.isMoved($0.1) }
        clock.start()
        for (sowing, key) in some { sowing.plant = plants[Dataset.target(key) % plants.count] }
        try context.save()
        clock.stop()
        return withExtendedLifetime(plants) { some.count }
    }
}
