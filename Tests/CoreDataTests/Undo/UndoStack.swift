import CoreData
import Foundation
import Testing

/// A model with a relationship of every kind, and contexts with undo managers.
enum UndoStack {
    static let model: NSManagedObjectModel = {
        let plant = entity(
            "Plant",
            [
                attribute("name", .stringAttributeType), attribute("rating", .integer32AttributeType),
                attribute("day", .dateAttributeType), attribute("id", .UUIDAttributeType),
                attribute("price", .decimalAttributeType), attribute("photo", .binaryDataAttributeType),
                attribute("extra", .transformableAttributeType),
                attribute("scratch", .stringAttributeType, transient: true),
            ])
        plant.managedObjectClassName = "CoreDataTests.UndonePlant"
        let seed = entity("Seed", [attribute("name", .stringAttributeType)])
        let tag = entity("Tag", [attribute("name", .stringAttributeType)])
        let bed = entity("Bed", [attribute("name", .stringAttributeType)])
        let label = entity("Label", [attribute("name", .stringAttributeType)])
        relate(plant, "seeds", .many, rule: .cascadeDeleteRule, seed, "plant")
        relate(plant, "tags", .many, tag, "plants", .many)
        relate(bed, "plants", .many, ordered: true, plant, "bed")
        relate(bed, "tags", .many, ordered: true, tag, "beds", .many)
        relate(plant, "children", .many, plant, "parent")
        relate(plant, "next", .one, plant, "previous")
        relate(plant, "labels", .many, rule: .denyDeleteRule, label, "plant")
        relate(bed, "signs", .many, rule: .noActionDeleteRule, label, "sign")
        // One way only.
        let favourites = NSRelationshipDescription()
        favourites.name = "favourites"
        favourites.destinationEntity = tag
        favourites.maxCount = 0
        favourites.deleteRule = .nullifyDeleteRule
        bed.properties.append(favourites)
        let model = NSManagedObjectModel()
        model.entities = [plant, seed, tag, bed, label]
        return model
    }()

    static func plant(_ context: NSManagedObjectContext, _ values: [String: Any] = [:]) throws -> UndonePlant {
        try #require(context.make("Plant", values) as? UndonePlant)
    }

    /// Runs `body` on a context of a new store, with an undo manager where each processing of changes is a group.
    static func run<T>(
        byEvent: Bool = false, _ body: (NSManagedObjectContext, UndoManager) throws -> T
    ) throws -> T {
        let container = try GardenStack.container(model: model)
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            let manager = UndoManager()
            manager.groupsByEvent = byEvent
            context.undoManager = manager
            return try body(context, manager)
        }
    }
}

/// Notes what is called on it.
final class UndonePlant: NSManagedObject {
    var calls: [String] = []

    func taken() -> [String] {
        defer { calls = [] }
        return calls
    }

    override func awakeFromInsert() {
        super.awakeFromInsert()
        calls.append("awakeFromInsert")
    }

    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        calls.append("snapshot \(flags.rawValue)")
    }
}

extension NSManagedObject {
    /// The names at the other end of a relationship, in their order if they have one.
    func names(_ key: String) -> [String] {
        switch value(forKey: key) {
        case let set as NSOrderedSet: set.array.compactMap { ($0 as? NSManagedObject)?.text("name") }
        case let set as NSSet: set.allObjects.compactMap { ($0 as? NSManagedObject)?.text("name") }.sorted()
        case let object as NSManagedObject: object.text("name").map { [$0] } ?? []
        default: []
        }
    }
}
