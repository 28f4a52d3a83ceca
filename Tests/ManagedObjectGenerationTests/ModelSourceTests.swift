import ModelFile
import Testing

@testable import ManagedObjectGeneration

@Suite("Source generated from a model")
struct ModelSourceTests {
    private let plants = """
        <entity name="Plant" representedClassName=".Plant" codeGenerationType="class">
            <attribute name="genus" optional="YES" attributeType="String"/>
            <attribute name="id" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>
            <relationship name="seeds" toMany="YES" deletionRule="Cascade" destinationEntity="Seed" inverseName="plant"/>
        </entity>
        <entity name="Seed" representedClassName="Seed" codeGenerationType="category">
            <attribute name="numberOfSeeds" attributeType="Integer 16" usesScalarValueType="YES"/>
            <attribute name="weight" attributeType="Double"/>
            <relationship name="plant" maxCount="1" deletionRule="Nullify" destinationEntity="Plant" inverseName="seeds"/>
        </entity>
        <entity name="Manual" representedClassName="Manual"><attribute name="x" attributeType="Date"/></entity>
        """

    @Test("has the class with its properties and typed methods, as Xcode writes them")
    func generatedClass() throws {
        let text = try GeneratedModel.text(plants)
        #expect(
            text.contains(
                """
                public class Plant: NSManagedObject {}

                extension Plant {
                    public class func fetchRequest() -> NSFetchRequest<Plant> {
                        NSFetchRequest<Plant>(entityName: "Plant")
                    }

                    public var genus: String? {
                        get { string(at: 0) }
                        set { setString(newValue, at: 0) }
                    }
                    public var id: UUID? {
                        get { uuid(at: 1) }
                        set { setUUID(newValue, at: 1) }
                    }
                    public var seeds: NSSet? {
                        get { objects(at: 2) }
                        set { setObjects(newValue, at: 2) }
                    }
                }

                // MARK: Generated accessors for seeds
                extension Plant {
                    public func addToSeeds(_ value: Seed) { addObject(value, at: 2) }
                    public func removeFromSeeds(_ value: Seed) { removeObject(value, at: 2) }
                    public func addToSeeds(_ values: NSSet) { addObjects(values, at: 2) }
                    public func removeFromSeeds(_ values: NSSet) { removeObjects(values, at: 2) }
                }

                extension Plant: Identifiable {}
                """))
    }

    @Test("has only the extension for a category, and nothing for hand-written classes")
    func category() throws {
        let text = try GeneratedModel.text(plants)
        #expect(!text.contains("class Seed"))
        #expect(
            text.contains(
                """
                    public var numberOfSeeds: Int16 {
                        get { int16(at: 0) }
                        set { setInt16(newValue, at: 0) }
                    }
                    public var weight: NSNumber? {
                        get { number(at: 2) }
                        set { setNumber(newValue, at: 2) }
                    }
                    public var plant: Plant? {
                        get { object(at: 1) as? Plant }
                        set { setObject(newValue, at: 1) }
                    }
                """))
        #expect(!text.contains("Manual:") && !text.contains("extension Manual"))
    }

    @Test("registers the model, its source and its classes with their slots")
    func registration() throws {
        let text = try GeneratedModel.text(plants)
        #expect(text.contains("@section(\".init_array\") @used"))
        #expect(text.contains("name: \"House\",") && text.contains("module: \"Home\","))
        #expect(text.contains("name: \"Plant\", type: { Plant.self },"))
        #expect(text.contains("SlotDeclaration(\"genus\", .string),"))
        #expect(text.contains("SlotDeclaration(\"seeds\", .toMany),"))
        #expect(!text.contains("Manual.self"))
        #expect(text.contains("<attribute name=\"genus\" optional=\"YES\" attributeType=\"String\"/>"))
    }

    @Test("numbers the properties of superentities first, each entity's by name")
    func slots() throws {
        let text = try GeneratedModel.text(
            """
            <entity name="Dog" representedClassName="Dog" parentEntity="Animal" codeGenerationType="class">
            <attribute name="age" attributeType="Integer 64" usesScalarValueType="YES"/></entity>
            <entity name="Animal" representedClassName="Animal" isAbstract="YES" codeGenerationType="class">
            <attribute name="name" attributeType="String"/><attribute name="Zoo" attributeType="String"/></entity>
            """)
        #expect(text.contains("public class Dog: Animal {}"))
        #expect(text.contains("get { string(at: 0) }\n        set { setString(newValue, at: 0) }"))
        #expect(text.contains("get { int64(at: 2) }"))
        #expect(text.contains("extension Animal: Identifiable {}") && !text.contains("extension Dog: Identifiable"))
    }

    @Test(
        "gives every type its Swift type",
        arguments: [
            ("Integer 16", "", "NSNumber?", "number"), ("Integer 32", "YES", "Int32", "int32"),
            ("Float", "YES", "Float", "float"), ("Boolean", "YES", "Bool", "bool"),
            ("Boolean", "NO", "NSNumber?", "number"),
            ("Decimal", "", "NSDecimalNumber?", "decimal"), ("Date", "NO", "Date?", "date"),
            ("Date", "YES", "TimeInterval", "double"), ("Binary", "", "Data?", "data"), ("URI", "", "URL?", "url"),
            ("Transformable", "", "NSObject?", "transformable"),
        ])
    func types(type: String, scalar: String, swift: String, getter: String) throws {
        let text = try GeneratedModel.text(
            """
            <entity name="A" representedClassName="A" codeGenerationType="class"><attribute name="a"
            attributeType="\(type)" \(scalar.isEmpty ? "" : "usesScalarValueType=\"\(scalar)\"")/></entity>
            """)
        #expect(text.contains("public var a: \(swift) {"))
        #expect(text.contains("\(getter)(at: 0)"))
    }

    @Test("puts keywords into backticks, and keeps names of types apart from classes of the model")
    func names() throws {
        let text = try GeneratedModel.text(
            """
            <entity name="Date" representedClassName="Date" codeGenerationType="class">
            <attribute name="default" attributeType="Date"/>
            <attribute name="shape" attributeType="Transformable" customClassName="[String]"/>
            <relationship name="others" toMany="YES" ordered="YES" destinationEntity="Date"/></entity>
            """)
        #expect(text.contains("public var `default`: Foundation.Date? {"))
        #expect(text.contains("public var shape: [String]? {"))
        #expect(text.contains("transformable(at: 2) as? [String]"))
        #expect(text.contains("public func insertIntoOthers(_ value: Date, at idx: Int)"))
        #expect(text.contains("public func replaceOthers(at indexes: NSIndexSet, with values: [Date])"))
    }

    @Test(
        "is refused with the line and a sentence for a model that makes none that compiles",
        arguments: [
            ("<entity name=\"A\" codeGenerationType=\"class\"/>", "names no class"),
            ("<entity name=\"A\" representedClassName=\"my class\" codeGenerationType=\"class\"/>", "Swift class"),
            (
                "<entity name=\"A\" representedClassName=\"X\" codeGenerationType=\"class\"/>"
                    + "<entity name=\"B\" representedClassName=\"X\" codeGenerationType=\"category\"/>",
                "both have the class “X”"
            ),
            (
                "<entity name=\"A\" representedClassName=\"A\" codeGenerationType=\"class\"><attribute "
                    + "name=\"my name\"/></entity>",
                "“my name” cannot be"
            ),
            (
                "<entity name=\"A\" representedClassName=\"A\" codeGenerationType=\"class\"><attribute "
                    + "name=\"isDeleted\"/></entity>",
                "clashes"
            ),
            (
                "<entity name=\"A\" representedClassName=\"A\" codeGenerationType=\"class\">"
                    + "<relationship name=\"bs\" toMany=\"YES\" destinationEntity=\"A\"/>"
                    + "<relationship name=\"Bs\" toMany=\"YES\" destinationEntity=\"A\"/></entity>", "addToBs"
            ),
            ("<entity name=\"A\" parentEntity=\"B\"/>", "inherits from “B”"),
        ])
    func refused(content: String, words: String) throws {
        let error = try #require(throws: ModelFileError.self) { try GeneratedModel.text(content) }
        #expect(error.message.contains(words), "\(error)")
        #expect(error.file == "/House/contents" && error.line == 2)
    }

    @Test("keeps the model's text as it is, whatever stands in it")
    func literals() {
        #expect(StringLiteral.multiLine("a \"b\" \\c") == "#\"\"\"\na \"b\" \\c\n\"\"\"#")
        #expect(StringLiteral.multiLine("\"\"\"# \\#(x)") == "##\"\"\"\n\"\"\"# \\#(x)\n\"\"\"##")
        #expect(StringLiteral.multiLine("a\r\n\"") == "\"a\\r\\n\\\"\"")
    }
}
