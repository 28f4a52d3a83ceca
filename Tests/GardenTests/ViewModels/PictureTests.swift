import Foundation
import PictureTestFiles
import Testing

@testable import Garden

@Suite("Pictures of plants and items") struct PictureTests {
    private let garden: TemporaryGarden

    init() throws { garden = try TemporaryGarden() }

    @Test("A plant's picture is another with each file, and its version grows") func plant() throws {
        let plant = try garden.plants.add(genus: "Picea", species: "glauca")
        #expect(plant.pictureID == nil)
        let model = garden.plant(plant.id)
        let first = try model.setPicture(to: SamplePicture.gif), second = try model.setPicture(to: SamplePicture.gif)
        let (old, new) = (try #require(first.pictureID), try #require(second.pictureID))
        #expect(old != new && second.version > first.version && first.version > plant.version)
        #expect(try model.picture(old, .whole) == nil)
        #expect(try model.picture(new, .whole)?.starts(with: [0xFF, 0xD8]) == true)
        #expect(try model.picture(new, .small)?.starts(with: [0xFF, 0xD8]) == true)
        #expect(try model.removePicture().pictureID == nil)
        #expect(try model.picture(new, .small) == nil)
        let version = try model.plant().version
        #expect(try model.removePicture().version == version)
    }

    @Test("Renaming keeps it, moving to Recently Deleted keeps it, with the list too") func kept() throws {
        let list = try garden.lists.add(name: "Jobs")
        let item = try garden.items(list.id).add(name: "Water")
        let id = try #require(try garden.items(list.id).setPicture(item.id, to: SamplePicture.gif).pictureID)
        let bytes = try garden.items(list.id).picture(id, of: item.id, .whole)
        #expect(try garden.items(list.id).rename(item.id, base: "Water", to: "Water them").pictureID == id)
        #expect(try garden.items(list.id).setDone(item.id, true).pictureID == id)
        _ = try garden.bin.undo(try garden.items(list.id).delete(item.id).id)
        #expect(try garden.items(list.id).picture(id, of: item.id, .whole) == bytes)
        _ = try garden.bin.undo(try garden.lists.delete(list.id).id)
        #expect(try garden.items(list.id).item(item.id).pictureID == id)
        #expect(try garden.items(list.id).picture(id, of: item.id, .whole) == bytes)
    }

    @Test("What is merged into another gives it its picture, unless that has one") func merged() throws {
        let plant = try garden.plants.add(genus: "Picea", species: "glauca")
        let picture = try garden.plant(plant.id).setPicture(to: SamplePicture.gif).pictureID
        let undo = try garden.plants.delete(plant.id)
        let taker = try garden.plants.add(genus: "Picea", species: "glauca")
        _ = try garden.bin.undo(undo.id, .merged)
        let merged = try garden.plant(taker.id).plant()
        #expect(picture != nil && merged.pictureID == picture && merged.version > taker.version)

        let list = try garden.lists.add(name: "Jobs")
        let items = garden.items(list.id)
        let names = ["Dig", "Water"]
        let pictures = try names.map { try items.setPicture(items.add(name: $0).id, to: SamplePicture.gif).pictureID }
        let undoItem = try items.delete(try #require(items.items().rows.first).id)
        let first = try items.add(name: names[0])
        _ = try garden.bin.undo(undoItem.id, .merged)
        #expect(try items.item(first.id).pictureID == pictures[0])

        let undoList = try garden.lists.delete(list.id)
        let others = garden.items(try garden.lists.add(name: "Jobs").id)
        let plain = try others.add(name: names[0])
        let own = try others.setPicture(others.add(name: names[1]).id, to: SamplePicture.gif)
        _ = try garden.bin.undo(undoList.id, .merged)
        #expect(try others.item(plain.id).pictureID == pictures[0])
        #expect(try others.item(own.id) == own)
    }

    @Test("What is no picture changes nothing") func refused() throws {
        let plant = try garden.plants.add(genus: "Picea", species: "glauca")
        let before = try garden.plant(plant.id).setPicture(to: SamplePicture.gif)
        let error = #expect(throws: GardenError.self) { try garden.plant(plant.id).setPicture(to: Data("no".utf8)) }
        #expect(error?.invalidFields == [.picture])
        #expect(try garden.plant(plant.id).plant() == before)
    }

    @Test("What is gone takes none, and the deletion that took it is told") func gone() throws {
        let plant = try garden.plants.add(genus: "Picea", species: "glauca")
        guard case .deleted(let undo) = try garden.plants.delete(plant.id, announced: 0) else { return }
        let error = #expect(throws: GardenError.self) { try garden.plant(plant.id).setPicture(to: SamplePicture.gif) }
        #expect(error?.gone?.deletion == undo)
    }

    @Test("A backup has the pictures") func backup() throws {
        let plant = try garden.plants.add(genus: "Picea", species: "glauca")
        let id = try #require(try garden.plant(plant.id).setPicture(to: SamplePicture.gif).pictureID)
        let copy = garden.folder.appendingPathComponent("copy/Garden.sqlite")
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        _ = try garden.container.backUp(to: copy, replacing: false)
        let other = try PersistenceContainer(storeURL: copy)
        #expect(
            try PlantViewModel(other, id: plant.id).picture(id, .whole) == garden.plant(plant.id).picture(id, .whole))
        try other.close()
    }
}
