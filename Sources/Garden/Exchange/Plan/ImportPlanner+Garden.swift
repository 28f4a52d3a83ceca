import CoreData
import Foundation

/// What of the garden a file is compared with.
extension ImportPlanner {
    /// The plants that have one of the file's ids or names.
    func gardenPlants(_ file: [NamedThing]) throws -> [NamedThing] {
        try garden(Plant.self, ["genus", "species"], file) { $0.key.name }
    }

    /// The lists that have one of the file's ids or names.
    func gardenLists(_ file: [NamedThing]) throws -> [NamedThing] {
        try garden(Lists.self, ["name"], file) { $0.key.name }
    }

    private func garden<Object: NSManagedObject>(
        _ type: Object.Type, _ names: [String], _ file: [NamedThing], key: (NamedThing) -> String
    ) throws -> [NamedThing] {
        var found: [NamedThing] = []
        func add(_ condition: String, _ values: [Any], _ context: NSManagedObjectContext) throws {
            let predicate = NSPredicate(format: condition, argumentArray: [values])
            for values in try context.values(type, ["id", "nameKey", "version"] + names, where: predicate) {
                found.append(
                    NamedThing(
                        id: values.id(), key: .init(name: values.text("nameKey")), names: names.map(values.text),
                        version: values.number("version")))
            }
        }
        try context.inPortions(file.compactMap(\.id)) { try add("id IN %@", $1, $0) }
        try context.inPortions(file.map(key)) { try add("nameKey IN %@", $1, $0) }
        return found
    }

    /// The items that have one of the file's ids, and all of some lists.
    func gardenItems(_ file: [NamedThing], lists: Set<UUID>) throws -> [NamedThing] {
        var found: [NamedThing] = []
        func add(_ condition: String, _ values: [UUID], _ context: NSManagedObjectContext) throws {
            let predicate = NSPredicate(format: condition, argumentArray: [values])
            let keys = ["id", "listID", "nameKey", "name", "isDone", "version"]
            for values in try context.values(Item.self, keys, where: predicate) {
                found.append(
                    NamedThing(
                        id: values.id(), key: .init(list: values.id("listID"), name: values.text("nameKey")),
                        names: [values.text("name")], isDone: values.isTrue("isDone"), version: values.number("version")
                    ))
            }
        }
        try context.inPortions(file.compactMap(\.id)) { try add("id IN %@", $1, $0) }
        try context.inPortions(Array(lists)) { try add("listID IN %@", $1, $0) }
        return found
    }

    /// The sowings that have one of these ids.
    func gardenSowings(withIDs ids: [UUID]) throws -> [GardenSowing] {
        var found: [GardenSowing] = []
        try context.inPortions(ids) { context, ids in
            try context.forEachSowing(NSPredicate(format: "id IN %@", ids)) { found.append($0) }
        }
        return found
    }

    /// Does something with every sowing of some plants.
    func forEachSowing(of plants: [UUID], _ work: (GardenSowing) -> Void) throws {
        try context.inPortions(plants) { context, plants in
            try context.forEachSowing(NSPredicate(format: "plantID IN %@", plants), work)
        }
    }

    /// Adds the names of plants and lists that are not known yet.
    func addNames(of ids: Set<UUID>, to names: inout [UUID: String]) throws {
        var found: [UUID: String] = [:]
        try context.inPortions(ids.filter { names[$0] == nil }) { context, ids in
            let predicate = NSPredicate(format: "id IN %@", ids)
            for values in try context.values(Plant.self, ["id", "genus", "species"], where: predicate) {
                found[values.id()] = PlantForm(genus: values.text("genus"), species: values.text("species")).name
            }
            for values in try context.values(Lists.self, ["id", "name"], where: predicate) {
                found[values.id()] = values.text("name")
            }
        }
        names.merge(found) { first, _ in first }
    }
}

extension NSManagedObjectContext {
    fileprivate func forEachSowing(_ predicate: NSPredicate, _ work: (GardenSowing) -> Void) throws {
        let request = NSFetchRequest<Seed>(entityName: "Seed")
        request.predicate = predicate
        for seed in try fetch(request) {
            work(
                GardenSowing(
                    id: seed.id ?? .missing,
                    content: SowingContent(
                        plantID: seed.plantID ?? .missing, day: seed.day, seeds: Int(seed.numberOfSeeds),
                        note: seed.note ?? ""),
                    version: Int(seed.version)))
        }
    }
}
