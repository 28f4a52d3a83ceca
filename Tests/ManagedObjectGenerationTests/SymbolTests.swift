import Testing

@testable import ManagedObjectGeneration

@Suite("Symbols of managed declarations")
struct SymbolTests {
    /// What the compiler made of a module `MyGarden` with the class `GardenPlant`, seen with `nm`.
    @Test(
        "of properties are those of the compiler",
        arguments: [
            ("plantName: String?", "9plantNameSSSg"),
            ("GardenPlantGardenName: String?", "0bcB4NameSSSg"),
            ("gardenPlant: GardenPlant?", "06gardenC0ACSg"),
            ("dates: [Date: Date]?", "5datesSDy20FoundationEssentials4DateVAGGSg"),
            ("map: [String: String]?", "3mapSDyS2SGSg"),
            ("map2: [GardenPlant: GardenPlant]?", "4map2SDyA2CGSg"),
            ("map3: [String: [String]]?", "4map3SDySSSaySSGGSg"),
            ("map4: [PlantSeed: PlantSeed]", "4map4SDyAA0C4SeedCAFG"),
            ("DateGarden: PlantSeed?", "04DateB0AA0C4SeedCSg"),
            ("x_yAb2c_Plant: PlantSeed?", "08x_yAb2c_C0AA0C4SeedCSg"),
            ("url2URLKind: URL?", "11url2URLKind20FoundationEssentials3URLVSg"),
            ("i: Int", "1iSi"), ("i32: Int32", "3i32s5Int32V"), ("f: Float", "1fSf"), ("t: TimeInterval", "1tSd"),
            ("aset: Set<AnyHashable>", "4asetShys11AnyHashableVG"),
            ("ordered: NSOrderedSet", "7ordered10Foundation12NSOrderedSetC"),
            ("obj: AnyObject?", "3objyXlSg"),
            ("nested: [[String: Any]]", "6nestedSaySDySSypGG"),
            ("nobj: NSObject!", "4nobj10Foundation8NSObjectCSg"),
            ("kind: PlantKind", "4kindAA0C4KindO"),
        ])
    func properties(declaration: String, suffix: String) throws {
        let found = try managed("public var \(declaration)")
        guard case .property(let type) = found.member else {
            Issue.record("no property")
            return
        }
        let symbols = try AccessorSymbol(module: "MyGarden", declaration: declare).accessors(of: found, type: type)
        #expect(symbols.getter == "$s8MyGarden0B5PlantC" + suffix + "vg")
        #expect(symbols.setter == "$s8MyGarden0B5PlantC" + suffix + "vs")
    }

    @Test(
        "of methods are those of the compiler",
        arguments: [
            ("insertIntoPlantSeeds(_ value: PlantSeed, at idx: Int)", "010insertIntoC5Seeds_2atyAA0C4SeedC_SitF"),
            (
                "insertIntoPlantSeeds(_ values: [PlantSeed], at indexes: NSIndexSet)",
                "010insertIntoC5Seeds_2atySayAA0C4SeedCG_10Foundation10NSIndexSetCtF"
            ),
            ("removeFromPlantSeeds(at idx: Int)", "010removeFromC5Seeds2atySi_tF"),
            (
                "replacePlantSeeds(at indexes: NSIndexSet, with values: [PlantSeed])",
                "07replaceC5Seeds2at4withy10Foundation10NSIndexSetC_SayAA0C4SeedCGtF"
            ),
            ("addToPlantSeeds(_ values: NSOrderedSet)", "05addToC5Seedsyy10Foundation12NSOrderedSetCF"),
            ("addToPlantSeeds(_ values: Set<PlantSeed>)", "05addToC5SeedsyyShyAA0C4SeedCGF"),
        ])
    func methods(declaration: String, suffix: String) throws {
        let found = try managed("public func \(declaration)")
        guard case .method(let parameters) = found.member else {
            Issue.record("no method")
            return
        }
        let symbol = try AccessorSymbol(module: "MyGarden", declaration: declare)
            .method(found, parameters: parameters)
        #expect(symbol == "$s8MyGarden0B5PlantC" + suffix)
    }

    @Test("of private properties name the file as the compiler does")
    func privateProperty() throws {
        let source = "class Plant { @NSManaged fileprivate var secret: Bool }"
        let found = try #require(try DeclarationReader(file: "/folder/a.swift", source: source).managed.first)
        let symbols = try AccessorSymbol(module: "Garden", declaration: declare)
            .accessors(of: found, type: .named("Bool"))
        #expect(symbols.getter == "$s6Garden5PlantC6secret33_606C0DCC3E521199F620860D9313A161LLSbvg")
    }

    private func managed(_ declaration: String) throws -> ManagedDeclaration {
        let source = "public class GardenPlant: NSManagedObject {\n    @NSManaged \(declaration)\n}"
        return try #require(try DeclarationReader(file: "b.swift", source: source).managed.first)
    }

    private func declare(_ name: String) -> TypeDeclaration? {
        switch name {
        case "GardenPlant", "PlantSeed": TypeDeclaration(module: "MyGarden", kind: .class)
        case "PlantKind": TypeDeclaration(module: "MyGarden", kind: .enumeration)
        default: KnownTypes(module: "MyGarden", readers: [], documents: []).declaration(of: name)
        }
    }
}
