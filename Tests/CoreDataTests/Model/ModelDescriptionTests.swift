import Foundation
import Testing

@testable import CoreData

@Suite("A model built in code")
struct ModelDescriptionTests {
    private let model = NSManagedObjectModel()
    private let animal = NSEntityDescription()
    private let dog = NSEntityDescription()
    private let person = NSEntityDescription()
    private let name = NSAttributeDescription()
    private let owner = NSRelationshipDescription()
    private let animals = NSRelationshipDescription()

    init() {
        name.name = "name"
        name.attributeType = .stringAttributeType
        owner.name = "owner"
        owner.destinationEntity = person
        owner.inverseRelationship = animals
        animals.name = "animals"
        animals.maxCount = 0
        animals.destinationEntity = animal
        animals.inverseRelationship = owner
        let tricks = NSAttributeDescription()
        tricks.name = "tricks"
        tricks.type = .integer16
        animal.name = "Animal"
        animal.properties = [name, owner]
        dog.name = "Dog"
        dog.properties = [tricks]
        animal.subentities = [dog]
        person.name = "Person"
        person.properties = [animals]
        model.entities = [animal, dog, person]
    }

    @Test("answers about inherited properties, before and after it is in use", arguments: [false, true])
    func inheritance(isFrozen: Bool) {
        if isFrozen { model.freeze() }
        #expect(Set(dog.propertiesByName.keys) == ["name", "owner", "tricks"])
        #expect(dog.properties.map(\.name) == ["name", "owner", "tricks"])
        #expect(Set(dog.attributesByName.keys) == ["name", "tricks"])
        #expect(dog.relationshipsByName["owner"]?.destinationEntity === person)
        #expect(dog.propertiesByName["name"]?.entity === animal)
        #expect(dog.superentity === animal)
        #expect(animal.subentitiesByName["Dog"] === dog)
        #expect(dog.isKindOf(entity: animal) && dog.isKindOf(entity: dog))
        #expect(!animal.isKindOf(entity: dog) && !dog.isKindOf(entity: person))
        #expect(dog.relationships(forDestination: person).map(\.name) == ["owner"])
        #expect(model.entitiesByName["Dog"] === dog)
        #expect(dog.managedObjectModel === model)
    }

    @Test("keeps inherited properties with their ancestor when they are written back")
    func propertiesRoundTrip() {
        let age = NSAttributeDescription()
        age.name = "age"
        dog.properties.append(age)
        #expect(dog.properties.map(\.name) == ["name", "owner", "tricks", "age"])
        #expect(name.entity === animal)
        #expect(age.entity === dog)
    }

    @Test("has Apple's defaults")
    func defaults() {
        let attribute = NSAttributeDescription()
        #expect(attribute.isOptional && !attribute.isTransient && attribute.defaultValue == nil)
        #expect(attribute.attributeType == .undefinedAttributeType)
        let relationship = NSRelationshipDescription()
        #expect(relationship.deleteRule == .nullifyDeleteRule && !relationship.isOrdered)
        let entity = NSEntityDescription()
        #expect(entity.uniquenessConstraints.isEmpty && !entity.isAbstract)
        #expect(entity.managedObjectClassName == "NSManagedObject")
        #expect(NSManagedObjectModel().versionIdentifiers.isEmpty)
        entity.name = "E"
        #expect(entity.renamingIdentifier == "E")
        entity.renamingIdentifier = "Old"
        #expect(entity.renamingIdentifier == "Old")
    }

    @Test("is to-many unless the greatest count is 1")
    func toMany() {
        for (least, greatest, isToMany) in [
            (0, 1, false), (1, 1, false), (0, 0, true), (0, 2, true), (1, 0, true),
        ] {
            owner.minCount = least
            owner.maxCount = greatest
            #expect(owner.isToMany == isToMany)
        }
    }

    @Test("copies as a whole, with its relations, and the copy of a model in use may change")
    func copying() throws {
        let index = NSFetchIndexDescription(
            name: "byName", elements: [NSFetchIndexElementDescription(property: name, collationType: .binary)]
        )
        animal.indexes = [index]
        animal.uniquenessConstraints = [[name]]
        model.setEntities([person], forConfigurationName: "People")
        model.freeze()
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        let twin = try #require(copy.entitiesByName["Animal"])
        #expect(twin !== animal && twin == animal)
        #expect(copy.entitiesByName["Dog"]?.superentity === twin)
        let twinOwner = try #require(twin.relationshipsByName["owner"])
        #expect(twinOwner.destinationEntity === copy.entitiesByName["Person"])
        #expect(
            twinOwner.inverseRelationship === copy.entitiesByName["Person"]?.relationshipsByName["animals"])
        #expect(twinOwner.inverseRelationship?.inverseRelationship === twinOwner)
        #expect(twin.indexes.first?.elements.first?.property === twin.propertiesByName["name"])
        #expect(copy.entities(forConfigurationName: "People")?.first === copy.entitiesByName["Person"])
        #expect(copy.isEqual(model))
        twin.name = "Beast"
        #expect(copy.entitiesByName["Beast"] === twin && copy.entitiesByName["Animal"] == nil)
        #expect(!copy.isEqual(model))
    }

    @Test("stops the program when it is changed in use")
    func frozen() async {
        await #expect(processExitsWith: .failure) {
            let model = NSManagedObjectModel()
            let entity = NSEntityDescription()
            entity.name = "Note"
            model.entities = [entity]
            model.freeze()
            entity.name = "Letter"
        }
    }

    @Test("has configurations that list entities")
    func configurations() {
        model.setEntities([person, animal], forConfigurationName: "One")
        model.setEntities([dog], forConfigurationName: "Two")
        #expect(model.configurations == ["One", "Two"])
        #expect(model.entities(forConfigurationName: "Two") == [dog])
        #expect(model.entities(forConfigurationName: nil)?.count == 3)
        #expect(model.entities(forConfigurationName: "Three") == nil)
    }
}
