@testable import CoreData

/// How often each cell was compared.
struct MatrixTable {
    private(set) var counts: [MatrixCell: Int] = [:]

    mutating func count(_ cell: MatrixCell, _ comparisons: Int) { counts[cell, default: 0] += comparisons }

    var total: Int { counts.values.reduce(0, +) }

    /// A line for each operator and kind, a column for each set of options and what was compared with.
    var text: String {
        let columns = MatrixProbes.options.map(\.suffix).flatMap { options in
            MatrixProbe.Other.allCases.map { (options, $0) }
        }
        func padded(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let names = columns.map { padded("\($0.0)\($0.1.rawValue)", 12) }.joined()
        var lines = [padded("", 24) + names]
        let places = Set(counts.keys.map { [$0.operation, $0.kind] }).sorted { $0.lexicographicallyPrecedes($1) }
        for place in places {
            let cells = columns.map { options, other in
                let cell = MatrixCell(operation: place[0], kind: place[1], options: options, other: other)
                return padded(counts[cell].map(String.init) ?? "·", 12)
            }
            let name = place[0] + " " + place[1]
            lines.append(name + padded("", 24 - name.count) + cells.joined())
        }
        return lines.joined(separator: "\n")
    }
}
