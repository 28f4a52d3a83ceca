import CoreData
import Foundation

/// Writing the garden to a file that other programs read, or another garden.
///
/// Every method may be called from any thread, blocks while it works, and throws `GardenError` and what taking the
/// portions throws.
public final class ExportViewModel: Sendable {
    private let container: PersistenceContainer

    /// Makes a view model on a store.
    public init(_ container: PersistenceContainer) { self.container = container }

    /// Writes the garden as it is at this moment, while others go on using it.
    ///
    /// - Parameters:
    ///   - format: What to write it as.
    ///   - date: The moment, which a file of JSON or of a calendar says.
    ///   - progress: Told how far it is.
    ///   - write: Takes the file's bytes, portion after portion, about 64 KiB at a time. A picture is read when its
    ///     turn comes.
    /// - Returns: What was written.
    public func export(
        as format: ExportFormat, at date: Date = Date(), progress: @escaping WorkProgress.Report = { _ in },
        write: @escaping ([UInt8]) throws -> Void
    ) throws -> Exported {
        progress(WorkProgress(.reading, 0))
        let contents = try contents()
        let exported = Exported(contents, as: format)
        let step = StepProgress(.writing, 0.3...1, of: exported.total, progress)
        // An error of what takes the portions is not the store's.
        var failure: (any Error)?
        let output = ExportOutput { portion in
            do { try write(portion) } catch {
                failure = error
                throw error
            }
        }
        do {
            switch format {
            case .json:
                // Reading blocks others from folding the log into the file, so each picture is read by itself.
                var writer = JSONWriter(output, progress: step) { [container] kind, id in
                    try container.read {
                        try kind == .plant
                            ? $0.pictures(of: Plant.self, [id])[id] : $0.pictures(of: Item.self, [id])[id]
                    }
                }
                try writer.write(contents, at: date)
            case .plants:
                var writer = CSVWriter(output, progress: step)
                try writer.writePlants(contents)
            case .lists:
                var writer = CSVWriter(output, progress: step)
                try writer.writeLists(contents)
            case .calendar:
                var writer = CalendarWriter(output, progress: step)
                try writer.write(contents, at: date)
            }
        } catch {
            throw failure ?? error
        }
        return exported
    }

    /// How often the garden is read again because somebody saved meanwhile.
    private static let greatestNumberOfTries = 3

    /// What is in the garden at one moment. Where others keep saving, what is taken is as near to that as
    /// `GardenContents` says.
    private func contents() throws -> GardenContents {
        let coordinator = container.container.persistentStoreCoordinator
        var tries = 0
        while true {
            tries += 1
            let before = coordinator.currentPersistentHistoryToken(fromStores: nil)
            let contents = try container.read { try GardenContents($0) }
            if tries == Self.greatestNumberOfTries
                || before == coordinator.currentPersistentHistoryToken(fromStores: nil)
            {
                return contents
            }
        }
    }
}

/// What an export holds.
public struct Exported: Sendable, Hashable {
    private let numbers: [GardenKind: Int]

    /// How many things of a kind there are; 0 for what the format does not hold.
    public subscript(kind: GardenKind) -> Int { numbers[kind] ?? 0 }

    /// How many there are together.
    var total: Int { numbers.values.reduce(0, +) }

    init(_ contents: GardenContents, as format: ExportFormat) {
        var numbers: [GardenKind: Int] = [:]
        if format == .json || format == .plants { numbers[.plant] = contents.plants.count }
        if format != .lists { numbers[.sowing] = contents.plants.reduce(0) { $0 + $1.sowings.count } }
        if format == .json || format == .lists {
            numbers[.list] = contents.lists.count
            numbers[.item] = contents.lists.reduce(0) { $0 + $1.items.count }
        }
        self.numbers = numbers
    }
}
