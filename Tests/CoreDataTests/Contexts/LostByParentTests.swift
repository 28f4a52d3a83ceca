import Foundation
import Testing

@testable import CoreData

/// What a child holds is gone from its parent before the child saves.
@Suite("A parent loses what its child has") struct LostByParentTests {
    private let container: NSPersistentContainer
    private let (parent, child): (NSManagedObjectContext, NSManagedObjectContext)

    init() throws {
        container = try GardenStack.container()
        parent = container.newBackgroundContext()
        child = parent.child()
    }

    enum Loss: CaseIterable { case deletion, reset, rollback }

    /// A plant that was never saved and is lost once the child has it.
    private func lose(_ loss: Loss) throws -> Held {
        parent.performAndWait {
            let plant = parent.make("Plant", ["genus": "Aloe"])
            parent.make("Seed", ["number": 1]).setValue(plant, forKey: "plant")
        }
        let held = try child.performAndWait {
            let plant = try #require(try child.all("Plant").first)
            _ = plant.value(forKey: "seeds")
            return Held(plant)
        }
        try parent.performAndWait {
            switch loss {
            case .deletion: for plant in try parent.all("Plant") { parent.delete(plant) }
            case .reset: parent.reset()
            case .rollback: parent.rollback()
            }
            parent.processPendingChanges()
        }
        return held
    }

    private func stored(_ entity: String) throws -> Int {
        let other = container.newBackgroundContext()
        return try other.performAndWait { try other.total(entity) }
    }

    @Test("Its deletion by the child is nothing that is left to do", arguments: Loss.allCases)
    func deleted(loss: Loss) throws {
        let plant = try lose(loss)
        try child.performAndWait {
            child.delete(plant.object)
            try child.save()
        }
        try parent.performAndWait {
            #expect(!parent.hasChanges)
            parent.make("Plant", ["genus": "Picea"])
            try parent.save()
        }
        #expect(try stored("Plant") == 1)
        #expect(try stored("Seed") == 0)
    }

    @Test("An edit of it is a conflict", arguments: Loss.allCases)
    func edited(loss: Loss) throws {
        let plant = try lose(loss)
        try child.performAndWait {
            plant.object.setValue("Bitter", forKey: "nickname")
            #expect(code { try child.save() } == NSManagedObjectMergeError)
            child.rollback()
            #expect(try child.total("Plant") == 0)
            try child.save()
        }
    }

    @Test("With a policy that has the child's word count, it is inserted again", arguments: Loss.allCases)
    func insertedAgain(loss: Loss) throws {
        let plant = try lose(loss)
        child.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try child.performAndWait {
            plant.object.setValue("Bitter", forKey: "nickname")
            child.make("Seed", ["number": 2]).setValue(plant.object, forKey: "plant")
            try child.save()
        }
        try parent.performAndWait {
            let plants = try parent.all("Plant")
            #expect(plants.map { $0.text("nickname") } == ["Bitter"])
            try parent.save()
        }
        #expect(try stored("Plant") == 1)
        try child.performAndWait { () throws in
            #expect(plant.object.text("genus") == "Aloe" && !plant.object.objectID.isTemporaryID)
            #expect(try child.all("Plant").first === plant.object)
            #expect(try child.all("Seed", "plant == %@", plant.object).map { $0.number("number") } == [2])
        }
    }

    @Test("With one that has the parent's word count, the edit is given up", arguments: Loss.allCases)
    func givenUp(loss: Loss) throws {
        let plant = try lose(loss)
        child.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        try child.performAndWait {
            plant.object.setValue("Bitter", forKey: "nickname")
            child.make("Plant", ["genus": "Picea"])
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        #expect(try stored("Plant") == 1)
    }

    @Test("A new object that leads to it leads nowhere", arguments: Loss.allCases)
    func destination(loss: Loss) throws {
        let plant = try lose(loss)
        child.mergePolicy = NSMergePolicy.rollback
        try child.performAndWait {
            child.make("Seed", ["number": 2]).setValue(plant.object, forKey: "plant")
            try child.save()
        }
        try parent.performAndWait {
            try parent.save()
            #expect(try parent.all("Seed", "number == 2").map { $0.value(forKey: "plant") == nil } == [true])
        }
        #expect(try stored("Plant") == 0)
    }

    @Test("A store that cannot be read takes nothing from a child") func unreadable() throws {
        try parent.performAndWait {
            parent.make("Plant", ["genus": "Aloe"])
            try parent.save()
        }
        let id = try child.performAndWait { try #require(try child.all("Plant").first).objectID }
        try parent.performAndWait {
            try parent.setQueryGenerationFrom(.current)
            let token = try #require(parent.queryGenerationToken)
            for generation in token.generations { #expect(generation.giveUp()) }
            parent.refreshAllObjects()
        }
        child.performAndWait {
            #expect(code { _ = try child.existingObject(with: id) } == NSCoreDataError)
            let plant = child.object(with: id)
            #expect(plant.text("genus") == nil && !plant.isDeleted)
        }
        try parent.performAndWait { try parent.setQueryGenerationFrom(nil) }
        #expect(try child.performAndWait { try child.existingObject(with: id).text("genus") } == "Aloe")
    }
}
