import Foundation
import ModelFile
import Testing

@testable import CoreData

@Suite("Merged models")
struct ModelMergingTests {
    private let people = """
        <model><entity name="Person"><attribute name="name" attributeType="String"/>
        <relationship name="books" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="reader"/>
        </entity><entity name="Book"><relationship name="reader" maxCount="1" deletionRule="Nullify"
        destinationEntity="Person" inverseName="books"/></entity></model>
        """
    private let houses = """
        <model><entity name="Book"><relationship name="reader" maxCount="1" deletionRule="Nullify"
        destinationEntity="Person" inverseName="books"/></entity><entity name="Person">
        <attribute name="name" attributeType="String"/>
        <relationship name="books" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="reader"/>
        </entity><entity name="House"><relationship name="tenant" maxCount="1" deletionRule="Nullify"
        destinationEntity="Person"/></entity><configuration name="Houses"><memberEntity name="House"/></configuration></model>
        """

    private func model(_ source: String) throws -> NSManagedObjectModel {
        try NSManagedObjectModel(document: ModelDocument(xml: source), module: nil)
    }

    @Test("have each entity once, and references lead to it")
    func union() throws {
        let merged = try #require(NSManagedObjectModel(byMerging: [model(people), model(houses)]))
        #expect(merged.entities.count == 3)
        let person = try #require(merged.entitiesByName["Person"])
        #expect(merged.entitiesByName["House"]?.relationshipsByName["tenant"]?.destinationEntity === person)
        let books = person.relationshipsByName["books"]
        #expect(books?.inverseRelationship?.inverseRelationship === books)
        #expect(
            merged.entities(forConfigurationName: "Houses") == merged.entities.filter { $0.name == "House" })
        merged.freeze()
        #expect(NSManagedObjectModel(byMerging: []) == nil)
    }

    @Test("for a store have the entities its metadata names, and no others")
    func metadata() throws {
        let wanted = try model(people).entityVersionHashesByName
        let merged = try #require(
            NSManagedObjectModel(
                byMerging: [model(houses), model(people)],
                forStoreMetadata: [NSStoreModelVersionHashesKey: wanted]))
        #expect(merged.entityVersionHashesByName == wanted)
        var changed = wanted
        changed["Person"] = Data(count: 32)
        let metadata = [NSStoreModelVersionHashesKey: changed]
        #expect(NSManagedObjectModel(byMerging: [try model(people)], forStoreMetadata: metadata) == nil)
    }
}
