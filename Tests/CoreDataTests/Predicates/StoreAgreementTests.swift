import Testing

@testable import CoreData

/// SQL and the evaluation of unsaved objects are two answers to one question.
@Suite("The store's answer and the evaluation of objects agree") struct StoreAgreementTests {
    @Test("on random predicates over attributes of every kind and relationships of every shape", arguments: 1...6)
    func predicates(seed: Int) throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            var dataset = PredicateDataset(seed: UInt64(seed))
            let things = dataset.populate(context)
            try context.save()
            var generator = PredicateGenerator(seed: UInt64(seed) &* 7919, things: things)
            for _ in 0..<150 {
                let predicate = generator.predicate()
                let found = Set(try context.fetch(Self.request(predicate)))
                let expected = Set(things.filter { predicate.matches($0) })
                let wrong = found.symmetricDifference(expected)
                #expect(wrong.isEmpty, "\(predicate.formatText)")
                #expect(try context.count(for: Self.request(predicate)) == expected.count)
            }
        }
    }

    @Test("before and after a save", arguments: 1...4)
    func unsavedChanges(seed: Int) throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            var dataset = PredicateDataset(seed: UInt64(seed))
            let things = dataset.populate(context, count: 30)
            try context.save()
            for thing in things.prefix(10) { dataset.change(thing) }
            for thing in things.suffix(5) { context.delete(thing) }
            things[12].setValue(things[3].value(forKey: "owner"), forKey: "owner")
            things[13].setValue(nil, forKey: "labels")
            _ = dataset.populate(context, count: 10)
            var generator = PredicateGenerator(seed: UInt64(seed) &* 104_729, things: things.dropLast(5))
            let predicates = (0..<80).map { _ in generator.predicate() }
            let before = try predicates.map { Set(try context.fetch(Self.request($0))) }
            try context.save()
            for (predicate, objects) in zip(predicates, before) {
                let after = Set(try context.fetch(Self.request(predicate)))
                let wrong = objects.symmetricDifference(after)
                #expect(wrong.isEmpty, "\(predicate.formatText)")
            }
        }
    }

    @Test("on the order of objects", arguments: 1...4)
    func order(seed: Int) throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            var dataset = PredicateDataset(seed: UInt64(seed))
            _ = dataset.populate(context)
            let keys = [
                "text", "other", "small", "large", "real", "single", "price", "day", "flag", "code", "bytes", "link",
                "owner.name", "owner.age", "twin.text", "twin.twin.small", "twin",
            ]
            for _ in 0..<40 {
                let descriptors = (0..<3).map { _ in
                    NSSortDescriptor(
                        key: keys.randomElement(using: &dataset.random),
                        ascending: Bool.random(using: &dataset.random),
                        comparison: [.standard, .caseInsensitive, .localizedStandard]
                            .randomElement(using: &dataset.random) ?? .standard)
                }
                let last = NSSortDescriptor(key: "self", ascending: true)
                let request = Self.request(NSPredicate(value: true))
                request.sortDescriptors = descriptors + [last]
                let unsaved = try context.fetch(request)
                if context.hasChanges {
                    try context.save()
                    continue
                }
                #expect(unsaved == (descriptors + [last]).sorted(unsaved.shuffled(using: &dataset.random)))
            }
        }
    }

    private static func request(_ predicate: NSPredicate) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
        request.predicate = predicate
        return request
    }
}
