import CoreData
import Foundation
import Testing

@testable import Garden

@Suite("The history of the store")
struct HistoryTests {
    private let garden: TemporaryGarden

    init() throws { garden = try TemporaryGarden() }

    private func transactions() throws -> Int {
        try garden.container.read { context in
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast))
            return ((result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])?.count ?? -1
        }
    }

    @Test("What is older than a week goes, what was saved stays")
    func week() throws {
        for name in ["A", "B", "C"] { _ = try garden.lists.add(name: name) }
        let now = Date()
        try garden.container.dropOldHistory(at: now.addingTimeInterval(86400 * 6.9))
        #expect(try transactions() == 3)
        try garden.container.dropOldHistory(at: now.addingTimeInterval(86400 * 7.1))
        #expect(try transactions() == 0)
        #expect(try garden.lists.lists().map(\.name) == ["A", "B", "C"])
        _ = try garden.lists.add(name: "D")
        #expect(try transactions() == 1)
    }

    @Test("A garden in memory keeps none, so there is nothing to drop")
    func memory() throws {
        try PersistenceContainer.inMemory().dropOldHistory()
    }
}
