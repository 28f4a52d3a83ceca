import Foundation
import Synchronization
import Testing

@testable import Garden

@Suite("Many at once")
struct ConcurrencyTests {
    private let garden: TemporaryGarden

    init() throws { garden = try TemporaryGarden() }

    /// Runs `work` on so many threads that all begin at one moment, and gives what each came to.
    private func race<Value: Sendable>(
        _ count: Int, _ work: @escaping @Sendable (Int) throws -> Value
    ) async -> [Result<Value, any Error>] {
        let results = Mutex<[Result<Value, any Error>]>([])
        let start = DispatchGroup()
        start.enter()
        await withCheckedContinuation { continuation in
            let done = DispatchGroup()
            for number in 0..<count {
                done.enter()
                Thread.detachNewThread {
                    start.wait()
                    let result = Result { try work(number) }
                    results.withLock { $0.append(result) }
                    done.leave()
                }
            }
            done.notify(queue: .global()) { continuation.resume() }
            start.leave()
        }
        return results.withLock { $0 }
    }

    /// The store opened several times, as by several programs.
    private func containers(_ count: Int) throws -> [PersistenceContainer] {
        try (0..<count).map { _ in try garden.secondContainer() }
    }

    @Test(
        "One name added by many devices and programs at once: one row, the others are shown it",
        arguments: [1, 4])
    func plants(programs: Int) async throws {
        let containers = try containers(programs)
        for round in 0..<5 {
            let spellings = ["Rosa alba \(round)", "rosa  ALBA \(round)", "ROSA alba\u{A0}\(round)"]
            let results = await race(8) { number in
                try PlantsViewModel(containers[number % containers.count]).add(
                    genus: spellings[number % 3], species: "")
            }
            let added = results.compactMap { try? $0.get() }
            #expect(added.count == 1)
            for result in results {
                guard case .failure(let error) = result else { continue }
                #expect((error as? GardenError)?.duplicate?.existing.id == added.first?.id, "\(error)")
            }
            #expect(try garden.plants.count() == round + 1)
        }
        for container in containers { try container.close() }
    }

    @Test("Lists and items too")
    func listsAndItems() async throws {
        let containers = try containers(3)
        let lists = await race(6) { try ListViewModel(containers[$0 % 3]).add(name: "Jobs") }.compactMap {
            try? $0.get()
        }
        #expect(lists.count == 1)
        let list = try #require(lists.first)
        let items = await race(6) { try ItemViewModel(containers[$0 % 3], list: list.id).add(name: "Milk") }
        #expect(items.compactMap { try? $0.get() }.count == 1)
        let row = try garden.lists.list(list.id)
        #expect(row.itemCount == 1 && row.openCount == 1)
        for container in containers { try container.close() }
    }

    @Test("One form sent several times at once adds one thing, and everybody gets it")
    func oneForm() async throws {
        let containers = try containers(3)
        let id = UUID()
        let rows = await race(6) { try ListViewModel(containers[$0 % 3]).add(name: "Jobs", id: id) }.map {
            try? $0.get().id
        }
        #expect(rows == Array(repeating: id, count: 6))
        for container in containers { try container.close() }
    }

    @Test("Numbers stay right when many sow and tick at once")
    func counters() async throws {
        let containers = try containers(3)
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let list = try garden.lists.add(name: "Jobs")
        let items = try garden.items(list.id).addLines((0..<12).map { "job \($0)" }.joined(separator: "\n"))
            .added
        let results = await race(12) { number in
            let container = containers[number % 3]
            let form = SowingForm(
                plantID: plant.id, genus: "", species: "", dateSown: "2026-03-01",
                numberOfSeeds: String(number), note: "")
            for _ in 0..<3 { _ = try SowingViewModel(container).add(form) }
            let model = ItemViewModel(container, list: list.id)
            _ = try model.setDone(items[number].id, true)
            if number % 2 == 0 { _ = try model.setDone(items[number].id, false) }
        }
        for result in results { #expect(throws: Never.self) { try result.get() } }
        let row = try garden.plants.plant(plant.id)
        #expect(row.sowingCount == 36 && row.seedTotal == 3 * (0..<12).reduce(0, +))
        #expect(try garden.plant(plant.id).sowings(limit: 100).rows.count == 36)
        #expect(try garden.lists.list(list.id).openCount == 6)
        for container in containers { try container.close() }
    }

    @Test("A plant deleted while others sow it: each sowing is in the bin or was refused")
    func deleteWhileSowing() async throws {
        let containers = try containers(2)
        for _ in 0..<5 {
            let plant = try garden.plants.add(genus: "Rosa", species: "")
            let results = await race(6) { number -> Undo? in
                if number == 0 { return try PlantsViewModel(containers[0]).delete(plant.id) }
                let form = SowingForm(
                    plantID: plant.id, genus: "", species: "", dateSown: "2026-03-01", numberOfSeeds: "1",
                    note: "")
                _ = try SowingViewModel(containers[1]).add(form)
                return nil
            }
            let undo = try #require(results.compactMap { try? $0.get() }.first)
            var entered = -1
            for result in results {
                switch result {
                case .success: entered += 1
                case .failure(let error): #expect((error as? GardenError)?.gone?.deletion == undo, "\(error)")
                }
            }
            #expect(undo.childCount == entered)
            _ = try garden.bin.undo(undo.id)
            #expect(try garden.plants.plant(plant.id).sowingCount == entered)
            _ = try garden.plants.delete(plant.id)
        }
        for container in containers { try container.close() }
    }
}
