import CoreData
import Foundation

// Prints a table of workloads: this engine against the SQLite C API on the same tables, interleaved.
//
//   swift run -c release Benchmarks [runs [workload ...]]
//   swift run -c release Benchmarks profile workload times
//
// With BENCHMARK_JSON in the environment, the figures go to that path too, as a list of objects.

if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "profile",
    let workload = Workload(rawValue: CommandLine.arguments[2]), let times = Int(CommandLine.arguments[3])
{
    try Profile.run(workload, times: times)
    exit(0)
}

let runs = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 5
let wanted = Set(CommandLine.arguments.dropFirst(2))
var comparison = Comparison()
for _ in 0..<runs {
    try comparison.round(of: Workload.round.filter { wanted.isEmpty || wanted.contains($0.rawValue) })
}

var report: [[String: Any]] = []
print("     engine ms    raw ms  ratio    bar")
for workload in Workload.allCases {
    guard let (engine, raw) = comparison.medians(of: workload) else { continue }
    let figures = String(format: "%10.1f%10.1f%7.2f%7.2f", engine, raw, engine / raw, workload.bar)
    print("\(workload.rawValue)  \(figures)  \(workload.title)")
    report.append([
        "workload": workload.rawValue, "engine_ms": engine, "raw_ms": raw, "ratio": engine / raw,
    ])
}
if let path = ProcessInfo.processInfo.environment["BENCHMARK_JSON"] {
    try JSONSerialization.data(withJSONObject: report, options: [.prettyPrinted, .sortedKeys])
        .write(to: URL(fileURLWithPath: path))
}
