import Foundation
import Testing

@testable import ModelFile

@Suite("A model document")
struct ModelDocumentTests {
    @Test("made in code is equal after writing and reading")
    func everything() throws {
        var text = ModelAttribute(name: "text", type: .string)
        text.isOptional = true
        text.defaultValueString = "a \"b\" <c> & d\ne\tf"
        text.regularExpressionString = "[a-z]+"
        text.userInfo = [ModelUserInfoEntry(key: "k", value: "v"), ModelUserInfoEntry(key: "k", value: "")]
        var date = ModelAttribute(name: "date", type: .date)
        date.defaultDateTimeInterval = 1.5
        date.minDateTimeInterval = -86400
        var place = ModelAttribute(name: "place", type: .composite)
        place.composite = "Place"
        var entity = ModelEntity(name: "Thing")
        entity.representedClassName = ".Thing"
        entity.codeGeneration = .class
        entity.attributes = [date, place, text]
        entity.fetchIndexes = [
            ModelFetchIndex(name: "byText", elements: [ModelFetchIndexElement(property: "text")])
        ]
        entity.uniquenessConstraints = [["text", "date"], ["text"]]
        entity.otherAttributes = ["futureFlag": "YES"]
        var parts = ModelRelationship(name: "parts", destinationEntity: "Thing", deletionRule: .cascade)
        parts.isToMany = true
        parts.isOrdered = true
        entity.relationships = [parts]
        entity.fetchedProperties = [
            ModelFetchedProperty(name: "all", fetchRequest: ModelFetchRequest(name: "f", entity: "Thing"))
        ]
        var request = ModelFetchRequest(name: "named", entity: "Thing")
        request.predicateString = "text == $TEXT"
        request.fetchLimit = 5
        request.includesSubentities = false
        var document = ModelDocument()
        document.entities = [entity]
        document.fetchRequests = [request]
        document.configurations = [ModelConfiguration(name: "One", memberEntities: ["Thing"])]
        document.composites = [
            ModelComposite(name: "Place", attributes: [ModelAttribute(name: "x", type: .double)])
        ]
        document.elements = [ModelDiagramElement(name: "Thing", geometry: ["width": "128"])]
        document.isUsedWithCloudKit = true
        document.userDefinedModelVersionIdentifier = "2"

        #expect(try ModelDocument(xml: document.xml) == document)
        #expect(document.problems() == [])
    }

    @Test(
        "reads default values in the notation of the type",
        arguments: [
            (.string, "abc", .string("abc")), (.boolean, "YES", .boolean(true)),
            (.boolean, "0", .boolean(false)),
            (.integer16, "-5", .integer(-5)), (.integer64, "9223372036854775807", .integer(.max)),
            (.double, "0.5", .real(0.5)), (.decimal, "12.34", .decimal(Decimal(string: "12.34")!)),
        ] as [(ModelAttributeType, String, ModelValue)])
    func defaults(type: ModelAttributeType, text: String, value: ModelValue) throws {
        var attribute = ModelAttribute(name: "a", type: type)
        attribute.defaultValueString = text
        #expect(try attribute.defaultValue == value)
    }
}
