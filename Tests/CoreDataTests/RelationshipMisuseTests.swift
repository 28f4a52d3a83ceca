import CoreData
import Foundation
import Testing

@Suite("What no relationship can hold stops the program, with a sentence that says which")
struct RelationshipMisuseTests {
    /// Runs `body` with a new plant, in a process that is to stop.
    private static func with(_ body: (NSManagedObjectContext, NSManagedObject) throws -> Void) throws {
        try GardenStack.run { context, _ in try body(context, context.make("Plant", ["genus": "Lithops"])) }
    }

    private func said(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("A set with something else than objects in it, given or added to")
    func contents() async {
        let given = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Self.with { context, plant in
                plant.setValue(NSSet(array: [context.make("Seed"), "a seed"]), forKey: "seeds")
            }
        }
        #expect(said(given).contains("“seeds” of Plant is a relationship and cannot hold"))
        let added = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Self.with { $1.mutableSetValue(forKey: "seeds").add("a seed") }
        }
        #expect(said(added).contains("“seeds” of Plant is a relationship and cannot hold a String"))
    }

    @Test("A mutable set of what is no relationship to many, or not ordered")
    func kinds() async {
        let one = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Self.with { _ = $1.mutableSetValue(forKey: "bed").count }
        }
        #expect(said(one).contains("“bed” of Plant is no relationship to many objects"))
        let attribute = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Self.with { _ = $1.mutableSetValue(forKey: "genus").count }
        }
        #expect(said(attribute).contains("“genus” of Plant is no relationship to many objects"))
        let unordered = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Self.with { _ = $1.mutableOrderedSetValue(forKey: "seeds").count }
        }
        #expect(said(unordered).contains("“seeds” of Plant is no ordered relationship"))
        let objectIDs = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Self.with { _ = $1.objectIDs(forRelationshipNamed: "genus") }
        }
        #expect(said(objectIDs).contains("“genus” of Plant is an attribute"))
    }

    @Test("A place that an ordered relationship does not have")
    func places() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Self.with { context, plant in
                let bed = context.make("Bed", ["name": "south"])
                bed.insertObject(plant, at: 5, in: bed.slot(forKey: "plants"))
            }
        }
        #expect(said(result).contains("There is no place 5 in “plants” of Bed"))
    }
}
