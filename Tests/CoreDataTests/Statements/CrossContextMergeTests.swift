import CoreData
import Foundation
import Testing

@Suite("Statements 134–137: taking over what another context saved") struct CrossContextMergeTests {
    /// Runs `body` with an object A, and another context whose saves are merged.
    private func pair(
        _ body: (NSManagedObject, NSManagedObjectContext, NSManagedObjectContext) throws -> Void
    ) throws {
        try GardenStack.run { context, container in
            let plant = context.make("Plant", ["genus": "A"])
            try context.save()
            let other = container.newBackgroundContext()
            let token = context.mergeSaves(of: other)
            defer { NotificationCenter.default.removeObserver(token) }
            try body(plant, context, other)
        }
    }

    @Test("134. A merge brings registered objects up to date")
    func changes() throws {
        try pair { plant, _, other in
            try other.performAndWait {
                try other.all("Plant")[0].setValue("B", forKey: "genus")
                try other.save()
            }
            #expect(plant.text("genus") == "B" && !plant.hasChanges)
        }
    }

    @Test("135. A merged deletion leaves the object readable and deleted; fetches do without it")
    func deletions() throws {
        try pair { plant, context, other in
            try other.performAndWait {
                other.delete(try other.all("Plant")[0])
                try other.save()
            }
            #expect(plant.isDeleted && !plant.isFault && plant.text("genus") == "A")
            #expect(context.registeredObject(for: plant.objectID) === plant && !context.hasChanges)
            #expect(try context.all("Plant").isEmpty)
        }
    }

    @Test("136. A merged insertion is there by its ID, with its values")
    func insertions() throws {
        try pair { _, context, other in
            let notices = Notices(context)
            let id = try other.performAndWait {
                let new = other.make("Plant", ["genus": "B"])
                try other.save()
                return new.objectID
            }
            #expect(notices.objects("changed", NSInsertedObjectsKey).map(\.objectID) == [id])
            #expect(try context.existingObject(with: id).text("genus") == "B")
        }
    }

    @Test(
        "137. Changes made past the contexts are merged by their IDs, or by URIs; a controller knows them only then",
        arguments: [false, true])
    func remote(byURI: Bool) throws {
        let container = try GardenStack.container()
        let (context, writer) = (container.newBackgroundContext(), container.newBackgroundContext())
        let (kept, doomed) = try writer.performAndWait {
            let seeds = (0..<2).map { writer.make("Seed", ["note": "old", "number": $0]) }
            try writer.save()
            return (seeds[0].objectID, seeds[1].objectID)
        }
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            let held = controller.fetchedObjects
            let new = try writer.performAndWait {
                try writer.existingObject(with: kept).setValue("new", forKey: "note")
                writer.delete(try writer.existingObject(with: doomed))
                let seed = writer.make("Seed", ["note": "fresh", "number": 5])
                try writer.save()
                return seed.objectID
            }
            #expect(controller.fetchedObjects?.map { $0.text("note") } == ["old", "old"] && held?.count == 2)
            func members(_ ids: [NSManagedObjectID]) -> Any { byURI ? ids.map { $0.uriRepresentation() } : ids }
            let changes: [AnyHashable: Any] = [
                NSInsertedObjectsKey: members([new]), NSUpdatedObjectsKey: members([kept]),
                NSDeletedObjectsKey: members([doomed]),
            ]
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
            #expect(controller.fetchedObjects?.map { $0.text("note") } == ["new", "fresh"])
        }
    }
}
