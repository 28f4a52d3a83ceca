import CoreData
import Foundation
import Testing

@Suite("The concurrency checker") struct ConcurrencyCheckerTests {
    @Test("Inside blocks, nested ones too, and for what may be used anywhere it says nothing")
    func allowed() async {
        await #expect(processExitsWith: .success) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let container = try GardenStack.container()
            let (context, other) = (container.newBackgroundContext(), container.newBackgroundContext())
            let child = context.child()
            let plant = try context.performAndWait {
                let plant = context.make("Plant", ["genus": "Aloe"])
                try context.save()
                return Held(plant)
            }
            try other.performAndWait {
                _ = try other.all("Plant")
                context.performAndWait { _ = plant.object.text("genus") }
            }
            try child.performAndWait {
                try child.all("Plant")[0].setValue("Bitter", forKey: "nickname")
                try child.save()
            }
            await context.perform { plant.object.setValue(1, forKey: "rating") }
            _ = plant.object.objectID
            _ = plant.object.managedObjectContext
            _ = context.name
            #expect(plant.object.objectID.entity.name == "Plant")
        }
    }

    @Test("Nor where a child on a queue of its own reads from and saves to a parent on the main queue")
    func mainParent() async {
        await #expect(processExitsWith: .success) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let container = try GardenStack.container()
            let parent = container.viewContext
            let child = parent.child()
            child.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            await parent.perform {
                let bed = parent.make("Bed", ["name": "a"])
                let plants = ["A", "B", "C"].map { parent.make("Plant", ["genus": $0]) }
                bed.setValue(NSOrderedSet(array: plants), forKey: "plants")
                for plant in plants { parent.make("Seed", ["number": 1]).setValue(plant, forKey: "plant") }
            }
            try await child.perform {
                let plants = try child.all("Plant").sorted { ($0.text("genus") ?? "") < ($1.text("genus") ?? "") }
                #expect(try child.all("Seed", "plant == %@", plants[0]).count == 1)
                plants[0].setValue("Bitter", forKey: "nickname")
                let bed = try child.all("Bed")[0]
                bed.setValue(NSOrderedSet(array: [plants[2], plants[0]]), forKey: "plants")
                child.delete(plants[1])
                child.make("Seed", ["number": 2]).setValue(plants[0], forKey: "plant")
                plants[0].mutableSetValue(forKey: "tags").add(child.make("Tag", ["name": "t"]))
                try child.save()
            }
            let gone = try await child.perform { Held(try child.all("Plant", "genus == %@", "C")[0]) }
            try await parent.perform {
                try parent.save()
                #expect(try parent.total("Plant") == 2)
                #expect(try parent.total("Seed") == 3)
                parent.delete(try parent.all("Plant", "genus == %@", "C")[0])
                parent.processPendingChanges()
            }
            try await child.perform {
                gone.object.setValue("edited", forKey: "nickname")
                try child.save()
            }
            #expect(try await parent.perform { try parent.total("Plant") } == 2)
        }
    }

    @Test("A block of a context waiting for the main queue may be come back to from there") func backFromMain() async {
        await #expect(processExitsWith: .success) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let container = try GardenStack.container()
            let (main, context) = (container.viewContext, container.newBackgroundContext())
            let plant = await context.perform { Held(context.make("Plant", ["genus": "Aloe"])) }
            await context.perform {
                main.performAndWait {
                    context.performAndWait { plant.object.setValue("Bitter", forKey: "nickname") }
                }
                #expect(plant.object.text("nickname") == "Bitter")
            }
        }
    }

    @Test("A value read off the queue ends the program, with context, entity and property in the sentence")
    func readingIsFound() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let context = try GardenStack.container().newBackgroundContext()
            context.name = "reader"
            let plant = context.performAndWait { Held(context.make("Plant", ["genus": "Aloe"])) }
            _ = plant.object.value(forKey: "genus")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Plant.genus was used off the queue of the context “reader”"))
    }

    @Test("So do a change, a relationship, and hasChanges, userInfo and fetches of a context")
    func othersAreFound() async {
        func words(_ result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }
        let change = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let context = try GardenStack.container().newBackgroundContext()
            let plant = context.performAndWait { Held(context.make("Plant", ["genus": "Aloe"])) }
            plant.object.setValue("Bitter", forKey: "nickname")
        }
        #expect(words(change).contains("Plant.nickname was used off the queue"))
        let insertion = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            _ = try GardenStack.container().newBackgroundContext().make("Plant")
        }
        #expect(words(insertion).contains("init(entity:insertInto:) was used off the queue"))
        let relationship = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let context = try GardenStack.container().newBackgroundContext()
            let seed = context.performAndWait { Held(context.make("Seed")) }
            _ = seed.object.value(forKey: "plant")
        }
        #expect(words(relationship).contains("Seed.plant was used off the queue"))
        let changes = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            _ = try GardenStack.container().newBackgroundContext().hasChanges
        }
        #expect(words(changes).contains("hasChanges was used off the queue"))
        let info = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            _ = try GardenStack.container().newBackgroundContext().userInfo
        }
        #expect(words(info).contains("userInfo was used off the queue"))
        let fetch = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            _ = try GardenStack.container().newBackgroundContext().all("Plant")
        }
        #expect(words(fetch).contains("fetch(_:) was used off the queue"))
    }

    @Test("What else an object, a relationship set and a controller can be asked") func restIsFound() async {
        func words(_ result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }
        let ids = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plant = try CheckedPlant()
            withExtendedLifetime(plant.context) { _ = plant.object.objectIDs(forRelationshipNamed: "seeds") }
        }
        #expect(words(ids).contains("was used off the queue"))
        let fault = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plant = try CheckedPlant()
            withExtendedLifetime(plant.context) { _ = plant.object.hasFault(forRelationshipNamed: "seeds") }
        }
        #expect(words(fault).contains("was used off the queue"))
        let access = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plant = try CheckedPlant()
            withExtendedLifetime(plant.context) { plant.object.willAccessValue(forKey: nil) }
        }
        #expect(words(access).contains("was used off the queue"))
        let change = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plant = try CheckedPlant()
            withExtendedLifetime(plant.context) { plant.object.willChangeValue(forKey: "genus") }
        }
        #expect(words(change).contains("was used off the queue"))
        let changed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plant = try CheckedPlant()
            withExtendedLifetime(plant.context) { plant.object.didChangeValue(forKey: "genus") }
        }
        #expect(words(changed).contains("was used off the queue"))
        let insertion = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plant = try CheckedPlant()
            try withExtendedLifetime(plant.context) { try plant.object.validateForInsert() }
        }
        #expect(words(insertion).contains("was used off the queue"))
        let set = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plant = try CheckedPlant()
            let set = plant.context.performAndWait {
                HeldValue(plant.object.mutableSetValue(forKey: "seeds"))
            }
            _ = set.value.count
        }
        #expect(words(set).contains("was used off the queue"))
        let guarding = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plant = try CheckedPlant()
            try plant.context.performAndWait { try plant.context.save() }
            plant.context.detectConflicts(for: plant.object)
        }
        #expect(words(guarding).contains("was used off the queue"))
        let controller = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plant = try CheckedPlant()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
            request.fetchBatchSize = 10
            try NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: plant.context, sectionNameKeyPath: nil, cacheName: nil
            ).performFetch()
        }
        #expect(words(controller).contains("was used off the queue"))
        let fetched = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plant = try CheckedPlant()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
            request.fetchBatchSize = 10
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: plant.context, sectionNameKeyPath: nil, cacheName: nil)
            let held = HeldValue(controller)
            try plant.context.performAndWait { try held.value.performFetch() }
            _ = controller.object(at: IndexPath(row: 0, section: 0))
        }
        #expect(words(fetched).contains("was used off the queue"))
    }

    /// A plant in a context that the checker watches.
    private struct CheckedPlant {
        let context: NSManagedObjectContext
        let object: NSManagedObject

        init() throws {
            setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
            let context = try GardenStack.container().newBackgroundContext()
            self.context = context
            object = context.performAndWait { Held(context.make("Plant", ["genus": "Aloe"])) }.object
        }
    }
}
