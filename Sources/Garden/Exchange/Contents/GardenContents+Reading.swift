import CoreData
import Foundation

extension GardenContents {
    /// Everything that is in the garden, in the order of the screens, the pictures left where they are.
    ///
    /// A kind is read by one question, so a sowing that is moved to another plant meanwhile is here once. What belongs
    /// to a plant or list that came after those were read is left out: it came after this moment as well.
    init(_ context: NSManagedObjectContext) throws {
        plants = try Self.plants(context)
        lists = try Self.lists(context)
    }

    private static func plants(_ context: NSManagedObjectContext) throws -> [FilePlant] {
        let pictured = Set(try context.values(Plant.self, ["id"], where: .hasPicture).map { $0.id() })
        var plants = try context.values(Plant.self, ["id", "genus", "species"], by: ["sortKey"]).map { values in
            FilePlant(
                id: values.id(), name: PlantForm(genus: values.text("genus"), species: values.text("species")),
                picture: pictured.contains(values.id()) ? .stored : nil)
        }
        let places = Dictionary(
            plants.enumerated().map { ($1.id ?? .missing, $0) }, uniquingKeysWith: { first, _ in first })
        let request = NSFetchRequest<Seed>(entityName: "Seed")
        request.sortDescriptors = [
            NSSortDescriptor(key: "plantID", ascending: true), NSSortDescriptor(key: "sortKey", ascending: false),
        ]
        for seed in try context.fetch(request) {
            guard let place = places[seed.plantID ?? .missing] else { continue }
            plants[place].sowings.append(
                FileSowing(
                    id: seed.id, day: seed.day, seeds: Int(seed.numberOfSeeds), note: seed.note ?? "",
                    createdAt: seed.createdAt))
        }
        return plants
    }

    private static func lists(_ context: NSManagedObjectContext) throws -> [FileList] {
        var lists = try context.values(Lists.self, ["id", "name"], by: ["sortKey"]).map { values in
            FileList(id: values.id(), name: values.text("name"))
        }
        let places = Dictionary(
            lists.enumerated().map { ($1.id ?? .missing, $0) }, uniquingKeysWith: { first, _ in first })
        let pictured = Set(try context.values(Item.self, ["id"], where: .hasPicture).map { $0.id() })
        let items = try context.values(
            Item.self, ["id", "listID", "name", "isDone"], by: ["listID", "sortKey"])
        for values in items {
            guard let place = places[values.id("listID")] else { continue }
            lists[place].items.append(
                FileItem(
                    id: values.id(), name: values.text("name"), isDone: values.isTrue("isDone"),
                    picture: pictured.contains(values.id()) ? .stored : nil))
        }
        return lists
    }
}

extension NSPredicate {
    /// Which plants or items have a picture.
    static var hasPicture: NSPredicate { NSPredicate(format: "imageID != nil") }
}

extension NSManagedObjectContext {
    /// The pictures of some plants or items, by id; nothing for those without one.
    func pictures<Owner: NSManagedObject & Pictured>(of type: Owner.Type, _ ids: [UUID]) throws -> [UUID: Data] {
        // As objects: a dictionary would copy each picture byte by byte.
        let request = NSFetchRequest<Owner>(entityName: String(describing: type))
        request.predicate = NSPredicate(format: "id IN %@", ids)
        var pictures: [UUID: Data] = [:]
        for owner in try fetch(request) { pictures[owner.id ?? .missing] = owner.image }
        return pictures
    }
}
