import Testing

@testable import CoreData

@Suite("predicateFormat") struct MatrixFormatTests {
    @Test("is read as an equal predicate, for every operator, kind, option and null")
    func roundTrip() throws {
        var probes = MatrixProbes(random: SeededRandom(7))
        var simple: [MatrixProbe] = []
        var count = 0
        for (type, kind, options, other) in MatrixProbes.cells where kind != .self && kind != .toOne {
            simple += (0..<2).map { _ in probes.probe(type, kind, options, other) }
        }
        let compounds = (0..<300).map { _ in probes.compound(of: simple, depth: 4) }
        for probe in simple + simple.map(\.negated) + compounds {
            let predicate = probe.predicate([])
            let text = predicate.formatText
            let read = try NSPredicate.parse(text)
            #expect(read.formatText == text)
            // A compound of one part is written as the part.
            if !predicate.hasLonelyParts { #expect(PredicateEquality.areEqual(predicate, read), "\(text)") }
            if let comparison = predicate as? NSComparisonPredicate {
                let format = comparison.predicateFormat
                #expect(format == text)
                #expect(comparison == read && comparison.hash == read.hash)
            }
            count += 1
        }
        #expect(count > 2_000)
    }

    @Test("of equal predicates may differ; their hashes do not")
    func hashes() {
        let pairs = [("a == 1", "a == 1.0"), ("a IN {1, 2}", "a IN {1.0, 2}"), ("NOT a < 2", "NOT a < 2.0")]
        for (one, other) in pairs {
            let (a, b) = (NSPredicate(format: one), NSPredicate(format: other))
            #expect(a == b && a.hash == b.hash, "\(one)")
        }
        let listed = NSPredicate(format: "a IN %@", [1, 2])
        #expect(listed == NSPredicate(format: "a IN {1, 2}"))
        #expect(listed.hash == NSPredicate(format: "a IN {1, 2}").hash)
        #expect(listed != NSPredicate(format: "a IN {1, 3}"))
        #expect(NSPredicate(format: "a IN {1, b}") != NSPredicate(format: "a IN {1, 2}"))
    }
}

extension NSPredicate {
    /// Whether an AND or OR of less than two parts is in the predicate.
    fileprivate var hasLonelyParts: Bool {
        guard let compound = self as? NSCompoundPredicate else { return false }
        if compound.compoundPredicateType != .not, compound.subpredicates.count < 2 { return true }
        return compound.subpredicates.contains(where: \.hasLonelyParts)
    }
}
