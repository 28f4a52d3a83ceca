import CSQLite
import CoreData
import Foundation

/// The first 50 of many sorted rows, through a controller that reads 20 at a time.
enum FirstRows {
    private static let shown = 50

    static func run(_ folder: URL, sowings count: Int) throws {
        let data = Dataset.make(sowings: count)
        for hasIndex in [true, false] {
            let store = folder.appendingPathComponent("rows-\(hasIndex).sqlite")
            var clock = Stopwatch()
            _ = try EngineSide(store, hasDateIndex: hasIndex).run(.insert, data, &clock)
            print(
                "\nThe first \(shown) of \(count) rows by date, \(hasIndex ? "with" : "without") an index, 20 at a time"
            )
            for side in ["engine", "raw"] {
                let figures = try FreshProcess.run("first-rows-of", side, store.path, "\(hasIndex)")
                print(
                    String(
                        format: "%7.1f ms to the first row, %7.1f ms to the last, %6.1f MiB  ", figures[0], figures[1],
                        figures[2] / 1024) + side)
            }
        }
    }

    /// In a process of its own: prints the times in milliseconds and how far the memory grew, in KiB.
    static func measure(_ side: String, _ store: URL, hasIndex: Bool) throws {
        let engine = side == "engine" ? try EngineSide(store, hasDateIndex: hasIndex) : nil
        let raw = side == "raw" ? try RawSide(store, hasDateIndex: hasIndex, isNew: false) : nil
        let before = ProcessMemory.resident
        guard let times = try engine.map(throughController) ?? raw.map(throughKeys) else { return }
        print(times.first, times.last, ProcessMemory.peak - before)
    }

    private static func throughController(_ engine: EngineSide) throws -> (first: Double, last: Double) {
        let context = engine.container.newBackgroundContext()
        return try context.performAndWait {
            var (first, last) = (Stopwatch(), Stopwatch())
            first.start()
            last.start()
            let request = NSFetchRequest<Sowing>(entityName: "Sowing")
            request.sortDescriptors = [NSSortDescriptor(key: "dateSown", ascending: true)]
            request.fetchBatchSize = 20
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            for row in 0..<shown {
                let sowing = controller.object(at: IndexPath(row: row, section: 0))
                precondition(sowing.dateSown != nil)
                if row == 0 { first.stop() }
            }
            last.stop()
            return (first.milliseconds, last.milliseconds)
        }
    }

    /// What a program on the C API would do: all keys, then the rows of those that are shown.
    private static func throughKeys(_ raw: RawSide) throws -> (first: Double, last: Double) {
        var (first, last) = (Stopwatch(), Stopwatch())
        first.start()
        last.start()
        let statement = try raw.prepare("SELECT Z_PK FROM ZSOWING ORDER BY ZDATESOWN")
        defer { sqlite3_finalize(statement) }
        var keys: [Int64] = []
        while sqlite3_step(statement) == SQLITE_ROW { keys.append(sqlite3_column_int64(statement, 0)) }
        for start in stride(from: 0, to: shown, by: 20) {
            let found = try raw.sowings(keys[start..<min(start + 20, keys.count)])
            precondition(found.count == 20)
            if start == 0 { first.stop() }
        }
        last.stop()
        return (first.milliseconds, last.milliseconds)
    }
}
