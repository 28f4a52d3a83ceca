import Foundation
import Testing

@testable import CoreData

func plantModel() -> NSManagedObjectModel {
    func attribute(_ name: String, _ type: NSAttributeType, optional: Bool = true, value: Any? = nil)
        -> NSAttributeDescription
    {
        let a = NSAttributeDescription()
        a.name = name
        a.attributeType = type
        a.isOptional = optional
        a.defaultValue = value
        return a
    }
    let plant = NSEntityDescription(), seed = NSEntityDescription()
    plant.name = "Plant"
    seed.name = "Seed"
    let seeds = NSRelationshipDescription(), owner = NSRelationshipDescription()
    seeds.name = "seeds"
    seeds.destinationEntity = seed
    seeds.maxCount = 0
    seeds.deleteRule = .cascadeDeleteRule
    owner.name = "plant"
    owner.destinationEntity = plant
    owner.maxCount = 1
    owner.deleteRule = .nullifyDeleteRule
    seeds.inverseRelationship = owner
    owner.inverseRelationship = seeds
    plant.properties = [
        attribute("genus", .stringAttributeType, optional: false), attribute("species", .stringAttributeType), seeds,
    ]
    plant.uniquenessConstraints = [["genus", "species"]]
    seed.properties = [
        attribute("dateSown", .dateAttributeType),
        attribute("numberOfSeeds", .integer16AttributeType, optional: false, value: 0),
        attribute("id", .UUIDAttributeType), attribute("note", .stringAttributeType), owner,
    ]
    let model = NSManagedObjectModel()
    model.entities = [plant, seed]
    return model
}

@Suite struct EngineSmokeTests {
    func container(_ url: URL) throws -> NSPersistentContainer {
        let c = NSPersistentContainer(name: "T", managedObjectModel: plantModel())
        c.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        c.persistentStoreDescriptions[0].setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        var failure: (any Error)?
        c.loadPersistentStores { _, e in failure = e }
        if let failure { throw failure }
        return c
    }

    @Test func insertSaveFetch() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
        let c = try container(url)
        let context = c.newBackgroundContext()
        try context.performAndWait {
            let plant = NSEntityDescription.insertNewObject(forEntityName: "Plant", into: context)
            plant.setValue("Conophytum", forKey: "genus")
            plant.setValue("bilobum", forKey: "species")
            for i in 0..<300 {
                let s = NSEntityDescription.insertNewObject(forEntityName: "Seed", into: context)
                s.setValue(i, forKey: "numberOfSeeds")
                s.setValue(i % 2 == 0 ? nil : "note \(i) that is longer than fifteen bytes", forKey: "note")
                s.setValue(UUID(), forKey: "id")
                s.setValue(plant, forKey: "plant")
            }
            #expect((plant.value(forKey: "seeds") as? NSSet)?.count == 300)
            try context.save()
            #expect(!context.hasChanges)
            #expect(!plant.objectID.isTemporaryID)
        }
        let c2 = try container(url)
        let other = c2.newBackgroundContext()
        try other.performAndWait {
            let plants = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Plant"))
            #expect(plants.count == 1)
            let seeds = plants[0].value(forKey: "seeds") as! NSSet
            #expect(seeds.count == 300)
            var sum = 0
            for case let s as NSManagedObject in seeds {
                sum += s.value(forKey: "numberOfSeeds") as! Int
                #expect(s.value(forKey: "plant") as? NSManagedObject === plants[0])
            }
            #expect(sum == 300 * 299 / 2)
            other.delete(plants[0])
            try other.save()
            #expect(try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Seed")) == 0)
        }
    }

    @Test func duplicates() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
        let c = try container(url)
        let context = c.newBackgroundContext()
        context.performAndWait {
            for _ in 0..<2 {
                let plant = NSEntityDescription.insertNewObject(forEntityName: "Plant", into: context)
                plant.setValue("Conophytum", forKey: "genus")
                plant.setValue("bilobum", forKey: "species")
            }
            do { try context.save(); Issue.record("saved") } catch {
                let e = error as NSError; #expect(e.code == 133021); print(e)
            }
            context.delete(context.insertedObjects.first!)
            do { try context.save() } catch { Issue.record(error) }
            let plant = NSEntityDescription.insertNewObject(forEntityName: "Plant", into: context)
            do { try context.save(); Issue.record("saved") } catch {
                let e = error as NSError; #expect(e.code == 1570); print(e)
            }
            context.delete(plant)
        }
    }
}
