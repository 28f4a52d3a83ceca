import CoreData
import Foundation
import Testing

@Suite("A model that cannot be used stops the program, with a sentence that says what is wrong")
struct ModelSoundnessTests {
    /// Uses a model of those entities.
    private static func use(_ entities: NSEntityDescription...) {
        let model = NSManagedObjectModel()
        model.entities = entities
        _ = NSPersistentStoreCoordinator(managedObjectModel: model)
    }

    private func said(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("A default value of another type, which new objects would lack")
    func defaultValue() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.use(entity("Seed", [attribute("number", .integer16AttributeType, value: "seven")]))
        }
        #expect(said(result).contains("The default value of “Seed.number”, a String"))
    }

    @Test("A uniqueness constraint that would never hold, as no store keeps what it names")
    func constraint() async {
        let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let seed = entity("Seed", [attribute("number", .integer16AttributeType)])
            seed.uniquenessConstraints = [["nunber"]]
            Self.use(seed)
        }
        #expect(said(unknown).contains("A uniqueness constraint of “Seed” names “nunber”"))
        let transient = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let seed = entity("Seed", [attribute("shown", .stringAttributeType, transient: true)])
            seed.uniquenessConstraints = [["shown"]]
            Self.use(seed)
        }
        #expect(said(transient).contains("A uniqueness constraint of “Seed” names “shown”"))
        let empty = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let seed = entity("Seed", [attribute("number", .integer16AttributeType)])
            seed.uniquenessConstraints = [[]]
            Self.use(seed)
        }
        #expect(said(empty).contains("A uniqueness constraint of “Seed” names no attribute"))
    }

    @Test("A relationship out of the model")
    func destination() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (seed, plant) = (entity("Seed"), entity("Plant"))
            relate(plant, "seeds", .many, seed, "plant")
            Self.use(seed)
        }
        #expect(said(result).contains("Relationship “Seed.plant” leads to “Plant”, which is not in the model"))
    }

    @Test("Entities that inherit from themselves, and two of one name")
    func entities() async {
        let circle = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (plant, tree) = (entity("Plant"), entity("Tree"))
            plant.subentities = [tree]
            tree.subentities = [plant]
            Self.use(plant, tree)
        }
        #expect(said(circle).contains("Entity “Plant” is one of its own subentities"))
        let twins = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.use(entity("Plant"), entity("PLANT"))
        }
        #expect(said(twins).contains("The model has the entities “Plant” and “PLANT”"))
    }

    @Test("A name that SQL cannot spell; one of any letters, or a word of SQL, is none")
    func names() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.use(entity("Seed", [attribute("it's", .stringAttributeType)]))
        }
        #expect(said(result).contains("“it's” cannot be a name of a property of “Seed”"))
        let keys = ["order", "group", "from", "Z_PK", "pk", "name", "NAME", "名前", "entity", "null", "1st"]
        let model = NSManagedObjectModel()
        model.entities = [entity("Select", keys.map { attribute($0, .stringAttributeType) })]
        let context = try GardenStack.container(model: model).newBackgroundContext()
        try context.performAndWait {
            context.make("Select", Dictionary(uniqueKeysWithValues: keys.map { ($0, "v\($0)") }))
            try context.save()
            context.reset()
            for key in keys { #expect(try context.all("Select", "%K == %@", key, "v\(key)").count == 1, "\(key)") }
        }
    }
}
