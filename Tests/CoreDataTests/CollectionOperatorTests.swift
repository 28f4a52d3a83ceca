import CoreData
import Foundation
import Testing

@Suite("Operators over a to-many relationship") struct CollectionOperatorTests {
    static let model: NSManagedObjectModel = {
        let box = NSEntityDescription(), item = NSEntityDescription(), special = NSEntityDescription()
        (box.name, item.name, special.name) = ("Box", "Item", "Special")
        box.properties = [attribute("name", .stringAttributeType)]
        item.properties = [
            attribute("small", .integer16AttributeType), attribute("medium", .integer32AttributeType),
            attribute("large", .integer64AttributeType), attribute("real", .doubleAttributeType),
            attribute("single", .floatAttributeType), attribute("exact", .decimalAttributeType),
            attribute("truth", .booleanAttributeType), attribute("day", .dateAttributeType),
            attribute("word", .stringAttributeType),
        ]
        special.properties = [attribute("alpha", .integer32AttributeType)]
        let there = NSRelationshipDescription(), back = NSRelationshipDescription()
        (there.name, there.destinationEntity, there.maxCount) = ("items", item, 0)
        (back.name, back.destinationEntity, back.maxCount) = ("box", box, 1)
        (there.inverseRelationship, back.inverseRelationship) = (back, there)
        (there.deleteRule, back.deleteRule) = (.cascadeDeleteRule, .nullifyDeleteRule)
        box.properties.append(there)
        item.properties.append(back)
        item.subentities = [special]
        let model = NSManagedObjectModel()
        model.entities = [box, item, special]
        return model
    }()

    @Test("A sum of whole numbers is the same in any order, too large for 64 bits on the way or not") func order() {
        let wholes = [Int.max, Int.min, Int.max, 1, 573, 1 << 19].map { $0 as NSNumber }
        for turn in wholes.indices {
            let turned = Array(wholes[turn...] + wholes[..<turn]) as NSArray
            for numbers in [turned, turned.reversed() as NSArray] {
                func value(_ path: String) -> NSNumber? {
                    NSExpression(forKeyPath: "self.\(path).self").expressionValue(with: numbers, context: nil)
                        as? NSNumber
                }
                #expect(value("@sum")?.doubleValue == Double(Int.max) + 524_861)
                #expect(value("@avg")?.doubleValue == (Double(Int.max) + 524_861) / 6)
            }
        }
        let kept = [Int.max, -Int.max, 573].map { $0 as NSNumber } as NSArray
        let sum = NSExpression(forKeyPath: "self.@sum.self").expressionValue(with: kept, context: nil)
        #expect(sum as? NSNumber == 573)
    }

    @Test("Operators give what they give over an array of the values", arguments: [1, 2, 3, 4] as [UInt64])
    func operators(seed: UInt64) throws {
        var random = Random(state: seed)
        let container = try GardenStack.container(model: Self.model)
        let context = container.newBackgroundContext()
        let keys = ["small", "medium", "large", "real", "single", "exact", "truth", "day", "word"]
        try context.performAndWait {
            func fill(_ item: NSManagedObject, extreme: Bool) {
                func set(_ key: String, _ value: Any?) { item.setValue(random.next(3) == 0 ? nil : value, forKey: key) }
                set("small", random.next(60000) - 30000)
                set("medium", random.next(1 << 20) - 1000)
                set("large", extreme ? (random.next(2) == 0 ? Int.max : Int.min) : random.next(1 << 20))
                set("real", extreme ? Double.infinity : Double(random.next(1000)) / 8)
                set("single", Float(random.next(1000)) / 7)
                set("exact", NSDecimalNumber(string: "\(random.next(1000)).\(random.next(1000))1"))
                set("truth", random.next(2) == 0)
                set("day", Date(timeIntervalSinceReferenceDate: Double(random.next(1_000_000))))
                set("word", "w\(random.next(40))")
            }
            var boxes: [NSManagedObject] = []
            for n in 0..<30 {
                let box = context.make("Box", ["name": "b\(n)"])
                boxes.append(box)
                for _ in 0..<random.next(7) {
                    let item = context.make(
                        n % 3 == 0 && random.next(2) == 0 ? "Special" : (n % 3 == 1 ? "Special" : "Item"))
                    item.setValue(box, forKey: "box")
                    fill(item, extreme: n % 5 == 0)
                }
            }
            func check(_ stage: String) throws {
                for box in boxes {
                    let members = (box.value(forKey: "items") as? NSSet)?.allObjects ?? []
                    #expect((box.value(forKeyPath: "items.@count") as? NSNumber)?.intValue == members.count)
                    for key in keys {
                        for op in ["sum", "avg", "min", "max", "count"] {
                            if op == "sum" || op == "avg", key == "word" { continue }
                            let path = "@\(op).\(key)"
                            let expected = NSExpression(forKeyPath: "self.\(path)").expressionValue(
                                with: members, context: nil)
                            let got = box.value(forKeyPath: "items.\(path)")
                            let (a, b) = ((got as? NSNumber)?.doubleValue, (expected as? NSNumber)?.doubleValue)
                            var same: Bool = (got as? NSObject) == (expected as? NSObject)
                            if let a, let b, abs(a - b) <= 1e-9 * abs(a) || (a.isNaN && b.isNaN) { same = true }
                            #expect(same, "\(stage) \(path) of \(members.count): \(got as Any) \(expected as Any)")
                            #expect((got == nil) == (expected == nil))
                        }
                    }
                    // A predicate over it agrees as well.
                    let sum = (box.value(forKeyPath: "items.@sum.small") as? NSNumber)?.intValue ?? 0
                    #expect(NSPredicate(format: "items.@sum.small == %d", sum).evaluate(with: box))
                }
            }
            try check("unsaved")
            try context.save()
            try check("saved")
            context.refreshAllObjects()
            try check("read")
            for box in boxes.prefix(10) {
                if let items = (box.value(forKey: "items") as? NSSet)?.allObjects as? [NSManagedObject],
                    let first = items.first
                {
                    context.delete(first)
                    if items.count > 1 { fill(items[1], extreme: false) }
                }
            }
            context.processPendingChanges()
            try check("edited")
            try context.save()
            try check("saved again")
        }
    }
}
