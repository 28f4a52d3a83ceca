import Foundation
import Testing

// A file that knows Foundation, not this module: what `NSPredicate` gained is there all the same.
@Suite("Swift predicates in a file that imports Foundation alone") struct FoundationOnlyTests {
    @Test("are taken by NSPredicate, and searched by people's rules")
    func conversion() throws {
        let predicate = #Predicate<Maker> { $0.name.localizedStandardContains("ada") && $0.age > 30 }
        let converted = try #require(NSPredicate(predicate))
        #expect(try WorkshopRows.answer(Maker.self, converted) == ["Ada"])
        let none = #Predicate<Maker> { $0.tools.contains { $0.int16 == 99 } }
        #expect(try WorkshopRows.answer(Maker.self, try #require(NSPredicate(none))) == [])
    }
}
