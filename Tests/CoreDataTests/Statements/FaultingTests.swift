import CoreData
import Foundation
import Testing

@Suite("Statements 78–90: faults") struct FaultingTests {
    @Test("78. existingObject gives the registered object, also an unsaved one by its temporary ID")
    func registered() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "A"])
            #expect(plant.objectID.isTemporaryID)
            let found = try context.existingObject(with: plant.objectID)
            #expect(found === plant)
        }
    }

    @Test("79, 80. existingObject reads the row, and throws 133000 when it is gone")
    func existing() throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            let id = plant.objectID
            let other = container.newBackgroundContext()
            try other.performAndWait {
                let found = try other.existingObject(with: id)
                #expect(!found.isFault && found.text("genus") == "A")
                other.delete(found)
                #expect(code { _ = try other.existingObject(with: id) } == NSManagedObjectReferentialIntegrityError)
                try other.save()
                #expect(code { _ = try other.existingObject(with: id) } == NSManagedObjectReferentialIntegrityError)
            }
        }
    }

    @Test("81. The temporary ID of what was inserted and deleted leads nowhere")
    func annihilated() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "A"])
            let id = plant.objectID
            context.delete(plant)
            context.processPendingChanges()
            #expect(code { _ = try context.existingObject(with: id) } == NSManagedObjectReferentialIntegrityError)
        }
    }

    @Test("82. The first read of a fault reads the row once and calls awakeFromFetch once")
    func firing() throws {
        try RecordStack.run { context, container in
            let id = try { () throws -> NSManagedObjectID in
                let record = context.make("Record")
                try context.save()
                return record.objectID
            }()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                let fault = try #require(other.object(with: id) as? Record)
                #expect(fault.isFault && fault.taken() == [])
                #expect(fault.text("title") == "untitled" && fault.number("score") == nil)
                #expect(!fault.isFault && fault.taken() == ["awakeFromFetch"])
                let fetched = try #require(other.all("Record").first as? Record)
                #expect(fetched === fault && fault.taken() == [])
            }
        }
    }

    @Test("85. A to-many relationship is a fault until it is read; its IDs can be had without its objects' values")
    func relationshipFaults() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "A"])
            let seeds = (0..<3).map { context.make("Seed", ["number": $0, "plant": plant]) }
            try context.save()
            context.refreshAllObjects()
            #expect(plant.hasFault(forRelationshipNamed: "seeds"))
            _ = plant.text("genus")
            #expect(plant.hasFault(forRelationshipNamed: "seeds"))
            #expect(Set(plant.objectIDs(forRelationshipNamed: "seeds")) == Set(seeds.map(\.objectID)))
            #expect(seeds.filter(\.isFault).count == 3)
            #expect((plant.value(forKey: "seeds") as? NSSet)?.count == 3)
            #expect(!plant.hasFault(forRelationshipNamed: "seeds"))
            #expect(seeds[0].objectIDs(forRelationshipNamed: "plant") == [plant.objectID])
            #expect(plant.objectIDs(forRelationshipNamed: "bed") == [])
            #expect(!plant.hasFault(forRelationshipNamed: "bed"))
        }
    }

    @Test("86. Relationships are prefetched also where unsaved changes are laid over what is stored")
    func prefetching() throws {
        try GardenStack.run { context, _ in
            for genus in ["A", "B"] { context.make("Seed", ["plant": context.make("Plant", ["genus": genus])]) }
            try context.save()
            context.reset()
            let new = context.make("Plant", ["genus": "C"])
            context.make("Seed", ["plant": new])
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.relationshipKeyPathsForPrefetching = ["seeds"]
            let plants = try context.fetch(request)
            #expect(plants.count == 3)
            for plant in plants {
                _ = plant.text("genus")
                #expect(!plant.hasFault(forRelationshipNamed: "seeds"))
                #expect((plant.value(forKey: "seeds") as? NSSet)?.count == 1)
            }
        }
    }

    @Test("87, 88. A saved object keeps its values, and setting one does not make it a fault")
    func realized() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            #expect(!plant.isFault)
            plant.setValue("B", forKey: "genus")
            #expect(!plant.isFault && plant.text("species") == "")
        }
    }

    @Test("89. A fault whose context was reset is none any more once it is read, and is empty")
    func detached() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            context.reset()
            #expect(plant.isFault)
            plant.willAccessValue(forKey: nil)
            #expect(!plant.isFault && plant.text("genus") == nil && plant.number("rating") == nil)
            plant.setValue("B", forKey: "genus")
            #expect(plant.text("genus") == nil)
        }
    }

    @Test("90. A new object that is refreshed without merging is a fault, and has its values when it is read")
    func newFault() throws {
        try RecordStack.run { context, _ in
            let record = try #require(context.make("Record", ["title": "new"]) as? Record)
            _ = record.taken()
            context.refresh(record, mergeChanges: false)
            #expect(record.isFault && record.isInserted)
            #expect(record.text("title") == "new" && !record.isFault)
            #expect(record.taken() == ["willTurnIntoFault", "didTurnIntoFault"])
            context.refresh(record, mergeChanges: false)
            record.setValue(4, forKey: "score")
            context.refresh(record, mergeChanges: false)
            try context.save()
            context.reset()
            let saved = try context.all("Record")
            #expect(saved.map { $0.text("title") } == ["new"] && saved.map { $0.number("score") } == [4])
        }
    }

    @Test("A row that is gone reads as empty values of a deleted object")
    func gone() throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                other.delete(try other.all("Plant")[0])
                try other.save()
                let gone = other.object(with: plant.objectID)
                #expect(gone.isFault)
                #expect(gone.text("genus") == nil && gone.isDeleted)
            }
        }
    }
}
