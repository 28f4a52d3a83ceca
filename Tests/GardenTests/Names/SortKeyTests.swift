import Foundation
import Testing

@testable import Garden

@Suite("People's order")
struct SortKeyTests {
    @Test(
        "Names in the order people expect",
        arguments: [
            ["'Avocado'", "Bread", "milk", "Zucchini"],
            ["Apfel", "Äpfel", "Apfelsine", "apple"],
            ["cafe", "café", "Café filters", "cafeteria"],
            ["Hb07", "Hb7", "Hb10", "Hb100"],
            ["5 eggs", "10 eggs", "eggs"],
            ["Rosa", "Rosa alba", "Rosa-Maria", "Rosalie"],
            ["łata", "Lauch", "Łódź", "Luft"],
            ["aeon", "æon", "Afrika"],
            ["Straße", "Strasse 2", "Straßenbahn"],
            ["🌵", "Kaktus", "שלום"],
            ["Zebra", "Άλφα", "бета", "あお", "漢字"],
            ["٣ تفاح", "10 تفاح"],
        ])
    func order(_ names: [String]) {
        let keys = names.map { SortKey.name(NameText.tidied($0)) }
        #expect(keys == keys.sorted(), "\(keys)")
    }

    @Test("Bytes, characters and UTF-16 give one order")
    func plainlyCompared() {
        var random = SeededRandom(seed: 3)
        let names = (0..<300).map { _ in randomName(&random) }
        let keys = names.map(SortKey.name)
        #expect(keys.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        #expect(keys.sorted() == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(Set(keys).count == Set(names).count)
    }

    @Test("Plants of one genus stand together, however the genus is spelt")
    func sections() {
        let plants = [
            ("Café", "zeta"), ("Cafe", "beta"), ("CAFÉ", "alpha"), ("cafe", "gamma"), ("×Cafe", "eta"),
            ("x Cafe", "alba"), ("Cafea", "prima"), ("Cafe", ""),
        ]
        let sorted = plants.sorted {
            SortKey.plant(genus: $0.0, species: $0.1) < SortKey.plant(genus: $1.0, species: $1.1)
        }
        var sections: [String] = []
        for (genus, _) in sorted where sections.last != NameKey.botanical(genus) {
            sections.append(NameKey.botanical(genus))
        }
        #expect(sections.count == Set(sections).count, "\(sorted)")
        #expect(sorted.last! == ("Cafea", "prima"))
        #expect(sorted.first! == ("Cafe", ""))
    }

    @Test("Hybrid signs and quotes do not decide where a plant stands")
    func ignored() {
        let names = [
            ("Gaultheria", "procumbens"), ("×Gaulnettya", "wisleyensis"), ("Hosta", "'Avocado'"),
            ("Hosta", "‘Blue Angel’"), ("Abelia", "×grandiflora"), ("Abelia", "chinensis"),
        ]
        let sorted = names.sorted {
            SortKey.plant(genus: $0.0, species: $0.1) < SortKey.plant(genus: $1.0, species: $1.1)
        }
        #expect(
            sorted.map { $0.0 + " " + $0.1 } == [
                "Abelia chinensis", "Abelia ×grandiflora", "×Gaulnettya wisleyensis", "Gaultheria procumbens",
                "Hosta 'Avocado'", "Hosta ‘Blue Angel’",
            ])
    }

    @Test("Sowings: the later day is greater, on one day the later entry")
    func sowings() throws {
        let day = try #require(CalendarDay("2026-03-01"))
        let next = try #require(CalendarDay("2026-03-02"))
        let early = SortKey.sowing(date: day, createdAt: Date(timeIntervalSince1970: 9), id: UUID())
        let late = SortKey.sowing(
            date: day, createdAt: Date(timeIntervalSince1970: 1_800_000_000), id: UUID())
        let other = SortKey.sowing(date: next, createdAt: Date(timeIntervalSince1970: 1), id: UUID())
        #expect(early < late && late < other)
        #expect(
            SortKey.sowing(date: day, createdAt: .distantPast, id: UUID())
                < SortKey.sowing(date: day, createdAt: .distantFuture, id: UUID()))
    }

    @Test("A cursor goes through a URL and back; nonsense is none")
    func cursor() throws {
        for key in ["", "abc ~00x", SortKey.name("Łódź 'Hb07' 🌵")] {
            for isDescending in [false, true] {
                let cursor = RowCursor(key: key, isDescending: isDescending)
                #expect(RowCursor(token: cursor.token) == cursor)
                #expect(cursor.token.utf8.allSatisfy { $0.isURLSafe })
            }
        }
        for nonsense in ["", "x", "a%%%", "a\u{0}", "d💩", String(repeating: "a", count: 9000)] {
            #expect(RowCursor(token: nonsense) == nil)
        }
        #expect(RowCursor(key: "a") < RowCursor(key: "b"))
        #expect(RowCursor(key: "b", isDescending: true) < RowCursor(key: "a", isDescending: true))
    }

    private func randomName(_ random: inout SeededRandom) -> String {
        var name = String.UnicodeScalarView()
        while name.count < 6 {
            if let scalar = Unicode.Scalar(UInt32.random(in: 0x20...0x1F9FF, using: &random)),
                scalar.properties.generalCategory != .unassigned,
                scalar.properties.generalCategory != .control
            {
                name.append(scalar)
            }
        }
        return NameText.tidied(String(name))
    }
}

extension UInt8 {
    fileprivate var isURLSafe: Bool {
        let character = Character(Unicode.Scalar(self))
        return character.isASCII && (character.isLetter || character.isNumber || self == 0x2D || self == 0x5F)
    }
}
