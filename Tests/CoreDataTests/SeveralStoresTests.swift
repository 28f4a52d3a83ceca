import CoreData
import Testing

@Suite("A coordinator with several stores") struct SeveralStoresTests {
    @Test(
        "A fetch puts the objects of all stores in one order and takes its window of that",
        arguments: [(0, 0, [1, 2, 3, 4, 5, 6]), (2, 0, [1, 2]), (3, 2, [3, 4, 5]), (0, 4, [5, 6]), (2, 9, [])])
    func window(limit: Int, offset: Int, expected: [Int]) throws {
        let container = try GardenStack.container()
        let coordinator = container.persistentStoreCoordinator
        let second = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: GardenStack.url())
        for (store, numbers) in [(coordinator.persistentStores[0], [6, 1, 4]), (second, [2, 5, 3])] {
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for number in numbers { context.assign(context.make("Seed", ["number": number]), to: store) }
                try context.save()
            }
        }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            request.fetchLimit = limit
            request.fetchOffset = offset
            let numbers = try context.fetch(request).map { $0.number("number") }
            #expect(numbers == expected)
        }
    }

    @Test("Each object goes to the store it was assigned to, from a child context too", arguments: [false, true])
    func assigned(fromChild: Bool) throws {
        let container = try GardenStack.container()
        let coordinator = container.persistentStoreCoordinator
        let second = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: GardenStack.url())
        let stores = [coordinator.persistentStores[0], second]
        let top = container.newBackgroundContext()
        let context = fromChild ? top.child() : top
        try context.performAndWait {
            for number in 0..<6 {
                let seed = context.make("Seed", ["number": number])
                context.assign(seed, to: stores[number % 2])
                if number > 3 { try context.obtainPermanentIDs(for: [seed]) }
            }
            context.make("Seed", ["number": 6])
            try context.save()
        }
        try top.performAndWait {
            try top.save()
            for seed in try top.all("Seed") {
                let number = try #require(seed.number("number"))
                #expect(seed.objectID.persistentStore === stores[number % 2], "\(number)")
            }
        }
    }
}
