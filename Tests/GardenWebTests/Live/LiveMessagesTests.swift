import Foundation
import Garden
import Testing

@testable import GardenWeb

@Suite("What streams are told of a save")
struct LiveMessagesTests {
    private let messages = LiveMessages()
    private let garden: PersistenceContainer

    init() throws { garden = try PersistenceContainer.inMemory() }

    private func event(of rows: [PlantRow]) -> LiveEvent {
        let changes = rows.map {
            LiveChange(action: .insert, id: $0.id, version: $0.version, cursor: $0.cursor, row: .plant($0))
        }
        return .changes(LiveChanges(topic: .plants(search: ""), changes: changes, total: rows.count))
    }

    private func alone(_ event: LiveEvent, _ channel: LiveChannel, _ order: DateOrder) throws -> ServerSentEvent {
        let json = try JSONEncoder().encode(LiveMessage(event, on: channel, order: order))
        return ServerSentEvent(data: String(decoding: json, as: UTF8.self))
    }

    @Test func `each channel gets its own message of an event, as if it were made for it alone`() throws {
        let plants = PlantsViewModel(garden)
        let lithops = try plants.add(genus: "Lithops", species: "lesliei")
        let picea = try plants.add(genus: "Picea", species: "glauca")
        let channels: [LiveChannel] = [
            .plants(.browse, search: ""), .plants(.edit, search: ""), .plants(.browse, search: " "),
        ]
        for event in [event(of: [lithops]), event(of: [picea]), .reset(.plants(search: "")), event(of: [lithops])] {
            for _ in 0..<2 {
                for channel in channels {
                    let message = try messages.message(event, on: channel, order: .monthDayYear)
                    // The keys of JSON come in any order.
                    #expect(message.bytes.sorted() == (try alone(event, channel, .monthDayYear)).bytes.sorted())
                }
            }
        }
    }

    @Test func `a message is made once for all that show the same`() throws {
        let row = try PlantsViewModel(garden).add(genus: "Lithops", species: "lesliei")
        let channel = LiveChannel.plants(.browse, search: "")
        let first = try messages.message(event(of: [row]), on: channel, order: .monthDayYear)
        let second = try messages.message(event(of: [row]), on: channel, order: .monthDayYear)
        // One buffer, not two that are alike.
        #expect(first.bytes.withUnsafeBytes { $0.baseAddress } == second.bytes.withUnsafeBytes { $0.baseAddress })
    }

    @Test func `each reader gets dates in the order of the own language`() throws {
        let plant = try PlantsViewModel(garden).add(genus: "Lithops", species: "lesliei")
        var form = SowingForm(newFor: plant, today: CalendarDay.today(in: .current))
        form.dateSown = "2026-03-01"
        form.numberOfSeeds = "20"
        guard
            case .saved(let detail, _) = try SowingViewModel(garden).add(form, base: form, nameChange: nil, id: UUID())
        else { throw CancellationError() }
        let sowing = detail.sowing
        let change = LiveChange(
            action: .insert, id: sowing.id, version: sowing.version, cursor: sowing.cursor, row: .sowing(sowing))
        let topic = LiveTopic.sowings(plant: plant.id)
        let event = LiveEvent.changes(LiveChanges(topic: topic, changes: [change], total: 1))
        func text(_ order: DateOrder) throws -> String {
            let message = try messages.message(event, on: .sowings(plant: plant.id), order: order)
            return String(decoding: message.bytes, as: UTF8.self)
        }
        #expect(try text(.monthDayYear).contains("Mar 1, 2026"))
        #expect(try text(.dayMonthYear).contains("1 Mar 2026"))
    }
}
