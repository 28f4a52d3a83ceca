import CoreData
import Foundation

// Prints a table of workloads: this engine against the SQLite C API on the same tables, interleaved.
//
//   swift run -c release Benchmarks [runs [workload ...]]
//   swift run -c release Benchmarks profile workload times
//   swift run -c release Benchmarks further [size ...]
//
// `further` prints what accessors and walked sets cost, memory, the first rows of a million, and how the cost of ten changes grows with
// what is in memory; it takes some minutes. With BENCHMARK_JSON in the environment, the figures of the table go to that
// path too, as a list of objects.

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "profile" where words.count == 3:
    if let workload = Workload(rawValue: words[1]), let times = Int(words[2]) {
        try Profile.run(workload, times: times)
        exit(0)
    }
case "further":
    let sizes = words.dropFirst().compactMap { Int($0) }
    try inTemporaryFolder { folder in
        try Accessors.run(folder)
        try WalkedSets.run(folder)
        try PeakMemory.run(folder)
        try FirstRows.run(folder, sowings: sizes.max() ?? 1_000_000)
        try Growth.run(folder, sizes: sizes.isEmpty ? [1_000, 10_000, 100_000, 1_000_000] : sizes)
    }
    exit(0)
case "memory-of" where words.count == 4:
    try PeakMemory.measure(Workload(rawValue: words[1]) ?? .read, words[2], URL(fileURLWithPath: words[3]))
    exit(0)
case "first-rows-of" where words.count == 4:
    try FirstRows.measure(words[1], URL(fileURLWithPath: words[2]), hasIndex: words[3] == "true")
    exit(0)
default: break
}

let runs = words.first.flatMap { Int($0) } ?? 5
let wanted = Set(words.dropFirst())
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
