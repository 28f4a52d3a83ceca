import CoreData
import Foundation

/// How much memory a workload takes at most, on both sides.
enum PeakMemory {
    static func run(_ folder: URL) throws {
        let data = Dataset.make()
        var clock = Stopwatch()
        let stores = ["engine", "raw"].map { (side: $0, path: folder.appendingPathComponent("memory-\($0).sqlite")) }
        _ = try EngineSide(stores[0].path, hasDateIndex: false).run(.insert, data, &clock)
        _ = try RawSide(stores[1].path, hasDateIndex: false).run(.insert, data, &clock)
        print("\nThe most memory that a workload takes, above what the program has before")
        for workload in [Workload.read, .prefetch] {
            let figures = try stores.map { try FreshProcess.run("memory-of", workload.rawValue, $0.side, $0.path.path) }
            print(
                String(
                    format: "%@  %6.1f MiB, raw %6.1f MiB", workload.rawValue, figures[0][0] / 1024,
                    figures[1][0] / 1024))
        }
    }

    /// In a process of its own: does a workload and prints how far the memory grew, in KiB.
    static func measure(_ workload: Workload, _ side: String, _ store: URL) throws {
        // The workloads that are measured here do not look at the data.
        let none = Dataset(plants: [], sowings: [])
        let opened: any Side =
            side == "engine"
            ? try EngineSide(store, hasDateIndex: false) : try RawSide(store, hasDateIndex: false, isNew: false)
        let before = ProcessMemory.resident
        var clock = Stopwatch()
        _ = try opened.run(workload, none, &clock)
        print(ProcessMemory.peak - before)
    }
}
