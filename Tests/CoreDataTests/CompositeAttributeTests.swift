import CoreData
import Foundation
import Testing

@Suite("Composite attributes") struct CompositeAttributeTests {
    @Test("hold their dictionary, and say that no store keeps it")
    func refused() throws {
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        place.elements = [attribute("row", .integer16AttributeType), attribute("label", .stringAttributeType)]
        let model = NSManagedObjectModel()
        model.entities = [entity("Pot", [attribute("size", .integer16AttributeType), place])]
        let context = try GardenStack.container(model: model).newBackgroundContext()
        try context.performAndWait {
            let pot = context.make("Pot", ["size": 7, "place": ["row": 2, "label": "sill"] as [String: Any]])
            #expect(pot.value(forKeyPath: "place.label") as? String == "sill")
            do {
                try context.save()
                Issue.record("saved a composite attribute")
            } catch let error as NSError {
                #expect(error.code == NSCoreDataError)
                #expect(error.localizedDescription.hasPrefix("“place” of Pot is a composite attribute"))
            }
            pot.setValue(nil, forKey: "place")
            try context.save()
            #expect(try context.total("Pot") == 1)
        }
    }
}
