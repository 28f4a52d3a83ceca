import Foundation
import Testing

@testable import Garden

@Suite("Items")
struct ItemTests {
    private let garden: TemporaryGarden
    private let list: ListRow
    private var items: ItemViewModel { garden.items(list.id) }

    init() throws {
        garden = try TemporaryGarden()
        list = try garden.lists.add(name: "Groceries")
    }

    private func numbers() throws -> [Int] {
        let row = try garden.lists.list(list.id)
        return [row.openCount, row.itemCount]
    }

    @Test("Items are sorted by name, in portions")
    func sorted() throws {
        for name in ["Milk", "bread", "Äpfel", "10 eggs", "9 eggs", "Café filters"] {
            _ = try items.add(name: name)
        }
        let page = try items.items(limit: 4)
        #expect(page.rows.map(\.name) == ["9 eggs", "10 eggs", "Äpfel", "bread"] && page.total == 6)
        #expect(try items.items(after: page.next, limit: 4).rows.map(\.name) == ["Café filters", "Milk"])
        #expect(try numbers() == [6, 6])
    }

    @Test("Within a list a name is there once; another list may have it too")
    func duplicate() throws {
        let milk = try items.add(name: "Milk")
        _ = try items.setDone(milk.id, true)
        let error = #expect(throws: GardenError.self) { try items.add(name: " MILK") }
        let duplicate = try #require(error?.duplicate)
        #expect(duplicate.title == "Item already added" && duplicate.message == "Item name already present")
        #expect(duplicate.existing == .init(id: milk.id, listID: list.id, name: "Milk", isDone: true))
        #expect(try items.items().rows.count == 1)
        let other = try garden.lists.add(name: "Other")
        #expect(try garden.items(other.id).add(name: "milk").listID == other.id)
        // What stands ticked off is offered back.
        #expect(try items.setDone(duplicate.existing.id, false).isDone == false)
        #expect(try numbers() == [1, 1])
    }

    @Test("Ticking off and back counts, and doing it twice does not count twice")
    func done() throws {
        let milk = try items.add(name: "Milk")
        for _ in 0..<2 { #expect(try items.setDone(milk.id, true).isDone) }
        #expect(try numbers() == [0, 1])
        let version = try items.item(milk.id).version
        for _ in 0..<2 { #expect(try !items.setDone(milk.id, false).isDone) }
        #expect(try numbers() == [1, 1])
        #expect(try items.item(milk.id).version == version + 1)
    }

    @Test("Renaming within the list")
    func rename() throws {
        let milk = try items.add(name: "Milk")
        let bread = try items.add(name: "Bread")
        let error = #expect(throws: GardenError.self) { try items.rename(milk.id, base: "Milk", to: "bread") }
        #expect(error?.duplicate?.existing.id == bread.id)
        #expect(try items.rename(milk.id, base: "Milk", to: "Oat milk").name == "Oat milk")
        #expect(try items.items().rows.map(\.name) == ["Bread", "Oat milk"])
        let clash = #expect(throws: GardenError.self) {
            try items.rename(milk.id, base: "Milk", to: "Soy milk")
        }
        #expect(clash?.conflict?.current == .name("Oat milk"))
    }

    @Test("Several pasted lines become several items; duplicates and bad lines are named")
    func pasted() throws {
        let milk = try items.add(name: "Milk")
        let long = String(repeating: "x", count: 300)
        let result = try items.addLines("- Bread\n- milk\n\n- BREAD\n- \(long)\n- Eggs")
        #expect(result.added.map(\.name) == ["Bread", "Eggs"])
        #expect(result.duplicates.map(\.name) == ["milk", "BREAD"])
        #expect(result.duplicates.first?.existing.id == milk.id)
        #expect(result.duplicates.last?.existing.id == result.added.first?.id)
        #expect(
            result.refused == [
                RefusedLine(line: String(long.prefix(200)), message: "A name has at most 200 characters; shorten it.")
            ])
        #expect(try numbers() == [3, 3])
    }

    @Test("Pasted lines sent twice are added once")
    func pastedTwice() throws {
        let id = UUID()
        let first = try items.addLines("a\nb\nA", id: id)
        let second = try items.addLines("a\nb\nA", id: id)
        #expect(first.added.map(\.id) == second.added.map(\.id) && second.duplicates.map(\.name) == ["A"])
        #expect(try numbers() == [2, 2])
        // Back, other lines typed, sent again.
        #expect(try items.addLines("c\nd", id: id).added.map(\.name) == ["c", "d"])
        #expect(try items.add(name: "e", id: id).name == "e")
        #expect(try numbers() == [5, 5])
    }

    @Test("No lines, and too many lines")
    func limits() {
        #expect(throws: GardenError.self) { try items.addLines(" \n ") }
        #expect(throws: GardenError.self) {
            try items.addLines((0...1000).map { "x\($0)" }.joined(separator: "\n"))
        }
    }

    @Test("An item belongs to its list only")
    func otherList() throws {
        let milk = try items.add(name: "Milk")
        let other = try garden.lists.add(name: "Other")
        #expect(throws: GardenError.gone(Gone(kind: .item, id: milk.id))) {
            try garden.items(other.id).item(milk.id)
        }
        #expect(throws: GardenError.self) { try garden.items(UUID()).add(name: "x") }
        #expect(try items.find("MILK") == milk)
    }

    @Test("Deleting an item counts")
    func delete() throws {
        let milk = try items.add(name: "Milk")
        let bread = try items.add(name: "Bread")
        _ = try items.setDone(bread.id, true)
        #expect(try items.delete(bread.id).title() == "Bread")
        #expect(try numbers() == [1, 1])
        _ = try items.delete(milk.id)
        #expect(try numbers() == [0, 0])
    }
}
