import Testing

@testable import CoreData

@Suite("Predicates answer the same from every store and for unsaved objects (section C of the reports)")
struct PredicateMatrixTests {
    @Test("in every cell of operator, kind, option and null")
    func everyCell() throws {
        let places = try MatrixPlace.Kind.allCases.map { try MatrixPlace($0) }
        var probes = MatrixProbes(random: SeededRandom(20_261_130))
        var table = MatrixTable()
        var asked: [MatrixProbe] = []
        for (type, kind, options, other) in MatrixProbes.cells {
            let probe = probes.probe(type, kind, options, other)
            asked += [probe, probes.probe(type, kind, options, other).negated]
        }
        let simple = asked
        for word in ["ANY", "ALL", "NONE"] {
            for _ in 0..<2 {
                asked += MatrixProbes.ordering.map { probes.quantified(word, $0, false) }
                asked += (MatrixProbes.ordering + MatrixProbes.textual).map { probes.quantified(word, $0, true) }
            }
        }
        for _ in 0..<300 { asked.append(probes.compound(of: simple, depth: 5)) }
        var wrong = 0
        var found = 0
        for probe in asked {
            let answers = try places.map { place in try place.context.performAndWait { try place.answer(probe) } }
            table.count(probe.cell, places.count * MatrixPlace.count)
            found += answers[0].count
            let differing = zip(places, answers).filter { $0.1 != answers[0] }
            if !differing.isEmpty {
                wrong += 1
                let text = probe.predicate(places[0].rows).formatText
                for (place, answer) in differing where wrong <= 60 {
                    Issue.record("\(text) \(place.kind.rawValue): \(answer.symmetricDifference(answers[0]).sorted())")
                }
            }
        }
        print(table.text)
        print("\(asked.count) predicates, \(table.total) comparisons, \(found) rows found")
        for (type, kind, options, other) in MatrixProbes.cells {
            let cell = MatrixProbes.cell(type, kind, options, other)
            #expect(table.counts[cell, default: 0] > 0, "\(cell)")
        }
        #expect(found > asked.count)
    }
}
