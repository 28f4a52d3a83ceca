import Foundation
import Testing

@testable import Garden

@Suite("Lists")
struct ListTests {
    private let garden: TemporaryGarden

    init() throws { garden = try TemporaryGarden() }

    @Test("Lists are sorted by name, with their open items")
    func sorted() throws {
        for name in ["Seeds to order", "groceries", "Ämter", "Greenhouse jobs"] {
            _ = try garden.lists.add(name: name)
        }
        #expect(
            try garden.lists.lists().map(\.name) == [
                "Ämter", "Greenhouse jobs", "groceries", "Seeds to order",
            ])
        let list = try garden.lists.find("GROCERIES")
        let milk = try garden.items(list.id).add(name: "Milk")
        _ = try garden.items(list.id).add(name: "Bread")
        _ = try garden.items(list.id).setDone(milk.id, true)
        let row = try garden.lists.list(list.id)
        #expect(row.openCount == 1 && row.itemCount == 2)
        #expect(try garden.lists.lists()[2] == row)
    }

    @Test(
        "A list that is there already is refused and named",
        arguments: ["groceries", " GROCERIES", "Groceries\u{200B}"])
    func duplicate(_ name: String) throws {
        let list = try garden.lists.add(name: "Groceries")
        let error = #expect(throws: GardenError.self) { try garden.lists.add(name: name) }
        let duplicate = try #require(error?.duplicate)
        #expect(duplicate.title == "List already added" && duplicate.message == "List name already present")
        #expect(duplicate.existing == .init(id: list.id, name: "Groceries"))
        #expect(try garden.lists.lists().count == 1)
    }

    @Test(
        "Names that are none", arguments: ["", " ", "\u{200B}", String(repeating: "x", count: 201), "a\u{7}"])
    func invalid(_ name: String) {
        let error = #expect(throws: GardenError.self) { try garden.lists.add(name: name) }
        #expect(error?.invalidFields == [.name])
    }

    @Test("Renaming: taken names are refused, own spellings are not, clashes are shown")
    func rename() throws {
        let jobs = try garden.lists.add(name: "Jobs")
        let other = try garden.lists.add(name: "Other")
        #expect(throws: GardenError.self) { try garden.lists.rename(jobs.id, base: "Jobs", to: "OTHER") }
        #expect(try garden.lists.rename(jobs.id, base: "Jobs", to: "JOBS").name == "JOBS")
        #expect(try garden.lists.rename(jobs.id, base: "Jobs", to: "Jobs").name == "JOBS")
        let error = #expect(throws: GardenError.self) {
            try garden.lists.rename(jobs.id, base: "Jobs", to: "Tasks")
        }
        #expect(
            error?.conflict?.clashes == [.init(field: .name, base: "Jobs", theirs: "JOBS", yours: "Tasks")])
        #expect(error?.conflict?.current == .name("JOBS"))
        _ = try garden.lists.delete(other.id)
        #expect(try garden.lists.rename(jobs.id, base: "JOBS", to: "Other").name == "Other")
    }

    @Test("A form sent twice adds one list")
    func sentTwice() throws {
        let id = UUID()
        let row = try garden.lists.add(name: "Jobs", id: id)
        #expect(try garden.lists.add(name: "Jobs", id: id) == row)
        // Back, another name typed, sent again.
        #expect(try garden.lists.add(name: "Ideas", id: id).name == "Ideas")
        #expect(try garden.lists.lists().map(\.name) == ["Ideas", "Jobs"])
    }

    @Test("Deleting takes the items along; a list of its name can be made anew")
    func delete() throws {
        let list = try garden.lists.add(name: "Jobs")
        _ = try garden.items(list.id).addLines("a\nb\nc")
        let undo = try garden.lists.delete(list.id)
        #expect(undo.title() == "Jobs and 3 items" && undo.childCount == 3)
        #expect(try garden.lists.lists().isEmpty)
        let error = #expect(throws: GardenError.self) { try garden.items(list.id).items() }
        #expect(error?.gone == Gone(kind: .list, id: list.id, deletion: undo))
        #expect(try garden.lists.add(name: "Jobs").itemCount == 0)
    }
}
