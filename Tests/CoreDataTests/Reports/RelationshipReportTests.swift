import CoreData
import Foundation
import Testing

@Suite("Reports: relationships and deletions") struct RelationshipReportTests {
    /// Entities A, B and C with names; A has Bs by one rule and Cs by another.
    private static func model(bs: NSDeleteRule, cs: NSDeleteRule, back: NSDeleteRule) -> NSManagedObjectModel {
        let entities = ["A", "B", "C"].map { name in
            let entity = NSEntityDescription(), attribute = NSAttributeDescription()
            (entity.name, attribute.name, attribute.attributeType) = (name, "name", .stringAttributeType)
            entity.properties = [attribute]
            return entity
        }
        for (index, rule) in [(1, bs), (2, cs)] {
            let there = NSRelationshipDescription(), home = NSRelationshipDescription()
            (there.name, there.destinationEntity) = (index == 1 ? "bs" : "cs", entities[index])
            (there.maxCount, there.deleteRule) = (0, rule)
            (home.name, home.destinationEntity, home.maxCount) = ("a", entities[0], 1)
            home.deleteRule = back
            (there.inverseRelationship, home.inverseRelationship) = (home, there)
            entities[0].properties.append(there)
            entities[index].properties.append(home)
        }
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    private func run(
        _ model: NSManagedObjectModel, _ body: (NSManagedObjectContext, NSPersistentContainer) throws -> Void
    ) throws {
        let container = try GardenStack.container(model: model)
        let context = container.newBackgroundContext()
        try context.performAndWait { try body(context, container) }
    }

    @Test("Cascade both ways: deleting one child takes its parent, and that its other children")
    func cascadeBothWays() throws {
        try run(Self.model(bs: .cascadeDeleteRule, cs: .nullifyDeleteRule, back: .cascadeDeleteRule)) { context, _ in
            let a = context.make("A")
            let bs = (0..<3).map { _ in context.make("B", ["a": a]) }
            context.make("B")
            try context.save()
            context.delete(bs[0])
            try context.save()
            #expect(try context.all("A").isEmpty && context.all("B").count == 1)
        }
    }

    @Test("Cascade beside deny: refused with 1600 while there is what denies, all or nothing; and then it goes")
    func cascadeAndDeny() throws {
        try run(Self.model(bs: .cascadeDeleteRule, cs: .denyDeleteRule, back: .nullifyDeleteRule)) { context, _ in
            let a = context.make("A")
            context.make("B", ["a": a])
            let c = context.make("C", ["a": a])
            try context.save()
            context.delete(a)
            #expect(code { try context.save() } == NSValidationRelationshipDeniedDeleteError)
            #expect(try context.count(for: stored("B")) == 1)
            context.rollback()
            #expect((a.value(forKey: "bs") as? NSSet)?.count == 1 && c.value(forKey: "a") as? NSManagedObject === a)
            context.delete(a)
            context.delete(c)
            try context.save()
            #expect(try ["A", "B", "C"].map { try context.count(for: stored($0)) } == [0, 0, 0])
        }
    }

    @Test("No Action leaves a reference to nothing: it reads as a deleted object without values, and can be let go")
    func noAction() throws {
        try run(Self.model(bs: .noActionDeleteRule, cs: .nullifyDeleteRule, back: .noActionDeleteRule)) { context, _ in
            let a = context.make("A", ["name": "a"])
            let b = context.make("B", ["name": "b", "a": a])
            try context.save()
            context.delete(a)
            try context.save()
            context.reset()
            let found = try context.all("B")[0]
            let gone = try #require(found.value(forKey: "a") as? NSManagedObject)
            #expect(gone.text("name") == nil && gone.isDeleted)
            #expect(found.value(forKeyPath: "a.name") == nil)
            found.setValue(nil, forKey: "a")
            try context.save()
            #expect(try context.all("B", "a == nil").count == 1)
            _ = b
        }
    }

    @Test("The object on screen is deleted elsewhere: before the merge and after it reading gives empty values")
    func deletedElsewhere() throws {
        let container = NSPersistentContainer(name: "Workshop")
        let description = NSPersistentStoreDescription(url: try GardenStack.url())
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        #expect(failure == nil)
        let (context, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        try context.performAndWait {
            let shown = Maker(context: context), unread = Maker(context: context)
            for maker in [shown, unread] { (maker.name, maker.age) = ("Ada", 36) }
            try context.save()
            context.refresh(unread, mergeChanges: false)
            let token = context.mergeSaves(of: other)
            try other.performAndWait {
                NotificationCenter.default.removeObserver(token)
                for maker in try other.all("Maker") { other.delete(maker) }
                try other.save()
            }
            // Nothing was merged: what was read stays, what was not is empty, of types without nil too.
            #expect(shown.name == "Ada" && !shown.isDeleted)
            #expect(unread.name == "" && unread.age == 0 && unread.tools.isEmpty && unread.isDeleted)
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSDeletedObjectsKey: [shown.objectID]], into: [context])
            #expect(shown.isDeleted && shown.name == "Ada")
            context.refresh(shown, mergeChanges: false)
            #expect(shown.name == "")
        }
    }
}
