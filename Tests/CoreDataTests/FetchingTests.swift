import Foundation
import Testing

@testable import CoreData

@Suite struct FetchingTests {
    @Test func fetches() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
        let c = try EngineSmokeTests().container(url)
        let context = c.newBackgroundContext()
        try context.performAndWait {
            for (g, s, n) in [
                ("Conophytum", "bilobum", 3), ("Conophytum", "Pellúcidum", 0), ("Lithops", "aucampiae", 5),
                ("astrophytum", "x", 1),
            ] {
                let plant = NSEntityDescription.insertNewObject(forEntityName: "Plant", into: context)
                plant.setValue(g, forKey: "genus")
                plant.setValue(s, forKey: "species")
                for i in 0..<n {
                    let seed = NSEntityDescription.insertNewObject(forEntityName: "Seed", into: context)
                    seed.setValue(i * 10, forKey: "numberOfSeeds")
                    seed.setValue(Date(timeIntervalSinceReferenceDate: Double(i)), forKey: "dateSown")
                    seed.setValue(plant, forKey: "plant")
                    seed.setValue(i == 0 ? nil : "n\(i)", forKey: "note")
                }
            }
            func check(_ entity: String, _ format: String, _ args: [Any?], _ expected: Int) throws {
                let r = NSFetchRequest<NSManagedObject>(entityName: entity)
                r.predicate = try NSPredicate.parse(format, arguments: args)
                let objects = try context.fetch(r)
                #expect(objects.count == expected, "\(format) gives \(objects.count)")
                #expect(try context.count(for: r) == expected)
            }
            func all() throws {
                try check("Plant", "genus == %@", ["Conophytum"], 2)
                try check("Plant", "genus ==[c] %@", ["ASTROPHYTUM"], 1)
                try check("Plant", "species CONTAINS[cd] %@", ["pellu"], 1)
                try check("Plant", "genus BEGINSWITH %@", ["Con"], 2)
                try check("Plant", "genus LIKE[c] %@", ["*PHYT*"], 3)
                try check("Plant", "seeds.@count == 0", [], 1)
                try check("Plant", "seeds.@count > 2", [], 2)
                try check("Plant", "ANY seeds.numberOfSeeds >= %d", [40], 1)
                try check("Plant", "NONE seeds.numberOfSeeds >= %d", [40], 3)
                try check("Plant", "SUBQUERY(seeds, $s, $s.numberOfSeeds > 0 AND $s.note == 'n1').@count > 0", [], 2)
                try check("Seed", "plant.genus == %@", ["Lithops"], 5)
                try check("Seed", "plant.genus IN %@", [["Lithops", "Conophytum"]], 8)
                try check("Seed", "note != %@", ["n1"], 4)
                try check("Seed", "NOT (note == %@)", ["n1"], 4)
                try check("Seed", "note == nil", [], 3)
                try check("Seed", "numberOfSeeds BETWEEN {10, 20}", [], 4)
                try check(
                    "Seed", "dateSown >= %@ AND dateSown < %@",
                    [Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 3)], 4)
                try check("Seed", "numberOfSeeds IN {}", [], 0)
                try check("Seed", "numberOfSeeds + 5 > 40", [], 1)
                try check("Plant", "TRUEPREDICATE", [], 4)
            }
            try all()
            try context.save()
            try all()
            context.reset()
            try all()
            let plant = try context.fetch(
                {
                    let r = NSFetchRequest<NSManagedObject>(entityName: "Plant");
                    r.predicate = NSPredicate(format: "genus == %@", "Lithops"); return r
                }())[0]
            try check("Seed", "plant == %@", [plant], 5)
            let r = NSFetchRequest<NSManagedObject>(entityName: "Seed")
            r.sortDescriptors = [
                NSSortDescriptor(key: "plant.genus", ascending: true),
                NSSortDescriptor(key: "numberOfSeeds", ascending: false),
            ]
            r.fetchLimit = 3
            r.fetchOffset = 1
            #expect(try context.fetch(r).map { $0.value(forKey: "numberOfSeeds") as? Int } == [10, 0, 40])
            r.predicate = NSPredicate(format: "shop.nothing == 1")
            #expect(throws: (any Error).self) { try context.fetch(r) }
        }
    }
}
