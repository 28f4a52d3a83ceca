import CoreData
import Foundation

// Prints a table of workloads: this engine against the SQLite C API on the same tables, interleaved.
//
//   swift run -c release Benchmarks [runs [workload ...]]

let runs = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 5
let wanted = CommandLine.arguments.dropFirst(2)
let data = Dataset.make()
var engine: [String: [Double]] = [:]
var raw: [String: [Double]] = [:]
for _ in 0..<runs {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let ours = try EngineSide(folder.appendingPathComponent("engine.sqlite"))
    let theirs = try RawSide(folder.appendingPathComponent("raw.sqlite").path)
    for workload in ["W1", "W2", "W6"] where wanted.isEmpty || wanted.contains(workload) || workload == "W1" {
        let (ourTime, ourSum) = try ours.run(workload, data)
        let (rawTime, rawSum) = try theirs.run(workload, data)
        precondition(ourSum == rawSum, "\(workload): the two sides disagree: \(ourSum), \(rawSum)")
        engine[workload, default: []].append(ourTime)
        raw[workload, default: []].append(rawTime)
    }
}
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

var report: [[String: Any]] = []
print("workload   engine ms   raw ms   ratio")
for workload in engine.keys.sorted() {
    let (a, b) = (median(engine[workload] ?? []), median(raw[workload] ?? []))
    let line = [workload, String(format: "%.1f", a), String(format: "%.1f", b), String(format: "%.2f", a / b)]
    print(line.map { $0.padding(toLength: 11, withPad: " ", startingAt: 0) }.joined())
    report.append(["workload": workload, "engine_ms": a, "raw_ms": b, "ratio": a / b])
}
if let path = ProcessInfo.processInfo.environment["BENCHMARK_JSON"] {
    try JSONSerialization.data(withJSONObject: report, options: .prettyPrinted)
        .write(to: URL(fileURLWithPath: path))
}
