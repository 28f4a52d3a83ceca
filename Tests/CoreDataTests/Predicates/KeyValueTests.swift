import Testing

@testable import CoreData

@Suite("Values by key path and sort descriptors") struct KeyValueTests {
    private func run(_ body: (NSManagedObjectContext, NSManagedObject) throws -> Void) throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
            let owner = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
            owner.setValue("Ann", forKey: "name")
            thing.setValue(owner, forKey: "owner")
            for number in [1, 2, 2, 7] {
                let part = NSEntityDescription.insertNewObject(forEntityName: "Part", into: context)
                part.setValue(number, forKey: "number")
                part.setValue("part \(number)", forKey: "name")
                part.setValue(thing, forKey: "thing")
            }
            try body(context, thing)
        }
    }

    @Test("follow relationships and apply collection operators")
    func paths() throws {
        try run { _, thing in
            func number(_ path: String) -> Double? { (thing.value(forKeyPath: path) as? NSNumber)?.doubleValue }
            #expect(thing.value(forKeyPath: "owner.name") as? String == "Ann")
            #expect(thing.value(forKeyPath: "twin.owner.name") == nil)
            #expect(thing.value(forKeyPath: "self.owner.self.name") as? String == "Ann")
            #expect(number("parts.@count") == 4)
            #expect(number("parts.@sum.number") == 12)
            #expect(number("parts.@avg.number") == 3)
            #expect(number("parts.@max.number") == 7)
            #expect(number("parts.@min.number") == 1)
            #expect(number("labels.@count") == 0)
            #expect(thing.value(forKeyPath: "labels.@max.name") == nil)
            #expect((thing.value(forKeyPath: "parts.number") as? NSSet)?.count == 3)
            let distinct = thing.value(forKeyPath: "parts.@distinctUnionOfObjects.number") as? [Any]
            #expect(distinct?.count == 3)
            #expect((thing.value(forKeyPath: "parts.@unionOfObjects.number") as? [Any])?.count == 4)
            #expect(number("owner.things.@count") == 1)
        }
    }

    @Test("sort by key, by key path and without regard to case; nil comes first; equal objects keep their order")
    func sorting() throws {
        try run { context, _ in
            func thing(_ text: String?, _ small: Int) -> NSManagedObject {
                let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
                thing.setValue(text, forKey: "text")
                thing.setValue(small, forKey: "small")
                return thing
            }
            let things = [thing("b", 1), thing("a", 2), thing(nil, 3), thing("B", 4), thing("a", 5), thing("é", 6)]
            func order(_ descriptors: NSSortDescriptor...) -> [Int] {
                descriptors.sorted(things).compactMap { $0.value(forKey: "small") as? Int }
            }
            #expect(order(NSSortDescriptor(key: "text", ascending: true)) == [3, 4, 2, 5, 1, 6])
            #expect(order(NSSortDescriptor(key: "text", ascending: false)) == [6, 1, 2, 5, 4, 3])
            #expect(
                order(NSSortDescriptor(key: "text", ascending: true, comparison: .caseInsensitive))
                    == [3, 2, 5, 1, 4, 6])
            #expect(
                order(
                    NSSortDescriptor(key: "text", ascending: true, comparison: .localizedStandard),
                    NSSortDescriptor(key: "small", ascending: false)) == [3, 5, 2, 1, 4, 6])
            #expect(order(NSSortDescriptor(key: "owner.name", ascending: true)) == [1, 2, 3, 4, 5, 6])
            let reversed = NSSortDescriptor(key: "small", ascending: true).reversedSortDescriptor as? NSSortDescriptor
            #expect(reversed.map { order($0) } == [6, 5, 4, 3, 2, 1])
        }
    }

    @Test("of Swift key paths, optional values among them, have the names of the properties")
    func keyPaths() {
        #expect(NSSortDescriptor(keyPath: \Maker.name, ascending: true).keyString == "name")
        #expect(NSSortDescriptor(keyPath: \Maker.age, ascending: false).keyString == "age")
        #expect(NSSortDescriptor(keyPath: \Maker.favourite?.name, ascending: true).keyString == "favourite.name")
        #expect(NSExpression(forKeyPath: \Maker.name).keyPath == "name")
        #expect(NSPredicate(format: "%K == 'x'", \Maker.name as AnyKeyPath).formatText == "name == \"x\"")
        #expect(NSSortDescriptor(key: "name", ascending: true) == NSSortDescriptor(key: "name", ascending: true))
        #expect(NSSortDescriptor(key: "name", ascending: true) != NSSortDescriptor(key: "name", ascending: false))
    }
}
