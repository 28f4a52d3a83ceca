import Foundation

/// What is measured on both sides.
enum Workload: String, CaseIterable {
    case insert = "W1"
    case read = "W2"
    case window = "W3"
    case byID = "W4"
    case prefetch = "W5"
    case change = "W6"
    case delete = "W7"
    case count = "W8"
    case move = "W9"

    /// In words, for the table.
    var title: String {
        switch self {
        case .insert: "insert 101,000 objects with their relationship, one save"
        case .read: "fetch 100,000 objects, read every attribute"
        case .window: "200 fetches: filtered, sorted, limited, index on the date"
        case .byID: "20,000 objects by ID, cold context"
        case .prefetch: "1,000 plants with their 100,000 sowings prefetched, a sum each"
        case .change: "change one attribute of 20,000 objects, one save"
        case .delete: "delete 20,000 objects, one save"
        case .count: "50 counts through a to-one key path"
        case .move: "move 10,000 sowings to another plant, one save"
        }
    }

    /// The greatest ratio that is good enough.
    var bar: Double {
        switch self {
        case .insert, .byID, .change: 1.8
        case .read, .prefetch: 1.5
        case .window: 1.15
        case .delete, .move: 1.6
        case .count: 1.2
        }
    }

    // The order of a round: what takes rows away comes after what counts them.
    static let round: [Workload] = [.insert, .read, .byID, .prefetch, .count, .change, .move, .delete, .window]

    /// Whether the workload has a store of its own, with an index on the date.
    var needsDateIndex: Bool { self == .window }
}

/// One of the two sides of the comparison, on a store of its own.
protocol Side {
    /// - Parameters:
    ///   - url: where the store is made.
    ///   - hasDateIndex: whether sowings have an index on their date.
    init(_ url: URL, hasDateIndex: Bool) throws

    /// Does the work of a workload, and only it between `start` and `stop` of the clock, with everything that
    /// was made still alive at `stop`.
    ///
    /// - Returns: a check sum, which both sides agree on.
    func run(_ workload: Workload, _ data: Dataset, _ clock: inout Stopwatch) throws -> Int
}

/// Measures the part of a workload that counts.
struct Stopwatch {
    private(set) var milliseconds = 0.0
    private var started: ContinuousClock.Instant?

    mutating func start() { started = .now }

    mutating func stop() {
        guard let started else { return }
        let time = started.duration(to: .now).components
        milliseconds += Double(time.seconds) * 1e3 + Double(time.attoseconds) / 1e15
        self.started = nil
    }
}
