import CoreData
import Foundation
import Testing

@Suite("Statements 101–110: deletions and their rules") struct DeletionTests {
    @Test("101, 102. prepareForDeletion comes with each delete, isDeleted is true at once, and false after the save")
    func deletion() throws {
        try RecordStack.run { context, _ in
            let record = try #require(context.make("Record") as? Record)
            try context.save()
            _ = record.taken()
            context.delete(record)
            #expect(record.isDeleted)
            context.delete(record)
            #expect(record.taken() == ["prepareForDeletion", "prepareForDeletion"])
            try context.save()
            #expect(record.taken() == ["willSave", "didSave"])
            #expect(!record.isDeleted && record.managedObjectContext == nil)
            #expect(try context.all("Record").isEmpty)
        }
    }

    @Test("103, 104. Cascade deletes children, nullify lets them go, deny refuses until they are gone")
    func rules() throws {
        try GardenStack.run { context, _ in
            let bed = context.make("Bed", ["name": "south"])
            let plant = context.make("Plant", ["genus": "A", "bed": bed])
            context.make("Seed", ["plant": plant])
            let tag = context.make("Tag", ["name": "hardy"])
            tag.mutableSetValue(forKey: "plants").add(plant)
            try context.save()
            context.delete(bed)
            #expect(code { try bed.validateForDelete() } == NSValidationRelationshipDeniedDeleteError)
            #expect(code { try context.save() } == NSValidationRelationshipDeniedDeleteError)
            context.delete(plant)
            try context.save()
            #expect(try context.all("Bed").isEmpty && context.all("Seed").isEmpty)
            #expect((tag.value(forKey: "plants") as? NSSet)?.count == 0)
        }
    }

    @Test("A cascade goes down a whole tree, also where nothing of it was read")
    func tree() throws {
        try RecordStack.run { context, _ in
            let root = context.make("Node", ["name": "root"])
            for first in 0..<5 {
                let branch = context.make("Node", ["name": "\(first)", "parent": root])
                for second in 0..<5 { context.make("Node", ["name": "\(first).\(second)", "parent": branch]) }
            }
            context.make("Node", ["name": "other"])
            try context.save()
            context.reset()
            let found = try context.all("Node", "name == 'root'")[0]
            context.delete(found)
            // The count, the IDs and the objects agree before the save too.
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Node")) == 1)
            #expect(try context.all("Node").map { $0.text("name") } == ["other"])
            try context.save()
            #expect(try context.count(for: stored("Node")) == 1)
        }
    }

    @Test("51. What a cascade will delete is counted no more, also when only its entity is asked for")
    func countsAfterCascade() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "A"])
            for number in 0..<4 { context.make("Seed", ["number": number, "plant": plant]) }
            try context.save()
            context.delete(plant)
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Seed")) == 0)
            context.rollback()
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Seed")) == 4)
        }
    }

    @Test("Cascades that point at each other end, and take their siblings")
    func bothWays() throws {
        try RecordStack.run { context, _ in
            let part = context.make("Part", ["name": "p"])
            let nodes = (0..<3).map { context.make("Node", ["name": "\($0)", "twin": part]) }
            try context.save()
            context.delete(nodes[0])
            try context.save()
            #expect(try context.all("Node").isEmpty && context.all("Part").isEmpty)
        }
    }

    @Test("Deny counts only what stays: with the last guarded part deleted too, the save goes through")
    func deny() throws {
        try RecordStack.run { context, _ in
            let node = context.make("Node", ["name": "n"])
            let parts = (0..<2).map { _ in context.make("Part", ["guarded": node]) }
            try context.save()
            context.delete(node)
            context.delete(parts[0])
            #expect(code { try context.save() } == NSValidationRelationshipDeniedDeleteError)
            #expect(try context.count(for: stored("Node")) == 1)
            context.delete(parts[1])
            try context.save()
            #expect(try context.count(for: stored("Node")) == 0)
        }
    }

    @Test("105, 106, 109, 110. Inserted and deleted before a save leaves no trace, cascaded children too")
    func annihilation() throws {
        try GardenStack.run { context, _ in
            let plant = context.make("Plant", ["genus": "Lithops"])
            let seed = context.make("Seed", ["plant": plant])
            let id = plant.objectID
            context.delete(plant)
            context.processPendingChanges()
            #expect(plant.isDeleted && seed.isDeleted && !context.hasChanges)
            #expect(!context.registeredObjects.contains(plant) && context.registeredObject(for: id) == nil)
            #expect(code { _ = try context.existingObject(with: id) } == NSManagedObjectReferentialIntegrityError)
            try context.save()
            #expect(try context.all("Plant").isEmpty && context.all("Seed").isEmpty)
        }
    }

    @Test("109. A failed save, then the culprit deleted: the store hears nothing of it")
    func culpritDeleted() throws {
        try RecordStack.run { context, _ in
            let record = context.make("Record", ["score": -1])
            #expect(code { try context.save() } == NSManagedObjectValidationError)
            context.delete(record)
            try context.save()
            #expect(!context.hasChanges)
            #expect(try context.all("Record").isEmpty)
        }
    }

    @Test("107. Deleting what pointed at a vanished object does not bring that back")
    func noRevival() throws {
        try RecordStack.run { context, _ in
            let parent = context.make("Node", ["name": "parent"])
            try context.save()
            let child = context.make("Node", ["name": "child", "parent": parent])
            context.delete(child)
            context.processPendingChanges()
            context.delete(parent)
            try context.save()
            #expect(!context.hasChanges)
            #expect(try context.all("Node").isEmpty)
        }
    }

    @Test("108. A relationship without an inverse to a deleted object reads as nothing, and saves as such")
    func withoutInverse() throws {
        try RecordStack.run { context, container in
            let record = context.make("Record")
            let alias = context.make("Alias", ["name": "a", "target": record])
            context.delete(record)
            context.processPendingChanges()
            try context.save()
            #expect(alias.value(forKey: "target") == nil)
            let other = container.newBackgroundContext()
            try other.performAndWait {
                let alias = try other.all("Alias")[0]
                #expect(alias.value(forKey: "target") == nil)
                #expect(try other.all("Alias", "target == nil").count == 1)
            }
        }
    }

    @Test("94, 95. Undone deletions come back whole: the object, its children, its place in others")
    func rollback() throws {
        try GardenStack.run { context, _ in
            let bed = context.make("Bed", ["name": "b"])
            let plant = context.make("Plant", ["genus": "A", "bed": bed])
            let seeds = (0..<3).map { context.make("Seed", ["number": $0, "plant": plant]) }
            try context.save()
            context.delete(plant)
            context.processPendingChanges()
            #expect(seeds.allSatisfy(\.isDeleted) && (bed.value(forKey: "plants") as? NSOrderedSet)?.count == 0)
            context.rollback()
            #expect(!plant.isDeleted && seeds.allSatisfy { !$0.isDeleted } && !context.hasChanges)
            #expect(plant.value(forKeyPath: "seeds.@count") as? Int == 3)
            #expect((bed.value(forKey: "plants") as? NSOrderedSet)?.count == 1)
            #expect(try context.all("Seed", "plant.genus == 'A'").count == 3)
        }
    }
}
