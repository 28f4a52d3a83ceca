import CoreData
import Foundation
import Testing

@Suite("Prefetching") struct PrefetchingTests {
    @Test("Prefetching along two steps through many-to-many, to-one and ordered relationships")
    func prefetching() throws {
        var random = Random(state: 3)
        let container = try GardenStack.container()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let tags = (0..<15).map { context.make("Tag", ["name": "t\($0)"]) }
            let beds = (0..<6).map { context.make("Bed", ["name": "b\($0)"]) }
            for n in 0..<200 {
                let plant = context.make(n % 4 == 0 ? "Tree" : "Plant", ["genus": "g\(n)"])
                plant.setValue(NSSet(array: (0..<random.next(4)).map { _ in tags[random.next(15)] }), forKey: "tags")
                if random.next(3) > 0 { plant.setValue(beds[random.next(6)], forKey: "bed") }
                for s in 0..<random.next(3) { context.make("Seed", ["plant": plant, "number": s]) }
            }
            try context.save()
            func size(_ object: NSManagedObject, _ key: String) -> Int {
                (object.value(forKey: key) as? NSSet)?.count ?? -1
            }
            func line(_ plant: NSManagedObject) -> String {
                let tags: Set<NSManagedObject> = (plant.value(forKey: "tags") as? Set<NSManagedObject>) ?? []
                var names: [String] = []
                for tag in tags { names.append((tag.text("name") ?? "") + String(size(tag, "plants"))) }
                let bed = plant.value(forKey: "bed") as? NSManagedObject
                let mates = (bed?.value(forKey: "plants") as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
                let order: [String] = mates.map { $0.text("genus") ?? "" }
                let text: String = plant.text("genus") ?? ""
                return text + names.sorted().joined(separator: ",") + ";" + order.joined(separator: ",") + ";"
                    + String(size(plant, "seeds"))
            }
            func picture() throws -> [String] {
                let plants = try context.all("Plant")
                return plants.map(line).sorted()
            }
            context.reset()
            let expected = try picture()
            for paths in [
                ["tags.plants"], ["tags", "tags.plants.tags"], ["bed.plants"], ["bed.plants.seeds", "tags.plants.bed"],
                ["seeds.plant.tags"],
            ] {
                for limit in [0, 3, 70, 150] {
                    for batch in [0, 6] {
                        context.reset()
                        let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
                        request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
                        request.relationshipKeyPathsForPrefetching = paths
                        request.fetchLimit = limit
                        request.fetchBatchSize = batch
                        let kept = try context.fetch(request)
                        let got = try picture()
                        let different = zip(got, expected).filter { $0 != $1 }.count
                        #expect(
                            different == 0, "\(paths) \(limit) \(batch) \(zip(got, expected).first { $0 != $1 } as Any)"
                        )
                        withExtendedLifetime(kept) {}
                    }
                }
            }
        }
    }

    @Test(
        "Prefetching for one object, and for one of its kind among others, finds what it has", arguments: [1, 2, 100])
    func single(count: Int) throws {
        try GardenStack.run { context, _ in
            for number in 0..<count {
                let plant = context.make(number == 0 ? "Tree" : "Plant", ["genus": "g\(number)"])
                for seed in 0..<3 { context.make("Seed", ["plant": plant, "number": seed]) }
                plant.setValue(NSSet(object: context.make("Tag", ["name": "t\(number)"])), forKey: "tags")
            }
            try context.save()
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            request.relationshipKeyPathsForPrefetching = ["seeds", "tags"]
            request.sortDescriptors = [NSSortDescriptor(key: "genus", ascending: true)]
            for plant in try context.fetch(request) {
                #expect((plant.value(forKey: "seeds") as? NSSet)?.count == 3)
                #expect((plant.value(forKey: "tags") as? NSSet)?.count == 1)
            }
        }
    }

    @Test("Prefetching leaves out rows of an entity that the model does not know")
    func unknownEntity() throws {
        let url = try GardenStack.url()
        let container = try GardenStack.container(url)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for bed in 0..<3 {
                let bed = context.make("Bed", ["name": "b\(bed)"])
                for plant in 0..<4 {
                    context.make("Plant", ["genus": "g\(plant)", "species": bed.text("name") ?? "", "bed": bed])
                }
            }
            try context.save()
            context.reset()
            _ = SQLiteFile(url).texts("UPDATE ZPLANT SET Z_ENT = 99 WHERE ZGENUS = 'g1'")
            let request = NSFetchRequest<NSManagedObject>(entityName: "Bed")
            request.relationshipKeyPathsForPrefetching = ["plants"]
            for bed in try context.fetch(request) {
                let plants = (bed.value(forKey: "plants") as? NSOrderedSet)?.array as? [NSManagedObject]
                #expect(plants?.map { $0.text("genus") } == ["g0", "g2", "g3"])
                #expect(plants?.allSatisfy { $0.text("species") == bed.text("name") } == true)
            }
        }
    }
}
