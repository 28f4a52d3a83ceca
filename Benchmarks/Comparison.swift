import Foundation

/// Has both sides do the workloads in turn, and keeps the times.
struct Comparison {
    private let data = Dataset.make()
    private var times: [Workload: (engine: [Double], raw: [Double])] = [:]
    private var rounds = 0

    /// Does the workloads once, on new stores.
    mutating func round(of workloads: [Workload]) throws {
        try inTemporaryFolder { folder in
            for hasDateIndex in [false, true] {
                let wanted = workloads.filter { $0.needsDateIndex == hasDateIndex }
                if wanted.isEmpty { continue }
                let name = hasDateIndex ? "dated" : "plain"
                let engine = try EngineSide(
                    folder.appendingPathComponent("engine-\(name).sqlite"), hasDateIndex: hasDateIndex)
                let raw = try RawSide(folder.appendingPathComponent("raw-\(name).sqlite"), hasDateIndex: hasDateIndex)
                if wanted.first != .insert {
                    _ = try measure(engine, .insert)
                    _ = try measure(raw, .insert)
                }
                for workload in wanted { try compare(engine, raw, workload) }
            }
        }
        rounds += 1
    }

    /// The median times of a workload in milliseconds; nil when it was not done.
    func medians(of workload: Workload) -> (engine: Double, raw: Double)? {
        guard let times = times[workload] else { return nil }
        return (times.engine.sorted()[times.engine.count / 2], times.raw.sorted()[times.raw.count / 2])
    }

    /// Both sides do the workload; which of them is the first changes from round to round.
    private mutating func compare(_ engine: EngineSide, _ raw: RawSide, _ workload: Workload) throws {
        let isEngineFirst = rounds % 2 == 0
        let early = isEngineFirst ? try measure(engine, workload) : try measure(raw, workload)
        let late = isEngineFirst ? try measure(raw, workload) : try measure(engine, workload)
        precondition(
            early.sum == late.sum, "\(workload.rawValue): the two sides disagree: \(early.sum), \(late.sum)")
        times[workload, default: ([], [])].engine.append(isEngineFirst ? early.time : late.time)
        times[workload, default: ([], [])].raw.append(isEngineFirst ? late.time : early.time)
    }

    private func measure(_ side: some Side, _ workload: Workload) throws -> (time: Double, sum: Int) {
        var clock = Stopwatch()
        let sum = try side.run(workload, data, &clock)
        return (clock.milliseconds, sum)
    }
}

/// Runs `body` with a folder that is removed afterwards.
func inTemporaryFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
}
