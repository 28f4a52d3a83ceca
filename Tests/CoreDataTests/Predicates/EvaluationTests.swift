import CoreData
import Foundation
import Testing

@Suite("evaluate(with:) in memory") struct EvaluationTests {
    private static var plant: [String: Any] {
        [
            "genus": "Conophytum", "species": "pellúcidum", "rating": 7, "weight": 2.5, "isHardy": true,
            "day": Date(timeIntervalSinceReferenceDate: 100), "empty": "", "tags": ["red", "dry"],
            "seeds": [["number": 3, "note": "a"], ["number": 8, "note": "b"], ["number": 8]],
            "place": ["name": "south", "size": 3], "losses": [[String: Any]](),
        ]
    }

    @Test(
        "Comparisons of a dictionary's values (199–208)",
        arguments: [
            ("genus == 'Conophytum'", true), ("genus == 'conophytum'", false), ("genus ==[c] 'conophytum'", true),
            ("species ==[d] 'pellucidum'", true), ("species ==[cd] 'PELLUCIDUM'", true),
            ("species == 'pellucidum'", false), ("genus BEGINSWITH 'Con'", true), ("genus BEGINSWITH 'con'", false),
            ("genus ENDSWITH[c] 'TUM'", true), ("species CONTAINS[cd] 'LUCI'", true), ("genus LIKE 'C*m'", true),
            ("genus LIKE 'C?m'", false), ("genus LIKE[c] '*PHY*'", true), ("genus MATCHES 'C[a-z]+'", true),
            ("genus MATCHES 'C'", false), ("rating > 6", true), ("7 == rating", true), ("rating == 7.0", true),
            ("weight BETWEEN {2.5, 3}", true), ("weight BETWEEN {2.6, 3}", false), ("rating IN {1, 7}", true),
            ("NOT (rating IN {1, 7})", false), ("rating IN {}", false), ("isHardy == YES", true),
            ("isHardy == 0", false), ("missing == nil", true), ("missing != nil", false), ("genus != nil", true),
            ("missing == 3", false), ("missing != 3", true), ("missing > 3", false), ("place.name == 'south'", true),
            ("place.name.length == nil OR TRUEPREDICATE", true), ("tags CONTAINS 'red'", true),
            ("'dry' IN tags", true), ("'wet' IN tags", false), ("ANY tags == 'dry'", true),
            ("ALL tags == 'dry'", false), ("NONE tags == 'wet'", true), ("ANY seeds.number > 7", true),
            ("ALL seeds.number > 2", true), ("ALL losses.number > 2", true), ("ANY losses.number > 2", false),
            ("seeds.@count == 3", true), ("seeds.@sum.number == 19", true), ("seeds.@max.number == 8", true),
            ("seeds.@min.number == 3", true), ("losses.@count == 0", true),
            ("SUBQUERY(seeds, $s, $s.number == 8 AND $s.note == nil).@count == 1", true),
            ("SUBQUERY(seeds, $s, $s.number == 3 AND $s.note == 'b').@count == 0", true),
            ("rating + 1 == 8", true), ("rating * 2 - 4 == weight * 4", true), ("rating & 1 == 1", true),
            ("genus == genus", true), ("genus == species", false), ("empty == ''", true),
            ("genus CONTAINS ''", false), ("rating > weight", true), ("FALSEPREDICATE", false),
            ("genus IN 'Conophytum bilobum'", true), ("rating == 7 AND weight == 1 OR isHardy == YES", true),
            ("rating == 7 AND (weight == 1 OR isHardy == YES)", true), ("NOT rating == 7", false),
        ])
    func table(format: String, expected: Bool) throws {
        #expect(try NSPredicate.parse(format).evaluate(with: Self.plant) == expected)
    }

    @Test("Dates, identifiers and addresses compare by value")
    func values() throws {
        let id = UUID()
        let address = URL(string: "https://example.org/a")
        let object: [String: Any] = ["id": id, "day": Date(timeIntervalSinceReferenceDate: 0.1), "at": address as Any]
        func holds(_ format: String, _ arguments: Any?...) throws -> Bool {
            try NSPredicate.parse(format, arguments: arguments).evaluate(with: object)
        }
        #expect(try holds("id == %@", id))
        #expect(try !holds("id == %@", UUID()))
        #expect(try holds("id IN %@", [UUID(), id]))
        #expect(try holds("day == %@", Date(timeIntervalSinceReferenceDate: 0.1)))
        #expect(try holds("day < %@", Date(timeIntervalSinceReferenceDate: 0.2)))
        #expect(try holds("at == %@", address))
    }

    @Test("A collection is filtered by SELF")
    func filtering() throws {
        let names = ["Ada", "Ben", "Bea"]
        let predicate = try NSPredicate.parse("SELF BEGINSWITH 'B'")
        #expect(names.filter(predicate.evaluate(with:)) == ["Ben", "Bea"])
        #expect(try NSPredicate.parse("SELF IN %@", arguments: [["Ada"]]).evaluate(with: "Ada"))
        #expect(try NSPredicate.parse("SELF > 3").evaluate(with: 4))
    }
}
