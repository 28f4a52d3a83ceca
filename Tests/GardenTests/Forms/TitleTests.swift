import Foundation
import Testing

@testable import Garden

@Suite("Things in words")
struct TitleTests {
    private func sowing(_ seeds: Int) -> SowingRow {
        SowingRow(
            id: UUID(), plantID: UUID(), date: CalendarDay("2026-03-01")!, numberOfSeeds: seeds, note: "",
            version: 1,
            cursor: RowCursor(key: ""))
    }

    @Test(
        "A sowing",
        arguments: [
            (20, "20 seeds on Mar 1, 2026"), (1, "1 seed on Mar 1, 2026"), (0, "0 seeds on Mar 1, 2026"),
        ])
    func sowing(_ seeds: Int, _ title: String) {
        #expect(sowing(seeds).title() == title)
    }

    @Test(
        "A deletion says what went with it",
        arguments: [
            (GardenKind.plant, 12, "Conophytum bilobum and 12 sowings"),
            (.plant, 1, "Conophytum bilobum and 1 sowing"),
            (.plant, 0, "Conophytum bilobum"), (.list, 3, "Conophytum bilobum and 3 items"),
            (.item, 0, "Conophytum bilobum"),
        ])
    func deletion(_ kind: GardenKind, _ children: Int, _ title: String) {
        let undo = Undo(
            id: UUID(), kind: kind, objectID: UUID(), parentID: nil, name: "Conophytum bilobum", sowing: nil,
            childCount: children, deletedAt: Date())
        #expect(undo.title() == title)
    }

    @Test("A deleted sowing, in the reader's order")
    func deletedSowing() {
        let row = sowing(12)
        let undo = Undo(
            id: UUID(), kind: .sowing, objectID: row.id, parentID: row.plantID, name: "", sowing: row,
            childCount: 0,
            deletedAt: Date())
        #expect(undo.title(.dayMonthYear) == "12 seeds on 1 Mar 2026")
    }

    @Test(
        "The refusal of a duplicate in the alert's words",
        arguments: [
            (GardenKind.list, "List already added", "List name already present"),
            (.item, "Item already added", "Item name already present"),
            (.plant, "Plant already added", "Plant name already present"),
        ])
    func duplicate(_ kind: GardenKind, _ title: String, _ message: String) {
        let duplicate = Duplicate(kind: kind, name: "milk", existing: .init(id: UUID(), name: "Milk"))
        #expect(duplicate.title == title)
        #expect(duplicate.message == message)
        #expect(GardenError.duplicate(duplicate).message == "\(message): “Milk”.")
    }

    @Test("A position goes through a page and back")
    func position() {
        let position = LivePosition(run: .max, number: 12345)
        #expect(LivePosition(position.description) == position)
        for nonsense in ["", "-", "1", "1-2-3", "ü-1", "zzzzzzzzzzzzzzzzzzzz-1"] {
            #expect(LivePosition(nonsense) == nil)
        }
    }
}
