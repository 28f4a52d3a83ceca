import CoreData
import Foundation

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
        relate(plant, "seeds", rule: .cascadeDeleteRule, many: true, seed, "plant")
        relate(plant, "tags", many: true, tag, "plants", backMany: true)
        relate(bed, "plants", many: true, ordered: true, plant, "bed")
        relate(bed, "tags", many: true, ordered: true, tag, "beds", backMany: true)
        relate(plant, "children", many: true, plant, "parent")
        relate(plant, "next", plant, "previous")
        relate(plant, "labels", rule: .denyDeleteRule, many: true, label, "plant")
        relate(bed, "signs", rule: .noActionDeleteRule, many: true, label, "sign")
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

    private static func attribute(
        _ name: String, _ type: NSAttributeType, transient: Bool = false
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = true
        attribute.isTransient = transient
        return attribute
    }

    private static func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        return entity
    }

    private static func relate(
        _ one: NSEntityDescription, _ there: String, rule: NSDeleteRule = .nullifyDeleteRule, many: Bool = false,
        ordered: Bool = false, _ other: NSEntityDescription, _ back: String, backMany: Bool = false
    ) {
        func make(_ name: String, _ destination: NSEntityDescription, many: Bool) -> NSRelationshipDescription {
            let relationship = NSRelationshipDescription()
            relationship.name = name
            relationship.destinationEntity = destination
            relationship.maxCount = many ? 0 : 1
            relationship.deleteRule = .nullifyDeleteRule
            return relationship
        }
        let (out, home) = (make(there, other, many: many), make(back, one, many: backMany))
        out.deleteRule = rule
        out.isOrdered = ordered
        out.inverseRelationship = home
        home.inverseRelationship = out
        one.properties.append(out)
        other.properties.append(home)
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
