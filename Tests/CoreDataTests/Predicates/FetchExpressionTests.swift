import Testing

@testable import CoreData

@Suite("Fetch request expressions") struct FetchExpressionTests {
    @Test("are fetched first, in a fetch and in memory, saved or not")
    func fetches() throws {
        try PredicatePlaces.run({ context in
            for (name, age) in [("Ann", 30), ("Bob", 5)] {
                let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
                person.setValue(name, forKey: "name")
                person.setValue(age, forKey: "age")
                let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
                thing.setValue("of \(name)", forKey: "text")
                thing.setValue(age, forKey: "small")
                thing.setValue(person, forKey: "owner")
            }
        }) { (context, place) throws in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.predicate = NSPredicate(format: "age > 10")
            func expression(_ request: Any, count: Bool) -> NSExpression {
                NSFetchRequestExpression.expression(
                    forFetch: NSExpression(forConstantValue: request),
                    context: NSExpression(forConstantValue: context), countOnly: count)
            }
            let people = expression(request, count: false)
            let within = NSPredicate(format: "owner IN %@", people)
            #expect(try PredicatePlaces.found(within, in: context) == ["of Ann"], "\(place)")
            let not = NSCompoundPredicate(notPredicateWithSubpredicate: within)
            #expect(try PredicatePlaces.found(not, in: context) == ["of Bob"], "\(place)")
            let all = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
            #expect(all.filter { within.evaluate(with: $0) }.count == 1)
            let count = NSPredicate(format: "%@ == 1 AND small > 10", expression(request, count: true))
            #expect(try PredicatePlaces.found(count, in: context) == ["of Ann"], "\(place)")
            #expect(people.description.hasPrefix("FETCH("))
        }
    }

    @Test("give the values of dictionaries of one property, and nothing where the fetch fails")
    func dictionaries() throws {
        let context = try PredicateModel.container().newBackgroundContext()
        try context.performAndWait {
            for number in [1, 2] {
                let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
                thing.setValue(number, forKey: "small")
                thing.setValue("text \(number)", forKey: "text")
            }
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Thing")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["text"]
            request.predicate = NSPredicate(format: "small > 1")
            func predicate(_ request: Any) -> NSPredicate {
                NSPredicate(
                    format: "text IN %@",
                    NSFetchRequestExpression.expression(
                        forFetch: NSExpression(forConstantValue: request),
                        context: NSExpression(forConstantValue: context), countOnly: false))
            }
            #expect(try PredicatePlaces.found(predicate(request), in: context) == ["text 2"])
            request.predicate = NSPredicate(format: "nothing > 1")
            #expect(throws: NSError.self) { try PredicatePlaces.found(predicate(request), in: context) }
        }
    }
}
