import Foundation
import Testing

@testable import Garden

@Suite("Live rows", .timeLimit(.minutes(10)))
struct LiveRowsTests {
    private let garden: TemporaryGarden
    private let live: LiveRows
    private let log = EventLog()

    init() throws {
        garden = try TemporaryGarden()
        live = LiveRows(garden.container)
    }

    @Test("A plant comes, changes, moves and goes, each time with its place")
    func plants() async throws {
        let rosa = try garden.plants.add(genus: "Rosa", species: "")
        let subscription = try live.subscribe(.plants(search: ""), receive: log.receive)
        defer { subscription.cancel() }

        let malva = try garden.plants.add(genus: "Malva", species: "")
        var batch = try await log.changes()
        #expect(batch.total == 2)
        #expect(
            batch.changes == [
                LiveChange(
                    action: .insert, id: malva.id, version: malva.version, cursor: malva.cursor,
                    row: .plant(malva))
            ])

        let sown = try garden.sow(rosa, 20).plant
        batch = try await log.changes()
        #expect(
            batch.changes == [
                LiveChange(
                    action: .update, id: rosa.id, version: sown.version, cursor: rosa.cursor,
                    row: .plant(sown), after: malva.id)
            ])

        let renamed = try garden.plants.rename(
            rosa.id, base: PlantForm(rosa), to: PlantForm(genus: "Aloe", species: "")
        ).plant
        batch = try await log.changes()
        #expect(batch.changes.map(\.action) == [.move])
        #expect(batch.changes.first?.row == .plant(renamed) && batch.changes.first?.after == nil)

        _ = try garden.plants.delete(malva.id)
        batch = try await log.changes()
        #expect(batch.total == 1)
        #expect(
            batch.changes == [
                LiveChange(action: .delete, id: malva.id, version: malva.version + 1, cursor: malva.cursor)
            ])
    }

    @Test("What comes back is newer than what went")
    func undo() async throws {
        let rosa = try garden.plants.add(genus: "Rosa", species: "")
        let subscription = try live.subscribe(.plant(rosa.id), receive: log.receive)
        defer { subscription.cancel() }
        let undo = try garden.plants.delete(rosa.id)
        let gone = try await log.changes()
        _ = try garden.bin.undo(undo.id)
        let back = try await log.changes()
        #expect(gone.changes.first?.action == .delete && back.changes.first?.action == .insert)
        #expect(try #require(back.changes.first).version > #require(gone.changes.first).version)
    }

    @Test("Several rows of one save come in one batch, from top to bottom")
    func batch() async throws {
        let list = try garden.lists.add(name: "Jobs")
        let middle = try garden.items(list.id).add(name: "m")
        let subscription = try live.subscribe(.items(list: list.id), receive: log.receive)
        defer { subscription.cancel() }
        let added = try garden.items(list.id).addLines("z\na\nb").added
        let batch = try await log.changes()
        #expect(batch.total == 4)
        #expect(batch.changes.map(\.id) == [added[1].id, added[2].id, added[0].id])
        #expect(batch.changes.map(\.after) == [nil, added[1].id, middle.id])
    }

    @Test("A moved sowing leaves one plant's rows and joins the other's; its own topic follows it")
    func moved() async throws {
        let from = try garden.plants.add(genus: "Rosa", species: "")
        let target = try garden.plants.add(genus: "Malva", species: "")
        let sowing = try garden.sow(from, 20).sowing
        let (fromLog, toLog, ownLog) = (EventLog(), EventLog(), EventLog())
        let subscriptions = [
            try live.subscribe(.sowings(plant: from.id), receive: fromLog.receive),
            try live.subscribe(.sowings(plant: target.id), receive: toLog.receive),
            try live.subscribe(.sowing(sowing.id), receive: ownLog.receive),
        ]
        let moved = try garden.sowings.move(sowing.id, to: target.id).detail.sowing
        #expect(try await fromLog.changes().changes.map(\.action) == [.delete])
        #expect(try await toLog.changes().changes.map(\.row) == [.sowing(moved)])
        #expect(try await ownLog.changes().changes.map(\.row) == [.sowing(moved)])
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("Only what matches a search is told")
    func search() async throws {
        let subscription = try live.subscribe(.plants(search: "ros"), receive: log.receive)
        defer { subscription.cancel() }
        _ = try garden.plants.add(genus: "Malva", species: "")
        let rosa = try garden.plants.add(genus: "Rosa", species: "")
        let batch = try await log.changes()
        #expect(batch.changes.map(\.id) == [rosa.id] && batch.total == 1)
        _ = try garden.plants.rename(
            rosa.id, base: PlantForm(rosa), to: PlantForm(genus: "Aloe", species: ""))
        #expect(try await log.changes().changes.map(\.action) == [.delete])
    }

    @Test("Ticking an item changes the item and its list's numbers")
    func ticking() async throws {
        let list = try garden.lists.add(name: "Jobs")
        let item = try garden.items(list.id).add(name: "a")
        let (itemLog, listLog) = (EventLog(), EventLog())
        let subscriptions = [
            try live.subscribe(.items(list: list.id), receive: itemLog.receive),
            try live.subscribe(.lists, receive: listLog.receive),
        ]
        _ = try garden.items(list.id).setDone(item.id, true)
        guard case .item(let row)? = try await itemLog.changes().changes.first?.row else {
            throw CocoaError(.coderInvalidValue)
        }
        #expect(row.isDone)
        guard case .list(let counted)? = try await listLog.changes().changes.first?.row else {
            throw CocoaError(.coderInvalidValue)
        }
        #expect(counted.openCount == 0 && counted.itemCount == 1)
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("Another program's saves arrive too")
    func otherProgram() async throws {
        let other = try garden.secondContainer()
        let plants = PlantsViewModel(other)
        let subscription = try live.subscribe(.plants(search: ""), receive: log.receive)
        defer { subscription.cancel() }
        let rosa = try plants.add(genus: "Rosa", species: "")
        #expect(try await log.changes().changes.map(\.row) == [.plant(rosa)])
        let aloe = try plants.rename(
            rosa.id, base: PlantForm(rosa), to: PlantForm(genus: "Aloe", species: "")
        ).plant
        #expect(try await log.changes().changes.map(\.row) == [.plant(aloe)])
        _ = try plants.delete(rosa.id)
        #expect(try await log.changes().changes.map(\.action) == [.delete])
        try other.close()
    }

    @Test("Equal fetches are shared, and go with the last subscriber")
    func shared() throws {
        let first = try live.subscribe(.plants(search: "Rosa"), receive: log.receive)
        let second = try live.subscribe(.plants(search: " rosa"), receive: log.receive)
        let third = try live.subscribe(.lists, receive: log.receive)
        #expect(live.topicCount == 2)
        first.cancel()
        first.cancel()
        #expect(live.topicCount == 2)
        second.cancel()
        third.cancel()
        #expect(live.topicCount == 0)
    }

    @Test("A subscription ends when it is let go")
    func letGo() throws {
        do { _ = try live.subscribe(.lists, receive: log.receive) }
        #expect(live.topicCount == 0)
    }

    @Test("Who comes with an old position is told to begin anew")
    func positions() async throws {
        let before = live.position()
        #expect(live.position() == before)
        let rosa = try garden.plants.add(genus: "Rosa", species: "")
        let after = live.position()
        #expect(after != before)
        let old = try live.subscribe(.plants(search: ""), since: before, receive: log.receive)
        #expect(await log.next() == .reset(.plants(search: "")))
        let freshLog = EventLog()
        let fresh = try live.subscribe(.plants(search: ""), since: after, receive: freshLog.receive)
        _ = try garden.plants.delete(rosa.id)
        #expect(try await freshLog.changes().changes.map(\.action) == [.delete])
        #expect(live.position() != after)
        let foreign = EventLog()
        let stranger = try live.subscribe(
            .lists, since: LivePosition(run: 1, number: 1), receive: foreign.receive)
        #expect(await foreign.next() == .reset(.lists))
        for subscription in [old, fresh, stranger] { subscription.cancel() }
    }
}
