import Foundation
import Testing

@testable import Garden

@Suite("Undo")
struct BinTests {
    private let garden: TemporaryGarden

    init() throws { garden = try TemporaryGarden() }

    @Test("A plant comes back with its sowings and ids, also after a restart")
    func plant() throws {
        let plant = try garden.plants.add(genus: "Conophytum", species: "bilobum")
        for seeds in [3, 4] { try garden.sow(plant, seeds, note: "n\(seeds)") }
        let before = try garden.plant(plant.id).sowings().rows
        let undo = try garden.plants.delete(plant.id)
        #expect(undo.title() == "Conophytum bilobum and 2 sowings")
        #expect(try garden.plants.count() == 0)

        let restarted = try garden.secondContainer()
        #expect(try BinViewModel(restarted).entries() == [undo])
        #expect(try BinViewModel(restarted).entry(undo.id) == undo)
        let restored = try BinViewModel(restarted).undo(undo.id)
        #expect(restored == Restored(kind: .plant, id: plant.id, parentID: nil))
        try restarted.close()

        let row = try garden.plants.plant(plant.id)
        #expect(
            row.name == plant.name && row.sowingCount == 2 && row.seedTotal == 7
                && row.version > plant.version + 1)
        let after = try garden.plant(plant.id).sowings().rows
        #expect(after.map(\.id) == before.map(\.id) && after.map(\.note) == before.map(\.note))
        #expect(after.map(\.date) == before.map(\.date) && after.map(\.cursor) == before.map(\.cursor))
        #expect(throws: GardenError.nothingToUndo) { try garden.bin.undo(undo.id) }
        #expect(throws: GardenError.nothingToUndo) { try garden.bin.entry(undo.id) }
    }

    @Test("A sowing comes back to its plant")
    func sowing() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let detail = try garden.sow(plant, 12, on: "2026-01-08", note: "note")
        let undo = try garden.sowings.delete(detail.sowing.id)
        #expect(undo.title() == "12 seeds on Jan 8, 2026" && undo.parentID == plant.id)
        #expect(try garden.plants.plant(plant.id).seedTotal == 0)
        let restored = try garden.bin.undo(undo.id)
        #expect(restored == Restored(kind: .sowing, id: detail.sowing.id, parentID: plant.id))
        #expect(try garden.sowings.sowing(detail.sowing.id).form == detail.form)
        #expect(try garden.plants.plant(plant.id).seedTotal == 12)
    }

    @Test("A sowing whose plant is gone: first the plant, or another plant")
    func sowingWithoutPlant() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let detail = try garden.sow(plant, 12)
        let sowing = try garden.sowings.delete(detail.sowing.id)
        let whole = try garden.plants.delete(plant.id)
        let error = #expect(throws: GardenError.self) { try garden.bin.undo(sowing.id) }
        #expect(error?.gone == Gone(kind: .plant, id: plant.id, deletion: whole))
        let other = try garden.plants.add(genus: "Malva", species: "")
        #expect(try garden.bin.undo(sowing.id, .under(other.id)).parentID == other.id)
        #expect(try garden.plants.plant(other.id).seedTotal == 12)
        _ = try garden.bin.undo(whole.id)
        #expect(try garden.plants.plant(plant.id).sowingCount == 0)
    }

    @Test("A plant whose name was taken meanwhile: refused, then renamed")
    func renamed() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "alba")
        try garden.sow(plant, 5)
        let undo = try garden.plants.delete(plant.id)
        let taker = try garden.plants.add(genus: "rosa", species: "ALBA")
        let error = #expect(throws: GardenError.self) { try garden.bin.undo(undo.id) }
        #expect(error?.duplicate?.existing.id == taker.id)
        let again = #expect(throws: GardenError.self) {
            try garden.bin.undo(undo.id, .renamedPlant(PlantForm(genus: "Rosa", species: "Alba")))
        }
        #expect(again?.duplicate != nil)
        _ = try garden.bin.undo(undo.id, .renamedPlant(PlantForm(genus: "Rosa", species: "alba plena")))
        #expect(try garden.plants.plant(plant.id).name == "Rosa alba plena")
        #expect(try garden.plants.plant(plant.id).sowingCount == 1)
    }

    @Test("A plant whose name was taken meanwhile: its sowings go to the one that has it")
    func merged() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "alba")
        let detail = try garden.sow(plant, 5)
        let undo = try garden.plants.delete(plant.id)
        let taker = try garden.plants.add(genus: "rosa", species: "ALBA")
        try garden.sow(taker, 1)
        #expect(try garden.bin.undo(undo.id, .merged).id == taker.id)
        let row = try garden.plants.plant(taker.id)
        #expect(row.sowingCount == 2 && row.seedTotal == 6)
        #expect(try garden.sowings.sowing(detail.sowing.id).plant.id == taker.id)
    }

    @Test("A list comes back with its items, ticked off or not")
    func list() throws {
        let list = try garden.lists.add(name: "Jobs")
        let added = try garden.items(list.id).addLines("a\nb\nc").added
        _ = try garden.items(list.id).setDone(added[1].id, true)
        let undo = try garden.lists.delete(list.id)
        _ = try garden.bin.undo(undo.id)
        let rows = try garden.items(list.id).items().rows
        #expect(rows.map(\.id) == added.map(\.id) && rows.map(\.isDone) == [false, true, false])
        let row = try garden.lists.list(list.id)
        #expect(row.openCount == 2 && row.itemCount == 3)
    }

    @Test("Lists merged: of two items of one name the one that is there stays")
    func mergedLists() throws {
        let list = try garden.lists.add(name: "Jobs")
        _ = try garden.items(list.id).addLines("a\nb")
        let undo = try garden.lists.delete(list.id)
        let taker = try garden.lists.add(name: "JOBS")
        let there = try garden.items(taker.id).add(name: "A")
        let error = #expect(throws: GardenError.self) { try garden.bin.undo(undo.id) }
        #expect(error?.duplicate?.existing.id == taker.id)
        #expect(try garden.bin.undo(undo.id, .merged).id == taker.id)
        let rows = try garden.items(taker.id).items().rows
        #expect(rows.map(\.name) == ["A", "b"] && rows.first?.id == there.id)
        #expect(try garden.lists.list(taker.id).itemCount == 2)
    }

    @Test("An item: back, renamed, merged, or into another list")
    func item() throws {
        let list = try garden.lists.add(name: "Jobs")
        let items = garden.items(list.id)
        let milk = try items.add(name: "Milk")
        #expect(try garden.bin.undo(items.delete(milk.id).id).id == milk.id)
        let undo = try items.delete(milk.id)
        let taker = try items.add(name: "milk")
        let error = #expect(throws: GardenError.self) { try garden.bin.undo(undo.id) }
        #expect(error?.duplicate?.existing.id == taker.id)
        #expect(try garden.bin.undo(undo.id, .renamed("Goat milk")).id == milk.id)
        #expect(try items.item(milk.id).name == "Goat milk")
        let second = try items.delete(taker.id)
        let third = try items.add(name: "MILK")
        #expect(try garden.bin.undo(second.id, .merged).id == third.id)
        let fourth = try items.delete(third.id)
        _ = try garden.lists.delete(list.id)
        #expect(throws: GardenError.self) { try garden.bin.undo(fourth.id) }
        let other = try garden.lists.add(name: "Other")
        #expect(
            try garden.bin.undo(fourth.id, .under(other.id))
                == Restored(kind: .item, id: third.id, parentID: other.id))
        #expect(try garden.lists.list(other.id).openCount == 1)
    }

    @Test("Deletions are kept for 30 days")
    func dropOld() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let undo = try garden.plants.delete(plant.id)
        try garden.bin.dropOld(at: undo.deletedAt.addingTimeInterval(29 * 86400))
        #expect(try garden.bin.entries() == [undo])
        try garden.bin.dropOld(at: undo.deletedAt.addingTimeInterval(31 * 86400))
        #expect(try garden.bin.entries().isEmpty)
    }
}
