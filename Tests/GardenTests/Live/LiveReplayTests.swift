import Foundation
import Testing

@testable import Garden

@Suite("A screen that applies live changes", .timeLimit(.minutes(10)))
struct LiveReplayTests {
    /// A screen's rows, kept as the script in the browser keeps them.
    private struct Screen {
        var rows: [PlantRow]
        var total = 0

        mutating func apply(_ batch: LiveChanges) {
            for change in batch.changes { apply(change) }
            total = batch.total
        }

        private mutating func apply(_ change: LiveChange) {
            let place = rows.firstIndex { $0.id == change.id }
            if let place, rows[place].version > change.version { return }
            if change.action == .delete {
                if let place { rows.remove(at: place) }
                return
            }
            guard case .plant(let row)? = change.row else { return }
            if change.action == .update, let place {
                rows[place] = row
                return
            }
            if let place { rows.remove(at: place) }
            let before = change.after.map { id in rows.firstIndex { $0.id == id } }
            rows.insert(row, at: before.map { ($0 ?? rows.count - 1) + 1 } ?? 0)
        }
    }

    @Test("shows what is stored, whatever two programs did", arguments: [1, 2, 3] as [UInt64])
    func replay(seed: UInt64) async throws {
        let garden = try TemporaryGarden()
        let live = LiveRows(garden.container)
        let other = try garden.secondContainer()
        var random = SeededRandom(seed: seed)
        for number in 0..<20 { _ = try garden.plants.add(genus: "G\(number)", species: "") }
        var screen = Screen(rows: try garden.plants.rows(limit: 1000).rows)
        let log = EventLog()
        let subscription = try live.subscribe(.plants(search: ""), receive: log.receive)

        var deletions: [Undo] = []
        for step in 0..<150 {
            let container = Bool.random(using: &random) ? garden.container : other
            let plants = PlantsViewModel(container)
            let rows = try plants.rows(limit: 1000).rows
            let row = rows.randomElement(using: &random)
            switch (Int.random(in: 0..<6, using: &random), row) {
            case (0, _), (_, nil):
                _ = try plants.add(genus: "G\(Int.random(in: 0..<99, using: &random)) \(step)", species: "")
            case (1, let row?):
                let name = PlantForm(genus: "G\(Int.random(in: 0..<99, using: &random)) \(step)", species: "r")
                _ = try plants.rename(row.id, base: PlantForm(row), to: name)
            case (2, let row?): deletions.append(try plants.delete(row.id))
            case (3, _):
                if let undo = deletions.popLast() { _ = try BinViewModel(container).undo(undo.id) }
            case (4, let row?):
                let form = SowingForm(
                    plantID: row.id, genus: "", species: "", dateSown: "2026-03-01", numberOfSeeds: "1", note: "")
                _ = try SowingViewModel(container).add(form)
            case (_, let row?):
                if let sowing = try PlantViewModel(container, id: row.id).sowings(limit: 1).rows.first {
                    let target = rows.randomElement(using: &random) ?? row
                    _ = try SowingViewModel(container).move(sowing.id, to: target.id)
                }
            }
        }
        let expected = try garden.plants.rows(limit: 1000)
        while screen.rows != expected.rows { screen.apply(try await log.changes()) }
        #expect(screen.rows == expected.rows && screen.total == expected.total)
        subscription.cancel()
        try other.close()
    }
}
