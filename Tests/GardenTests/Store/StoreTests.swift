import CoreData
import Foundation
import Testing

@testable import Garden

@Suite("The store")
struct StoreTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    private func sentence(_ url: URL) -> String {
        let error = #expect(throws: GardenError.self) { try PersistenceContainer(storeURL: url) }
        return error?.sentence ?? ""
    }

    @Test("Everything is there after closing and opening")
    func reopened() throws {
        defer { cleanUp() }
        let url = folder.appendingPathComponent("new/deeper/garden.sqlite")
        let first = try PersistenceContainer(storeURL: url)
        let plant = try PlantsViewModel(first).add(genus: "Picea", species: "glauca 'Hb07' <b>&🌵 שלום")
        let list = try ListViewModel(first).add(name: "Jobs")
        let item = try ItemViewModel(first, list: list.id).add(name: "Água")
        try first.close()
        let second = try PersistenceContainer(storeURL: url)
        #expect(try PlantsViewModel(second).plant(plant.id) == plant)
        #expect(try ItemViewModel(second, list: list.id).items().rows == [item])
        try second.close()
    }

    @Test(
        "What is no store is refused in a sentence and left as it was",
        arguments: ["hello", "SQLite format 3\0broken"])
    func noStore(_ content: String) throws {
        defer { cleanUp() }
        let url = folder.appendingPathComponent("notes.txt")
        try Data(content.utf8).write(to: url)
        #expect(sentence(url).contains("is not a Perennial store: choose another file"))
        #expect(try Data(contentsOf: url) == Data(content.utf8))
    }

    @Test("Another program's store is refused and left as it was, to the byte")
    func foreignStore() throws {
        defer { cleanUp() }
        let entity = NSEntityDescription()
        entity.name = "Note"
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let url = folder.appendingPathComponent("notes.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        try coordinator.remove(store)
        let content = try Data(contentsOf: url)
        #expect(sentence(url).contains("was made by another program or a newer Perennial"))
        #expect(try Data(contentsOf: url) == content)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["notes.sqlite"])
    }

    @Test("A folder in the place of the file, and a file in the place of the folder")
    func folders() throws {
        defer { cleanUp() }
        #expect(sentence(folder).contains("is a folder"))
        let file = folder.appendingPathComponent("file")
        try Data().write(to: file)
        #expect(sentence(file.appendingPathComponent("garden.sqlite")).contains("cannot be made"))
    }

    @Test("What one opened store writes, another reads at once")
    func twoPrograms() throws {
        defer { cleanUp() }
        let url = folder.appendingPathComponent("garden.sqlite")
        let first = try PersistenceContainer(storeURL: url)
        let second = try PersistenceContainer(storeURL: url)
        let plants = PlantsViewModel(first)
        let others = PlantsViewModel(second)
        let row = try plants.add(genus: "Rosa", species: "")
        #expect(try others.plant(row.id) == row)
        let saved = try others.rename(
            row.id, base: PlantForm(row), to: PlantForm(genus: "Malva", species: ""))
        #expect(try plants.plant(row.id) == saved.plant)
        #expect(throws: GardenError.self) { try plants.add(genus: "malva", species: "") }
        #expect(try plants.add(genus: "Rosa", species: "").name == "Rosa")
        try first.close()
        try second.close()
    }

    @Test("10,000 plants stay quick")
    func manyPlants() throws {
        defer { cleanUp() }
        let container = try PersistenceContainer(storeURL: folder.appendingPathComponent("garden.sqlite"))
        try container.write { context in
            for number in 0..<10_000 {
                _ = Plant(
                    in: context, id: UUID(), genus: "Genus \(number / 20)", species: "species \(number)")
            }
        }
        let plants = PlantsViewModel(container)
        let clock = ContinuousClock()
        let time = try clock.measure {
            #expect(try plants.rows().total == 10_000)
            #expect(try plants.rows(search: "9999").rows.map(\.species) == ["species 9999"])
            var page = try plants.rows(limit: 50)
            for _ in 0..<20 { page = try plants.rows(after: page.next, limit: 50) }
            #expect(page.rows.count == 50)
        }
        // Generous: tests run unoptimised and beside others.
        #expect(time < .seconds(10))
        try container.close()
    }
}
