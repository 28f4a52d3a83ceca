import CoreData
import Foundation
import PictureTestFiles
import Testing

@testable import Garden

@Suite("Gardens of earlier versions") struct EarlierGardenTests {
    @Test("A garden from before pictures is opened with all that is in it, and takes pictures") func beforePictures()
        throws
    {
        let (plantID, deletionID, goneID) = (UUID(), UUID(), UUID())
        let url = try Self.garden(ofVersion: "Garden") { context in
            func insert(_ entity: String, _ values: [String: Any]) {
                let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
                for (key, value) in values { object.setValue(value, forKey: key) }
            }
            insert(
                "Plant",
                [
                    "id": plantID, "genus": "Picea", "species": "glauca", "genusKey": "picea",
                    "nameKey": "picea glauca",
                    "sortKey": SortKey.plant(genus: "Picea", species: "glauca"), "searchKey": "picea glauca",
                ])
            let contents = #"{"plant":{"id":"\#(goneID)","genus":"Rosa","species":"alba","version":1},"sowings":[]}"#
            insert(
                "Deletion",
                [
                    "id": deletionID, "kind": "plant", "title": "Rosa alba", "deletedAt": Date(), "ids": "\(goneID)",
                    "contents": Data(contents.utf8),
                ])
        }

        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let garden = try PersistenceContainer(storeURL: url, pictures: SamplePicture.workshop)
        #expect(try PlantsViewModel(garden).plant(plantID).name == "Picea glauca")
        #expect(try BinViewModel(garden).undo(deletionID).id == goneID)
        #expect(try PlantsViewModel(garden).plant(goneID).name == "Rosa alba")
        #expect(try PlantViewModel(garden, id: plantID).setPicture(to: SamplePicture.gif).pictureID != nil)
        try garden.close()
    }

    @Test("What was deleted in a garden that kept it as JSON comes back, with its picture") func deletionAsJSON() throws
    {
        let garden = try TemporaryGarden()
        let (goneID, pictureID) = (UUID(), UUID())
        let (image, thumbnail) = (SamplePicture.gif, SamplePicture.webp)
        let undo = try garden.plants.delete(try garden.plants.add(genus: "Rosa", species: "alba").id)
        try garden.container.write { context in
            let deletion = try #require(try context.first(Deletion.self, "id", is: undo.id))
            let picture =
                #"{"id":"\#(pictureID)","image":"\#(image.base64EncodedString())","#
                + #""thumbnail":"\#(thumbnail.base64EncodedString())"}"#
            let plant = #"{"id":"\#(goneID)","genus":"Rosa","species":"alba","version":1,"picture":\#(picture)}"#
            deletion.contents = Data(#"{"plant":\#(plant),"sowings":[]}"#.utf8)
        }
        #expect(try garden.bin.undo(undo.id).id == goneID)
        #expect(try garden.plant(goneID).picture(pictureID, .whole) == image)
        #expect(try garden.plant(goneID).picture(pictureID, .small) == thumbnail)
    }

    @Test("One that may only be read is told as what it is") func mayOnlyBeRead() throws {
        let url = try Self.garden(ofVersion: "Garden") { _ in }
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let container = NSPersistentContainer(name: "Garden")
        let description = NSPersistentStoreDescription(url: url)
        description.isReadOnly = true
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        let sentence = StoreFile.explained(try #require(failure), at: url).localizedDescription
        #expect(sentence.contains("was made by an earlier Perennial and may not be changed"), "\(sentence)")
    }

    /// A garden as an earlier version wrote it, in a folder of its own.
    private static func garden(
        ofVersion name: String, _ fill: (NSManagedObjectContext) throws -> Void
    ) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("earlier-\(UUID())")
        let url = folder.appendingPathComponent("Garden.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try model(ofVersion: name, in: folder))
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: [NSPersistentHistoryTrackingKey: true])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            try fill(context)
            try context.save()
        }
        try coordinator.remove(store)
        return url
    }

    /// A version of the garden's model as it was compiled in.
    private static func model(ofVersion name: String, in folder: URL) throws -> NSManagedObjectModel {
        let garden = try #require(ManagedModelRegistry.registeredModels.first { $0.name == "Garden" })
        let version = try #require(garden.versions.first { $0.name == name })
        let package = folder.appendingPathComponent("\(name).xcdatamodel")
        try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
        try Data(version.source.utf8).write(to: package.appendingPathComponent("contents"))
        let model = try #require(NSManagedObjectModel(contentsOf: package))
        // The classes are those of the current version.
        for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
        return model
    }
}
