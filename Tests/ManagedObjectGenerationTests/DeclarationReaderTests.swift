import ModelFile
import Testing

@testable import ManagedObjectGeneration

@Suite("Managed declarations in source")
struct DeclarationReaderTests {
    @Test("are found among other members, comments and strings")
    func found() throws {
        let source = #"""
            import CoreData
            // @NSManaged var inComment: String?
            /* @NSManaged var inBlock: /* nested */ Int */
            @available(macOS 15, *)
            public final class Plant: NSManagedObject, Identifiable {
                static let text = "@NSManaged var inString: \("}" + "{") {"
                static let more = """
                    @NSManaged var inLines: Int {
                    """
                static let raw = #"a " { \#("{") "#
                class func make() -> Plant { struct Local { var x = 1 }; return Plant() }
                @NSManaged public var genus: String?, species: String
                @NSManaged private var primitiveDate: Date?
                @NSManaged public private(set) var count: Int32
                @NSManaged var `default`: Bool
                public @NSManaged var late: Foundation.Date
                @NSManaged var counts: [String:
                    Int]
                var computed: Int { get { 1 } set {} }
                @NSManaged func addToSeeds(_ value: Seed)
            }
            enum Kind: Int16 { case a, b; var x: Int { 1 } }
            typealias Names = [String]
            public extension Plant { @NSManaged var extra: Names? }
            fileprivate extension Plant { @NSManaged var hidden: Data? }
            """#
        let reader = try DeclarationReader(file: "Plant.swift", source: source)
        #expect(
            reader.managed.map(\.name) == [
                "genus", "species", "primitiveDate", "count", "default", "late", "counts", "addToSeeds", "extra",
                "hidden",
            ])
        #expect(
            reader.managed.map(\.access) == [
                .public, .public, .private, .public, .internal, .public, .internal, .internal, .public, .private,
            ])
        #expect(reader.managed.allSatisfy { $0.className == "Plant" })
        #expect(reader.managed[2].line == 13)
        #expect(reader.types == ["Plant": .class, "Kind": .enumeration])
        #expect(reader.aliases == ["Names": .array(.named("String"))])
        guard case .property(let type) = reader.managed[6].member else {
            Issue.record("counts is no property")
            return
        }
        #expect(type == .dictionary(.named("String"), .named("Int")))
    }

    @Test(
        "that cannot have accessors are refused with their line",
        arguments: [
            ("enum Space {\nclass Plant { @NSManaged var a: Int }\n}", 2, "nested"),
            ("class Plant {\n\n@NSManaged var a: (Int) -> Void\n}", 3, "its type"),
            ("class Plant { @NSManaged var größe: Int }", 1, "ASCII"),
        ] as [(String, Int, String)])
    func refused(source: String, line: Int, words: String) throws {
        let error = try #require(throws: ModelFileError.self) {
            try DeclarationReader(file: "Plant.swift", source: source)
        }
        #expect(error.line == line)
        #expect(error.message.contains(words))
        #expect(error.description.hasPrefix("Plant.swift:\(line): "))
    }
}
