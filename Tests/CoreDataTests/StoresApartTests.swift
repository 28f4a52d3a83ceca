import CoreData
import Foundation
import Testing

@Suite("The stores of one coordinator are kept apart") struct StoresApartTests {
    /// Runs `body` with a coordinator of two stores.
    private func run(
        _ body: (NSManagedObjectContext, (first: NSPersistentStore, second: NSPersistentStore)) throws -> Void
    ) throws {
        let container = try GardenStack.container()
        let coordinator = container.persistentStoreCoordinator
        let second = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: GardenStack.url())
        let context = container.newBackgroundContext()
        try context.performAndWait { try body(context, (coordinator.persistentStores[0], second)) }
    }

    @Test("A relationship between two stores is refused before anything is written, and can be mended")
    func relationships() throws {
        try run { context, stores in
            // The same primary keys are in both.
            for store in [stores.first, stores.second] {
                context.assign(context.make("Plant", ["genus": "other"]), to: store)
            }
            try context.save()
            let (plant, seed) = (context.make("Plant", ["genus": "Lithops"]), context.make("Seed"))
            let tag = context.make("Tag", ["name": "hardy"])
            context.assign(plant, to: stores.first)
            context.assign(seed, to: stores.second)
            context.assign(tag, to: stores.first)
            seed.setValue(plant, forKey: "plant")
            for _ in 0..<2 {
                #expect(code { try context.save() } == NSManagedObjectReferentialIntegrityError)
                #expect(context.insertedObjects.count == 3 && seed.value(forKey: "plant") as? NSManagedObject === plant)
            }
            seed.setValue(nil, forKey: "plant")
            plant.mutableSetValue(forKey: "tags").add(tag)
            try context.save()
            // Saved objects are no different, nor is a relationship to many.
            seed.setValue(plant, forKey: "plant")
            #expect(code { try context.save() } == NSManagedObjectReferentialIntegrityError)
            context.rollback()
            let others = try context.all("Plant", "genus == 'other'")
            let there = others.first { $0.objectID.persistentStore === stores.second }
            there?.mutableSetValue(forKey: "tags").add(tag)
            #expect(code { try context.save() } == NSManagedObjectReferentialIntegrityError)
            context.rollback()
            #expect((tag.value(forKey: "plants") as? NSSet)?.count == 1)
        }
    }

    @Test("Changes of objects whose store was removed are refused, and touch no row of another store")
    func removed() throws {
        try run { context, stores in
            let seeds = [stores.first, stores.second].enumerated().map { number, store in
                let seed = context.make("Seed", ["number": number])
                context.assign(seed, to: store)
                return seed
            }
            try context.save()
            try context.persistentStoreCoordinator?.remove(stores.second)
            seeds[1].setValue(9, forKey: "number")
            #expect(code { try context.save() } == NSPersistentStoreSaveError)
            context.rollback()
            context.delete(seeds[1])
            #expect(code { try context.save() } == NSPersistentStoreSaveError)
            context.rollback()
            context.detectConflicts(for: seeds[1])
            context.make("Tag")
            #expect(code { try context.save() } == NSPersistentStoreSaveError)
            context.reset()
            #expect(try context.all("Seed").map { $0.number("number") } == [0])
            context.make("Tag")
            try context.save()
        }
    }

    @Test("A store is added once; what failed to open leaves the coordinator as it was")
    func once() throws {
        let url = try GardenStack.url()
        let coordinator = try GardenStack.container(url).persistentStoreCoordinator
        for again in [url, url.deletingLastPathComponent().appendingPathComponent("./Store.sqlite")] {
            let error = code {
                try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: again)
            }
            #expect(error == NSPersistentStoreOpenError)
        }
        #expect(coordinator.persistentStores.count == 1)
        for _ in 0..<300 {
            #expect(code { try coordinator.addPersistentStore(ofType: "?", configurationName: nil, at: nil) } != nil)
        }
        // Stores in memory are each of their own.
        for _ in 0..<2 {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: "/dev/null"))
            try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        }
        #expect(coordinator.persistentStores.count == 5)
    }

    @Test("Dictionaries of all stores come in one order, once each, in one window; sums do not span stores")
    func dictionaries() throws {
        try run { context, stores in
            for number in 0..<8 {
                let seed = context.make("Seed", ["number": number % 4, "note": "n\(9 - number % 4)"])
                context.assign(seed, to: number % 2 == 0 ? stores.first : stores.second)
            }
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Seed")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["number"]
            func numbers() throws -> [Int] {
                let rows = try context.fetch(request)
                #expect(rows.allSatisfy { $0.count == 1 })
                return rows.compactMap { $0["number"] as? Int }
            }
            // What they are sorted by is not among what is returned.
            request.sortDescriptors = [NSSortDescriptor(key: "note", ascending: true)]
            #expect(try numbers() == [3, 3, 2, 2, 1, 1, 0, 0])
            (request.fetchOffset, request.fetchLimit) = (1, 4)
            #expect(try numbers() == [3, 2, 2, 1])
            request.returnsDistinctResults = true
            #expect(try numbers() == [2, 1, 0])
            (request.fetchOffset, request.fetchLimit) = (9, Int.max)
            #expect(try numbers() == [])
            request.propertiesToGroupBy = ["number"]
            #expect(code { _ = try context.fetch(request) } == NSPersistentStoreUnsupportedRequestTypeError)
            request.affectedStores = [stores.first]
            (request.fetchOffset, request.fetchLimit) = (0, 0)
            #expect(try numbers().sorted() == [0, 2])
        }
    }
}
