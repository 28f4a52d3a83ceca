import Testing

@testable import CoreData

@Suite("Functions in fetches") struct FunctionPlacesTests {
    private static let values: [(text: String?, small: Int?, real: Double?, price: String?, day: Double?)] = [
        ("Äpfel", 4, 2.5, "9.99", 0), ("12 pears", -3, -2.5, "-1.5", 86_400.5), ("", 0, 0, "0", -1),
        (nil, nil, nil, nil, nil),
        ("x", 32_000, 1e10, "12345678901234567890", 1e9),
    ]

    @Test("have the same value in every store and before a save")
    func agreement() throws {
        let formats = [
            "sqrt(small) == 2", "sqrt(small) == nil", "ln(real) > 0", "log(price) > 0", "exp(small) < 1",
            "small ** 2 == 9",
            "raise:toPower:(real, 2) == 6.25", "abs(real) == 2.5", "abs(price) == 1.5", "floor(real) == -3",
            "ceiling(real) == 3", "trunc(real) == -2", "trunc(price) == 9", "modulus:by:(small, 3) == 1",
            "small & 4 == 4", "small | 1 == 5", "small ^ 4 == 0", "small << 1 == 8", "small >> 1 == 2", "~small == -5",
            "small + real == 6.5", "small - price < 0", "price * 2 == 19.98", "small / 2 == 2", "real / small > 0.5",
            "price / 3 > 1", "uppercase(text) == 'ÄPFEL'", "lowercase(text) == 'äpfel'", "canonical(text) == 'apfel'",
            "length(text) == 0", "length(text) > 1", "FUNCTION(text, 'length') == 5",
            "FUNCTION(text, 'intValue') == 12",
            "FUNCTION(text, 'stringByAppendingString:', '!') == 'x!'", "FUNCTION(day, 'timeIntervalSince1970') > 1",
            "CAST(text, 'NSNumber') == nil", "CAST(small, 'NSString') == '4'", "CAST(day, 'NSNumber') == 0",
            "CAST(small, 'NSDate') < day", "day + 1 == CAST(0, 'NSDate')", "day < now()", "noindex(small) == 4",
            "TERNARY(small > 1, text, 'other') == 'other'", "TERNARY(text == nil, 1, 2) == 1",
            "TERNARY(small == nil, 0, small) >= 0", "max({1, 2}) == 2", "small == max({1, 4, 3})",
            "small IN {2 + 2, 0}",
            "small BETWEEN {2 * 2, 2 ** 10}", "parts.@sum.number == 6", "parts.@avg.number == 2",
            "parts.@max.number == 3",
            "parts.@min.number == 1", "sum(parts.number) == 6", "max(parts.number) == 3", "count(parts) == 3",
            "average(parts.number) == 2", "SUBQUERY(parts, $p, $p.number > small).@count == 3",
            "SUBQUERY(parts, $p, $p.number < 3).@sum.number == 3", "ANY parts.number == small - 1",
            "parts.@count * 2 == 6", "small IN parts.number", "parts.number CONTAINS 2", "entity.name == 'Thing'",
        ]
        var answers: [String: Set<[String]>] = [:]
        try PredicatePlaces.run({ context in
            for (index, row) in Self.values.enumerated() {
                let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
                thing.setValue(row.text, forKey: "text")
                thing.setValue("row \(index)", forKey: "other")
                thing.setValue(row.small, forKey: "small")
                thing.setValue(row.real, forKey: "real")
                thing.setValue(row.price.map { NSDecimalNumber(string: $0) }, forKey: "price")
                thing.setValue(row.day.map { Date(timeIntervalSinceReferenceDate: $0) }, forKey: "day")
                for number in index % 2 == 0 ? [1, 2, 3] : [] {
                    let part = NSEntityDescription.insertNewObject(forEntityName: "Part", into: context)
                    part.setValue(number, forKey: "number")
                    part.setValue(thing, forKey: "thing")
                }
            }
        }) { (context, _) throws in
            for format in formats {
                let predicate = try NSPredicate.parse(format)
                answers[format, default: []].insert(try PredicatePlaces.found(predicate, key: "other", in: context))
            }
        }
        for format in formats {
            let found = try #require(answers[format])
            #expect(found.count == 1, "\(format): \(found)")
            #expect(found.first?.isEmpty == false || format == "small IN parts.number", "\(format)")
        }
    }

    @Test("that no store knows are errors that name them")
    func untranslatable() throws {
        let context = try PredicateModel.container().newBackgroundContext()
        context.performAndWait {
            let formats = [
                "median(parts.number) == 1", "stddev(parts.number) == 1", "mode(parts.number) == 1", "random() > 1",
                "parts[0].number == 1", "UNION(parts, twins).@count == 1", "parts.@distinctUnionOfObjects.number == 1",
                "ANYKEY == 1", "FUNCTION(SELF, 'valueForKey:', 'text') == 'x'",
            ]
            for format in formats {
                let predicate = NSPredicate(format: format)
                let error = #expect(throws: NSError.self) { try PredicatePlaces.found(predicate, in: context) }
                #expect(error?.localizedDescription.contains("cannot be part of a fetch") == true, "\(format)")
            }
        }
    }
}
