import CoreData
import Foundation

/// A plant, with the accessors that the build plugin would generate.
final class Plant: NSManagedObject {
    var genus: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }
    var sowings: NSSet? { objects(at: 1) }
    var species: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }
    var uuid: UUID? {
        get { uuid(at: 3) }
        set { setUUID(newValue, at: 3) }
    }
}

/// A sowing, with the accessors that the build plugin would generate.
final class Sowing: NSManagedObject {
    var dateSown: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }
    var note: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }
    var plant: Plant? {
        get { object(at: 2) as? Plant }
        set { setObject(newValue, at: 2) }
    }
    var seedCount: Int64 {
        get { int64(at: 3) }
        set { setInt64(newValue, at: 3) }
    }
    var uuid: UUID? {
        get { uuid(at: 4) }
        set { setUUID(newValue, at: 4) }
    }
}

enum BenchmarkModel {
    static let plain = make(hasDateIndex: false)
    /// With an index on the date of a sowing.
    static let dated = make(hasDateIndex: true)

    /// Makes the classes known as what they stand for: classes that are generated whole.
    private static let registration: Void = ManagedModelRegistry.register(
        RegisteredModel(
            name: "Benchmarks", module: "Benchmarks", versions: [],
            classes: [
                RegisteredClass(
                    name: "Plant", type: { Plant.self },
                    slots: [
                        SlotDeclaration("genus", .string), SlotDeclaration("sowings", .toMany),
                        SlotDeclaration("species", .string), SlotDeclaration("uuid", .uuid),
                    ], isGenerated: true),
                RegisteredClass(
                    name: "Sowing", type: { Sowing.self },
                    slots: [
                        SlotDeclaration("dateSown", .date), SlotDeclaration("note", .string),
                        SlotDeclaration("plant", .toOne), SlotDeclaration("seedCount", .int64),
                        SlotDeclaration("uuid", .uuid),
                    ], isGenerated: true),
            ]))

    private static func make(hasDateIndex: Bool) -> NSManagedObjectModel {
        _ = registration
        func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
        let plant = NSEntityDescription()
        plant.name = "Plant"
        plant.managedObjectClassName = "Benchmarks.Plant"
        let sowing = NSEntityDescription()
        sowing.name = "Sowing"
        sowing.managedObjectClassName = "Benchmarks.Sowing"
        let sowings = NSRelationshipDescription()
        sowings.name = "sowings"
        sowings.destinationEntity = sowing
        sowings.maxCount = 0
        sowings.deleteRule = .cascadeDeleteRule
        let owner = NSRelationshipDescription()
        owner.name = "plant"
        owner.destinationEntity = plant
        owner.maxCount = 1
        owner.deleteRule = .nullifyDeleteRule
        sowings.inverseRelationship = owner
        owner.inverseRelationship = sowings
        plant.properties = [
            attribute("uuid", .UUIDAttributeType), attribute("genus", .stringAttributeType),
            attribute("species", .stringAttributeType), sowings,
        ]
        sowing.properties = [
            attribute("uuid", .UUIDAttributeType), attribute("dateSown", .dateAttributeType),
            attribute("seedCount", .integer64AttributeType), attribute("note", .stringAttributeType), owner,
        ]
        let model = NSManagedObjectModel()
        model.entities = [plant, sowing]
        if hasDateIndex, let date = sowing.attributesByName["dateSown"] {
            let element = NSFetchIndexElementDescription(property: date, collationType: .binary)
            sowing.indexes = [NSFetchIndexDescription(name: "byDateSown", elements: [element])]
        }
        return model
    }
}
