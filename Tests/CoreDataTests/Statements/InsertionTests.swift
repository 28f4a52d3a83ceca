import CoreData
import Foundation
import Testing

@Suite("Statements 14–25: insertion and IDs") struct InsertionTests {
    @Test("14, 15. awakeFromInsert comes once and finds the defaults; awakeFromFetch does not come")
    func awakening() throws {
        try RecordStack.run { context, _ in
            let record = try #require(context.make("Record") as? Record)
            context.processPendingChanges()
            try context.save()
            #expect(record.taken() == ["awakeFromInsert untitled", "willSave", "didSave"])
        }
    }

    @Test("16, 17. A new object is inserted and has a temporary ID; a saved one is neither, and its ID permanent")
    func states() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            #expect(plant.isInserted && !plant.isDeleted && !plant.isFault && plant.objectID.isTemporaryID)
            #expect(plant.managedObjectContext === context)
            #expect(plant.text("species") == "" && plant.number("rating") == 0)
            try context.save()
            #expect(!plant.isInserted && !plant.isUpdated && !plant.isDeleted && !plant.objectID.isTemporaryID)
        }
    }

    @Test("18. obtainPermanentIDs gives the ID that the save keeps")
    func permanentIDs() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            let seed = context.make("Seed", ["plant": plant])
            let temporary = plant.objectID
            try context.obtainPermanentIDs(for: [plant])
            let id = plant.objectID
            #expect(!id.isTemporaryID && id != temporary)
            try context.save()
            #expect(plant.objectID == id)
            context.reset()
            #expect(try context.all("Seed").first?.value(forKeyPath: "plant.genus") as? String == "Lithops")
            _ = seed
        }
    }

    @Test("19. An ID is written x-coredata://store/entity/p1, and read back as the same ID")
    func uris() throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "Lithops"])
            try context.save()
            let uri = plant.objectID.uriRepresentation()
            let store = try #require(container.persistentStoreCoordinator.persistentStores.first?.identifier)
            #expect(uri.absoluteString == "x-coredata://\(store)/Plant/p1")
            #expect(container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri) == plant.objectID)
        }
    }

    @Test("23. A default is given once: what is set to nil later stays nil, and a mandatory value is missed")
    func defaultsOnce() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record")
            try context.save()
            record.setValue(nil, forKey: "title")
            #expect(code { try context.save() } == NSValidationMissingMandatoryPropertyError)
            #expect(record.text("title") == nil)
        }
    }

    @Test("24. An object without a context has its defaults and keeps what is set, until it is inserted")
    func standAlone() throws {
        try RecordStack.run { context, _ in
            let entity = try #require(RecordStack.model.entitiesByName["Record"])
            let record = Record(entity: entity, insertInto: nil)
            #expect(record.text("title") == "untitled" && record.managedObjectContext == nil)
            record.setValue("alone", forKey: "title")
            context.insert(record)
            try context.save()
            context.reset()
            #expect(try context.all("Record").map { $0.text("title") } == ["alone"])
        }
    }

    @Test("25. A nil that is set takes the default's place, and is what is stored")
    func explicitNil() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            plant.setValue(nil, forKey: "rating")
            try context.save()
            context.reset()
            #expect(try context.all("Plant")[0].number("rating") == nil)
        }
    }
}
