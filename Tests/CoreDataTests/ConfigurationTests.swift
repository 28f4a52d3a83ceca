import CoreData
import Foundation
import Testing

@Suite("Stores of configurations") struct ConfigurationTests {
    /// Plants are kept in one store, notes in another, weeds in none.
    private let model: NSManagedObjectModel = {
        let plant = entity("Plant", [attribute("genus", .stringAttributeType)])
        let note = entity("Note", [attribute("text", .stringAttributeType)])
        relate(plant, "notes", .many, note, "plant")
        let model = NSManagedObjectModel()
        model.entities = [plant, note, entity("Weed")]
        model.setEntities([plant], forConfigurationName: "Garden")
        model.setEntities([note], forConfigurationName: "Desk")
        return model
    }()

    private func open(_ url: URL, _ configuration: String?) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: configuration, at: url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test("A store of one is opened again with it, and with nothing else")
    func again() throws {
        let url = try GardenStack.url()
        for count in 1...2 {
            let context = try open(url, "Garden")
            try context.performAndWait {
                context.make("Plant", ["genus": "Lithops"])
                try context.save()
                #expect(try context.total("Plant") == count)
            }
        }
        for other in ["Desk", nil] {
            do {
                _ = try open(url, other)
                Issue.record("opened with \(other ?? "all")")
            } catch let error as NSError {
                #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
                #expect(error.localizedDescription.contains("Note"))
            }
        }
        let metadata = try open(url, "Garden").persistentStoreCoordinator?.persistentStores[0].metadata ?? [:]
        #expect(model.isConfiguration(withName: "Garden", compatibleWithStoreMetadata: metadata))
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    @Test("Objects of an entity that no open store holds are not found, and not saved")
    func elsewhere() throws {
        let context = try open(try GardenStack.url(), "Garden")
        try context.performAndWait {
            #expect(try context.all("Note").isEmpty && context.total("Note") == 0)
            for name in ["Note", "Weed"] {
                let object = context.make(name)
                do {
                    try context.save()
                    Issue.record("saved \(name)")
                } catch let error as NSError {
                    #expect(error.code == NSPersistentStoreSaveError)
                    #expect(error.localizedDescription == "No open store holds the entity \(name).")
                }
                context.delete(object)
            }
            context.make("Plant", ["genus": "Lithops"])
            try context.save()
        }
    }
}
