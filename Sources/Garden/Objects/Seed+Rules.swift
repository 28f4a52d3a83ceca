import CoreData
import Foundation

extension Seed {
    /// A new sowing of `plant`, counted there. `note` is tidied.
    convenience init(
        in context: NSManagedObjectContext, id: UUID, of plant: Plant, on day: CalendarDay, seeds: Int,
        note: String,
        createdAt: Date = Date()
    ) {
        self.init(context: context)
        self.id = id
        self.createdAt = createdAt
        numberOfSeeds = Int16(seeds)
        self.note = note
        version = 0
        setDay(day)
        self.plant = plant
        plantID = plant.id
        plant.adjust(sowings: 1, seeds: seeds)
    }

    /// The day it was sown.
    var day: CalendarDay { CalendarDay(stored: dateSown ?? Date(timeIntervalSinceReferenceDate: 0)) }

    /// Changes the day, and with it the sowing's place among those of its plant.
    func setDay(_ day: CalendarDay) {
        dateSown = day.storedDate
        sortKey = SortKey.sowing(date: day, createdAt: createdAt ?? .distantPast, id: id ?? .missing)
        version += 1
    }

    /// Changes the number of seeds, here and in the plant's total.
    func setNumber(_ seeds: Int) {
        plant?.adjust(sowings: 0, seeds: seeds - Int(numberOfSeeds))
        numberOfSeeds = Int16(seeds)
        version += 1
    }

    /// Changes the note.
    func setNote(_ note: String) {
        self.note = note
        version += 1
    }

    /// Moves the sowing to another plant; both plants' numbers follow.
    func move(to newPlant: Plant) {
        plant?.adjust(sowings: -1, seeds: -Int(numberOfSeeds))
        newPlant.adjust(sowings: 1, seeds: Int(numberOfSeeds))
        plant = newPlant
        plantID = newPlant.id
        version += 1
    }

    /// The sowing as a row.
    var row: SowingRow {
        SowingRow(
            id: id ?? .missing, plantID: plantID ?? .missing, date: day, numberOfSeeds: Int(numberOfSeeds),
            note: note ?? "", version: Int(version), cursor: RowCursor(key: sortKey ?? "", isDescending: true)
        )
    }
}
