import CoreData
import Foundation
import Testing

/// The same edits made in one context, and spread over three levels of contexts, come to the same.
@Suite("Random edits at random levels") struct RandomLevelsTests {
    @Test("Edits that go up level by level leave what edits in one context leave", arguments: 1...6)
    func levels(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let (plain, layered) = (try GardenStack.container(), try GardenStack.container())
        let single = plain.newBackgroundContext()
        var levels = [layered.newBackgroundContext()]
        for _ in 0..<2 { levels.append(levels[levels.count - 1].child()) }
        var edits = GardenEdits()
        for round in 0..<40 {
            let batch = (0..<Int.random(in: 1...8, using: &random)).map { _ in edits.next(&random) }
            let level = Int.random(in: 0...2, using: &random)
            try single.performAndWait { for edit in batch { try edit.make(in: single) } }
            try levels[level].performAndWait { for edit in batch { try edit.make(in: levels[level]) } }
            for context in levels[...level].dropFirst().reversed() {
                try context.performAndWait { try context.save() }
            }
            if Int.random(in: 0...3, using: &random) == 0 {
                try single.performAndWait { try single.save() }
                try levels[0].performAndWait { try levels[0].save() }
            }
            let wanted = try single.performAndWait { try GardenEdits.graph(of: single) }
            for (number, context) in levels.enumerated() {
                try context.performAndWait {
                    if number > level { context.refreshAllObjects() }
                    let seen = try GardenEdits.graph(of: context)
                    #expect(seen == wanted, "round \(round), edited at \(level), seen at \(number)")
                }
            }
            // One round that is wrong makes all later ones wrong.
            guard try levels[0].performAndWait({ try GardenEdits.graph(of: levels[0]) == wanted }) else { return }
        }
        try levels[0].performAndWait { try levels[0].save() }
        try single.performAndWait { try single.save() }
        let fresh = layered.newBackgroundContext()
        #expect(
            try fresh.performAndWait { try GardenEdits.graph(of: fresh) }
                == single.performAndWait { try GardenEdits.graph(of: single) })
    }
}

/// Edits of plants, seeds, tags and beds by their names, so that they can be made in any context.
struct GardenEdits {
    private var count = 0

    enum Edit {
        case add(String, String)
        case delete(String, Int)
        case rename(String, Int, String)
        case put(String, Int, String, Int?)
        case tag(Int, Int, Bool)
        case plantInBed(Int, Int, at: Int)

        private static let names = ["Plant": "genus", "Seed": "note", "Tag": "name", "Bed": "name"]

        /// The object that stands at a place of those of an entity by name, counted round.
        private func pick(_ entity: String, _ place: Int, _ context: NSManagedObjectContext) throws -> NSManagedObject?
        {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.sortDescriptors = [NSSortDescriptor(key: Self.names[entity], ascending: true)]
            let all = try context.fetch(request)
            return all.isEmpty ? nil : all[place % all.count]
        }

        func make(in context: NSManagedObjectContext) throws {
            switch self {
            case .add(let entity, let name):
                context.make(entity, [Self.names[entity] ?? "": name])
            case .delete(let entity, let place):
                guard let object = try pick(entity, place, context) else { return }
                // A bed with plants may not be deleted.
                if entity == "Bed" { object.setValue(NSOrderedSet(), forKey: "plants") }
                context.delete(object)
                context.processPendingChanges()
            case .rename(let entity, let place, let name):
                try pick(entity, place, context)?.setValue(name, forKey: Self.names[entity] ?? "")
            case .put(let entity, let place, let key, let target):
                let object = try pick(entity, place, context)
                let destination = key == "plant" ? "Plant" : "Bed"
                object?.setValue(try target.flatMap { try pick(destination, $0, context) }, forKey: key)
            case .tag(let plant, let tag, let isOn):
                guard let plant = try pick("Plant", plant, context), let tag = try pick("Tag", tag, context) else {
                    return
                }
                let tags = plant.mutableSetValue(forKey: "tags")
                if isOn { tags.add(tag) } else { tags.remove(tag) }
            case .plantInBed(let bed, let plant, let place):
                guard let bed = try pick("Bed", bed, context), let plant = try pick("Plant", plant, context) else {
                    return
                }
                var plants = (bed.value(forKey: "plants") as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
                plants.removeAll { $0 === plant }
                plants.insert(plant, at: min(place, plants.count))
                bed.setValue(NSOrderedSet(array: plants), forKey: "plants")
            }
        }
    }

    mutating func next(_ random: inout SeededRandom) -> Edit {
        count += 1
        let entity = ["Plant", "Seed", "Seed", "Tag", "Bed"][Int.random(in: 0...4, using: &random)]
        let (a, b) = (Int.random(in: 0...99, using: &random), Int.random(in: 0...99, using: &random))
        switch Int.random(in: 0...9, using: &random) {
        case 0...2: return .add(entity, "\(entity) \(count)")
        case 3: return .delete(entity, a)
        case 4: return .rename(entity, a, "\(entity) \(count) anew")
        case 5, 6: return .put("Seed", a, "plant", b % 5 == 0 ? nil : b)
        case 7: return .tag(a, b, Int.random(in: 0...2, using: &random) > 0)
        default: return .plantInBed(a, b, at: Int.random(in: 0...3, using: &random))
        }
    }

    /// Everything that can be seen, from every side.
    static func graph(of context: NSManagedObjectContext) throws -> [String] {
        func names(_ value: Any?, _ key: String) -> [String] {
            if let ordered = value as? NSOrderedSet {
                return ordered.map { ($0 as? NSManagedObject)?.text(key) ?? "nil" }
            }
            if let set = value as? NSSet { return set.map { ($0 as? NSManagedObject)?.text(key) ?? "nil" }.sorted() }
            return [(value as? NSManagedObject)?.text(key) ?? "nil"]
        }
        let plants = try context.all("Plant").map { plant in
            "\(names(plant, "genus")) seeds \(names(plant.value(forKey: "seeds"), "note")) tags "
                + "\(names(plant.value(forKey: "tags"), "name")) bed \(names(plant.value(forKey: "bed"), "name"))"
        }
        let seeds = try context.all("Seed").map {
            "\(names($0, "note")) plant \(names($0.value(forKey: "plant"), "genus"))"
        }
        let tags = try context.all("Tag").map {
            "\(names($0, "name")) plants \(names($0.value(forKey: "plants"), "genus"))"
        }
        let beds = try context.all("Bed").map {
            "\(names($0, "name")) plants \(names($0.value(forKey: "plants"), "genus"))"
        }
        return (plants + seeds + tags + beds).sorted()
    }
}
