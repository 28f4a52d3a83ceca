import Foundation
import Testing

@testable import CoreData

@Suite("Changed columns in the history") struct HistoryColumnsTests {
    /// The model of a store that Apple's framework wrote, as far as the order of properties goes.
    private static func model() -> NSManagedObjectModel {
        func entity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
            let entity = NSEntityDescription()
            entity.name = name
            entity.properties = attributes.map { name, type in
                let attribute = NSAttributeDescription()
                attribute.name = name
                attribute.attributeType = type
                attribute.isOptional = true
                return attribute
            }
            return entity
        }
        func relationship(_ name: String, to destination: NSEntityDescription, most: Int) -> NSRelationshipDescription {
            let relationship = NSRelationshipDescription()
            relationship.name = name
            relationship.destinationEntity = destination
            relationship.maxCount = most
            relationship.deleteRule = .nullifyDeleteRule
            return relationship
        }
        let component = entity("Component", [("count", .integer64AttributeType), ("id", .UUIDAttributeType)])
        let recipe = entity("CraftingRecipe", [("producedItemCount", .stringAttributeType)])
        let item = entity("Item", [("name", .stringAttributeType)])
        let pairs = [
            (
                component, relationship("craftingRecipe", to: recipe, most: 1),
                recipe, relationship("requiredComponents", to: component, most: 0)
            ),
            (
                item, relationship("craftingRecipe", to: recipe, most: 1),
                recipe, relationship("producedItem", to: item, most: 1)
            ),
        ]
        for (one, there, other, back) in pairs {
            there.inverseRelationship = back
            back.inverseRelationship = there
            one.properties.append(there)
            other.properties.append(back)
        }
        component.properties.append(relationship("item", to: item, most: 1))
        let model = NSManagedObjectModel()
        model.entities = [component, recipe, item]
        return model
    }

    /// Apple's bytes for the same edits, found in the versions of one store with what was different in its rows.
    @Test("A bit a property, highest first: to-one relationships, attributes, to-many relationships")
    func bytes() throws {
        let stack = try HistoryStack(model: Self.model())
        func columns(_ change: (NSManagedObjectContext) throws -> Void) throws -> [String] {
            try stack.save(change)
            return stack.file.texts(
                "SELECT Z_NAME || ' ' || hex(ZCOLUMNS) FROM ACHANGE JOIN Z_PRIMARYKEY p ON p.Z_ENT = ZENTITY "
                    + "WHERE ZCOLUMNS IS NOT NULL AND ZTRANSACTIONID = (SELECT MAX(Z_PK) FROM ATRANSACTION) ORDER BY 1")
        }
        #expect(try columns { $0.make("Item", ["name": "Axe"]) }.isEmpty)
        #expect(
            try columns { $0.make("CraftingRecipe", ["producedItem": try $0.all("Item")[0]]) } == ["Item 80"])
        #expect(
            try columns { $0.make("Component", ["craftingRecipe": try $0.all("CraftingRecipe")[0]]) }
                == ["CraftingRecipe 20"])
        #expect(
            try columns { try $0.all("CraftingRecipe")[0].setValue("10", forKey: "producedItemCount") }
                == ["CraftingRecipe 40"])
        #expect(try columns { try $0.all("Item")[0].setValue("Hatchet", forKey: "name") } == ["Item 40"])
        #expect(
            try columns { try $0.all("Component")[0].setValue(nil, forKey: "craftingRecipe") }
                == ["Component 80", "CraftingRecipe 20"])
        #expect(try columns { $0.delete(try $0.all("Item")[0]) } == ["CraftingRecipe 80"])
    }

    @Test("A subentity's bits begin with those of its parent")
    func inherited() throws {
        let layout = try #require(
            GardenStack.model.entitiesByName["Tree"].map { EntityLayout.layout(of: $0) })
        var mask = [UInt64](repeating: 0, count: layout.maskWords)
        let names = ["bed", "genus", "nickname", "rating", "species", "seeds", "tags", "height"]
        for (place, name) in names.enumerated() {
            let slot = try #require(layout.slotsByName[name])
            mask[0] = 1 << UInt64(slot)
            #expect(Array(HistoryColumns(layout).bytes(of: mask)) == [0x80 >> UInt8(place)], "\(name)")
        }
    }

    @Test("Bits past the eighth go to further bytes; bytes of any length are read")
    func lengths() throws {
        let entity = NSEntityDescription()
        entity.name = "Wide"
        entity.properties = (0..<70).map { number in
            let attribute = NSAttributeDescription()
            attribute.name = "a" + String(100 + number)
            attribute.attributeType = .integer16AttributeType
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let layout = EntityLayout.layout(of: entity)
        let columns = HistoryColumns(layout)
        let slots = ["a100", "a107", "a108", "a169"].compactMap { layout.slotsByName[$0] }
        var mask = [UInt64](repeating: 0, count: layout.maskWords)
        for slot in slots { mask[slot / 64] |= 1 << UInt64(slot % 64) }
        let bytes = columns.bytes(of: mask)
        #expect(Array(bytes) == [0x81, 0x80, 0, 0, 0, 0, 0, 0, 0x04])
        #expect(columns.slots(in: bytes) == slots)
        #expect(columns.slots(in: bytes.dropFirst()) != slots)
        #expect(columns.slots(in: Data()).isEmpty)
        #expect(columns.slots(in: Data(repeating: 0xFF, count: 100)).count == 70)
    }

    @Test("The history of a store that Apple's framework wrote", .enabled(if: Corpus.isPresent))
    func corpus() throws {
        let source = Corpus.url("stores/sergd2005__ResourcesManager/default.store").path
        let copy = try GardenStack.url()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: source + suffix, toPath: copy.path + suffix)
        }
        let container = try GardenStack.container(
            copy, history: true, options: [NSIgnorePersistentStoreVersioningOption: true as NSNumber],
            model: Self.model())
        let context = container.newBackgroundContext()
        let result = try context.performAndWait {
            try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast))
        }
        let all = try #require(
            (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
        #expect(all.map(\.transactionNumber) == Array(1...13))
        #expect(all.allSatisfy { $0.processID == "ResourcesManager" && $0.author == nil })
        #expect(all.allSatisfy { $0.bundleID == "com.sdsoftware.ResourcesManager" })
        func names(_ transaction: Int) -> [Set<String>?]? {
            all[transaction - 1].changes?.map { $0.updatedProperties.map { Set($0.map(\.name)) } }
        }
        #expect(names(3) == [nil, ["craftingRecipe"]])
        #expect(names(5) == [["requiredComponents"], nil, nil])
        #expect(names(7) == [["producedItemCount"]])
        let token = all[12].token
        _ = try context.performAndWait {
            try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: all[4]))
        }
        #expect(SQLiteFile(copy).texts("SELECT MIN(Z_PK) || ' ' || COUNT(*) FROM ATRANSACTION") == ["5 9"])
        #expect(container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil) == token)
    }
}
