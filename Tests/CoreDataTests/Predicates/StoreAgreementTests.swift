import Testing

@testable import CoreData

/// SQL and the evaluation of unsaved objects are two answers to one question.
@Suite struct StoreAgreementTests {
    @Test(arguments: 1...8) func sqlAnswersAsEvaluationDoes(seed: Int) throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            var dataset = PredicateDataset(seed: UInt64(seed))
            let things = dataset.populate(context)
            try context.save()
            var generator = PredicateGenerator(seed: UInt64(seed) &* 7919, things: things)
            var failures = 0
            for _ in 0..<600 where failures < 5 {
                let predicate = generator.predicate()
                let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
                request.predicate = predicate
                let found: Set<NSManagedObject>
                do {
                    found = Set(try context.fetch(request))
                } catch {
                    failures += 1
                    Issue.record("\(predicate.formatText): \(error)")
                    continue
                }
                let expected = Set(things.filter { predicate.matches($0) })
                guard found != expected else { continue }
                failures += 1
                let wrong = found.symmetricDifference(expected).first
                Issue.record(
                    """
                    \(predicate.formatText)
                    fetched \(found.count), matching \(expected.count); for example \
                    \(wrong.map(Self.description) ?? "") is \(wrong.map(found.contains) == true ? "fetched" : "not fetched")
                    """)
            }
        }
    }

    private static func description(_ object: NSManagedObject) -> String {
        let keys = object.entity.attributesByName.keys.sorted()
        return keys.map { "\($0)=\(object.value(forKey: $0).map { "\($0)" } ?? "nil")" }.joined(separator: " ")
    }
}
