import Foundation

/// Does one workload over and over on the engine alone, for a profiler to look at.
enum Profile {
    /// - Parameters:
    ///   - workload: what to do. One that changes the store finds it changed the next time.
    ///   - times: how often.
    static func run(_ workload: Workload, times: Int) throws {
        try inTemporaryFolder { folder in
            let data = Dataset.make()
            let engine = try EngineSide(
                folder.appendingPathComponent("engine.sqlite"), hasDateIndex: workload.needsDateIndex)
            var clock = Stopwatch()
            if workload != .insert { _ = try engine.run(.insert, data, &clock) }
            clock = Stopwatch()
            for _ in 0..<times { _ = try engine.run(workload, data, &clock) }
            print(workload.rawValue, String(format: "%.1f ms", clock.milliseconds / Double(times)))
        }
    }
}
