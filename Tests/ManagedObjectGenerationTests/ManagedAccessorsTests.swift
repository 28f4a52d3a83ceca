import ModelFile
import Testing

@testable import ManagedObjectGeneration

@Suite("Accessors of managed declarations")
struct ManagedAccessorsTests {
    private let plants = """
        <entity name="Plant" representedClassName="Plant">
            <attribute name="count" attributeType="Integer 32"/>
            <attribute name="date" attributeType="Date"/>
            <attribute name="genus" attributeType="String"/>
            <relationship name="seeds" toMany="YES" destinationEntity="Seed"/>
        </entity>
        <entity name="Seed" representedClassName="Seed">
            <relationship name="plant" maxCount="1" destinationEntity="Plant"/>
        </entity>
        """

    @Test("stand under the compiler's symbols and read slots")
    func properties() throws {
        let text = try GeneratedModel.accessors(
            plants,
            source: """
                public class Plant: NSManagedObject {
                    @NSManaged public var genus: String?
                    @NSManaged var count: Int32
                    @NSManaged var seeds: Set<Seed>
                    @NSManaged public func addToSeeds(_ value: Seed)
                    @NSManaged private var primitiveDate: Date?
                }
                public class Seed: NSManagedObject {
                    @NSManaged public var plant: Plant?
                }
                """)
        for line in [
            "@_silgen_name(\"$s4Home5PlantC5genusSSSgvg\") public dynamic final func managedGet0_genus() -> String? "
                + "{ string(at: 2) }",
            "@_silgen_name(\"$s4Home5PlantC5genusSSSgvs\") public dynamic final func managedSet0_genus(_ value: "
                + "__owned String?) "
                + "{ setString(value, at: 2) }",
            "final func managedGet1_count() -> Int32 { int32(at: 0) }",
            "-> Set<Seed> { objects(at: 3).map { Set($0.compactMap { $0 as? Seed }) } ?? [] }",
            "final func managedCall3_addToSeeds(_ p0: Seed) { addObject(p0, at: 3) }",
            "{ primitiveValue(forKey: \"date\") as? Date }",
            "-> Plant? { (object(at: 0) as? Plant) }",
            "name: \"Plant\", type: { Plant.self },",
        ] {
            #expect(text.contains(line), "\(line)\n\(text)")
        }
    }

    @Test("of a class that is no entity's look their slots up")
    func baseClass() throws {
        let text = try GeneratedModel.accessors(
            plants, source: "class Base: NSManagedObject { @NSManaged var genus: String }")
        #expect(text.contains("{ string(at: slot(forKey: \"genus\")) ?? \"\" }"))
        #expect(!text.contains("Base.self"))
    }

    @Test(
        "are refused with the line where model and source do not agree",
        arguments: [
            ("@NSManaged var colour: String?", "no property “colour”"),
            ("@NSManaged var genus: Int16", "has it as string"),
            ("@NSManaged var date: UUID?", "cannot be had as “UUID?”"),
            ("@NSManaged var date: Mystery?", "“Mystery” is neither"),
            ("@NSManaged func addToLeaves(_ value: Seed)", "no to-many relationship"),
        ])
    func refused(declaration: String, words: String) throws {
        let error = try #require(throws: ModelFileError.self) {
            try GeneratedModel.accessors(
                plants, source: "class Plant: NSManagedObject {\n    \(declaration)\n}\nclass Seed: NSManagedObject {}")
        }
        #expect(error.message.contains(words), "\(error)")
        #expect(error.file == "Plant.swift" && error.line == 2)
    }
}
