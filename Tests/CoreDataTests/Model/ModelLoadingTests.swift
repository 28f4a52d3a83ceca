import Foundation
import ModelFile
import Testing

@testable import CoreData

@Suite("A model from a file")
struct ModelLoadingTests {
    private let source = """
        <model userDefinedModelVersionIdentifier="7">
            <entity name="Thing" representedClassName=".Thing" isAbstract="YES" elementID="OldThing">
                <attribute name="amount" attributeType="Decimal" defaultValueString="1.50"/>
                <attribute name="code" optional="YES" attributeType="Integer 16" minValueString="1" maxValueString="9"
                    defaultValueString="5" indexed="YES"/>
                <attribute name="flag" attributeType="Boolean" defaultValueString="YES"/>
                <attribute name="made" attributeType="Date" defaultDateTimeInterval="60"/>
                <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
                <attribute name="shape" optional="YES" attributeType="Transformable" valueTransformerName="T"
                    customClassName="Shape"/>
                <attribute name="title" attributeType="String" minValueString="2" maxValueString="20"
                    regularExpressionString="[a-z]*" defaultValueString="new"/>
                <relationship name="parts" optional="YES" toMany="YES" deletionRule="Cascade" ordered="YES"
                    destinationEntity="Part" inverseName="whole" inverseEntity="Part"/>
                <fetchIndex name="byCode">
                    <fetchIndexElement property="code" type="Binary" order="descending"/>
                </fetchIndex>
                <uniquenessConstraints>
                    <uniquenessConstraint><constraint value="code"/><constraint value="title"/></uniquenessConstraint>
                </uniquenessConstraints>
                <userInfo><entry key="a" value="b"/></userInfo>
            </entity>
            <entity name="Part" parentEntity="Thing" versionHashModifier="x">
                <attribute name="count" optional="YES" attributeType="Integer 64" derived="YES"
                    derivationExpression="parts.@count"/>
                <relationship name="whole" optional="YES" maxCount="1" deletionRule="Deny"
                    destinationEntity="Thing" inverseName="parts" inverseEntity="Thing"/>
            </entity>
            <fetchRequest name="titled" entity="Thing" predicateString="title == $TITLE" fetchLimit="3" resultType="1"/>
            <configuration name="Main"><memberEntity name="Part"/></configuration>
            <composite name="Place"><attribute name="x" attributeType="Double" defaultValueString="0.5"/></composite>
        </model>
        """

    private func model(module: String? = "House") throws -> NSManagedObjectModel {
        try NSManagedObjectModel(document: ModelDocument(xml: source), module: module)
    }

    @Test("has its entities, with inheritance, classes, constraints and configurations")
    func entities() throws {
        let model = try model()
        let thing = try #require(model.entitiesByName["Thing"])
        let part = try #require(model.entitiesByName["Part"])
        #expect(part.superentity === thing && thing.subentities == [part])
        #expect(thing.isAbstract && !part.isAbstract)
        #expect(thing.managedObjectClassName == "House.Thing")
        #expect(part.managedObjectClassName == "NSManagedObject")
        #expect(thing.renamingIdentifier == "OldThing")
        #expect(thing.userInfo?["a"] as? String == "b")
        #expect(thing.uniquenessConstraints as? [[String]] == [["code", "title"]])
        #expect(thing.indexes.first?.elements.first?.propertyName == "code")
        #expect(thing.indexes.first?.elements.first?.isAscending == false)
        #expect(model.configurations == ["Main"])
        #expect(model.versionIdentifiers == ["7"])
        #expect(try self.model(module: nil).entitiesByName["Thing"]?.managedObjectClassName == "Thing")
    }

    @Test("has default values of the attribute's type")
    func defaults() throws {
        let model = try model()
        let attributes = try #require(model.entitiesByName["Part"]?.attributesByName)
        #expect(attributes["amount"]?.defaultValue as? NSDecimalNumber == NSDecimalNumber(string: "1.5"))
        #expect((attributes["code"]?.defaultValue as? NSNumber)?.intValue == 5)
        #expect((attributes["flag"]?.defaultValue as? NSNumber)?.boolValue == true)
        #expect(attributes["made"]?.defaultValue as? Date == Date(timeIntervalSinceReferenceDate: 60))
        #expect(attributes["title"]?.defaultValue as? String == "new")
        #expect(attributes["shape"]?.attributeValueClassName == "Shape")
        #expect(attributes["title"]?.attributeValueClassName == "NSString")
        let place = try #require(attributes["place"] as? NSCompositeAttributeDescription)
        #expect(place.elements.map(\.name) == ["x"])
        #expect((place.elements.first?.defaultValue as? NSNumber)?.doubleValue == 0.5)
    }

    @Test("has the bounds of values")
    func bounds() throws {
        let attributes = try #require(try model().entitiesByName["Thing"]?.attributesByName)
        #expect(
            attributes["code"]?.validationLimits
                == ValidationLimits(minimum: .integer(1), maximum: .integer(9)))
        #expect(
            attributes["title"]?.validationLimits
                == ValidationLimits(minimum: .length(2), maximum: .length(20), pattern: "[a-z]*"))
        #expect(attributes["flag"]?.validationLimits == nil)
        let title = try #require(attributes["title"])
        #expect(title.validationWarnings as? [NSNumber] == [1670, 1660, 1680])
        #expect(title.validationPredicates.map { $0.evaluate(with: "a") } == [false, true, true])
        #expect(title.validationPredicates.map { $0.evaluate(with: "A1") } == [true, true, false])
    }

    @Test("has relationships with destination, inverse, rule and counts")
    func relationships() throws {
        let model = try model()
        let parts = try #require(model.entitiesByName["Thing"]?.relationshipsByName["parts"])
        let whole = try #require(model.entitiesByName["Part"]?.relationshipsByName["whole"])
        #expect(parts.inverseRelationship === whole && whole.inverseRelationship === parts)
        #expect(parts.isToMany && parts.isOrdered && parts.deleteRule == .cascadeDeleteRule)
        #expect(!whole.isToMany && whole.deleteRule == .denyDeleteRule)
        #expect(parts.destinationEntity === model.entitiesByName["Part"])
    }

    @Test("has its fetch requests, which take values for their variables")
    func templates() throws {
        let model = try model()
        let template = try #require(model.fetchRequestTemplate(forName: "titled"))
        #expect(template.fetchLimit == 3 && template.resultType == .managedObjectIDResultType)
        let request = try #require(
            model.fetchRequestFromTemplate(withName: "titled", substitutionVariables: ["TITLE": "a"]))
        #expect(request.entityName == "Thing")
        #expect(request.predicate?.evaluate(with: ["title": "a"]) == true)
        #expect(request.predicate?.evaluate(with: ["title": "b"]) == false)
        #expect(model.fetchRequestFromTemplate(withName: "other", substitutionVariables: [:]) == nil)
        #expect(Array(model.fetchRequestTemplatesByName.keys) == ["titled"])
    }

    @Test("with a predicate, an expression or a pattern that cannot be read is refused with its line")
    func unreadable() throws {
        for content in [
            "<entity name=\"A\"/>\n<fetchRequest name=\"f\" entity=\"A\" predicateString=\"a ==\"/>",
            "<entity name=\"A\">\n<attribute name=\"d\" derived=\"YES\" derivationExpression=\"((\"/></entity>",
            "<entity name=\"A\">\n<attribute name=\"s\" attributeType=\"String\" "
                + "regularExpressionString=\"(\"/></entity>",
        ] {
            let error = try #require(throws: ModelFileError.self) {
                _ = try NSManagedObjectModel(document: ModelDocument(xml: "<model>\(content)</model>"), module: nil)
            }
            #expect(error.line == 2, "\(error)")
        }
    }

    @Test("that is not there or not sound is nil")
    func missing() throws {
        #expect(NSManagedObjectModel(contentsOf: URL(fileURLWithPath: "/nowhere/A.xcdatamodeld")) == nil)
        #expect(throws: ModelFileError.self) {
            let circle = "<model><entity name=\"A\" parentEntity=\"A\"/></model>"
            _ = try NSManagedObjectModel(document: ModelDocument(xml: circle), module: nil)
        }
    }

    @Test("compiled into the program is found by its name, once for all")
    func registered() throws {
        let name = "Registered \(UUID())"
        ManagedModelRegistry.register(
            RegisteredModel(
                name: name, module: "House", versions: [RegisteredModelVersion(name: name, source: source)],
                classes: []))
        let model = try #require(ManagedModelRegistry.model(named: name))
        #expect(model === ManagedModelRegistry.model(named: name))
        #expect(model.isFrozen)
        #expect(ManagedModelRegistry.model(named: "No such model") == nil)
    }
}
