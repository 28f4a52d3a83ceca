@testable import CoreData

/// A model with an attribute of every kind and a relationship of every shape, built in code.
enum PredicateModel {
    static func make() -> NSManagedObjectModel {
        let thing = entity("Thing")
        let gadget = entity("Gadget")
        let person = entity("Person")
        let part = entity("Part")
        let label = entity("Label")
        thing.subentities = [gadget]
        let (things, owner) = pair("things", of: person, toMany: true, "owner", of: thing, toMany: false)
        let (parts, partOf) = pair("parts", of: thing, toMany: true, "thing", of: part, toMany: false)
        let (labels, labelled) = pair("labels", of: thing, toMany: true, "things", of: label, toMany: true)
        let (twin, twins) = pair("twin", of: thing, toMany: false, "twins", of: thing, toMany: true)
        let scratch = attribute("scratch", .stringAttributeType)
        scratch.isTransient = true
        let picture = attribute("picture", .binaryDataAttributeType)
        picture.allowsExternalBinaryDataStorage = true
        thing.properties = [
            attribute("text", .stringAttributeType), attribute("other", .stringAttributeType),
            attribute("small", .integer16AttributeType), attribute("large", .integer64AttributeType),
            attribute("real", .doubleAttributeType), attribute("single", .floatAttributeType),
            attribute("price", .decimalAttributeType), attribute("day", .dateAttributeType),
            attribute("flag", .booleanAttributeType), attribute("code", .UUIDAttributeType),
            attribute("bytes", .binaryDataAttributeType), attribute("link", .URIAttributeType),
            picture, scratch, owner, parts, labels, twin, twins,
        ]
        gadget.properties = [attribute("watts", .integer32AttributeType)]
        person.properties = [
            attribute("name", .stringAttributeType), attribute("age", .integer32AttributeType), things,
        ]
        part.properties = [
            attribute("name", .stringAttributeType), attribute("number", .integer32AttributeType), partOf,
        ]
        label.properties = [attribute("name", .stringAttributeType), labelled]
        let model = NSManagedObjectModel()
        model.entities = [thing, gadget, person, part, label]
        return model
    }

    /// A container with an empty store in memory.
    static func container() throws -> NSPersistentContainer {
        try GardenStack.container(type: NSInMemoryStoreType, model: make())
    }

    private static func pair(
        _ first: String, of firstOwner: NSEntityDescription, toMany firstIsToMany: Bool,
        _ second: String, of secondOwner: NSEntityDescription, toMany secondIsToMany: Bool
    ) -> (NSRelationshipDescription, NSRelationshipDescription) {
        func relationship(_ name: String, to destination: NSEntityDescription, toMany: Bool)
            -> NSRelationshipDescription
        {
            let relationship = NSRelationshipDescription()
            relationship.name = name
            relationship.destinationEntity = destination
            relationship.maxCount = toMany ? 0 : 1
            relationship.deleteRule = .nullifyDeleteRule
            relationship.isOptional = true
            return relationship
        }
        let one = relationship(first, to: secondOwner, toMany: firstIsToMany)
        let other = relationship(second, to: firstOwner, toMany: secondIsToMany)
        one.inverseRelationship = other
        other.inverseRelationship = one
        return (one, other)
    }
}
