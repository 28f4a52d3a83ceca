import Testing

@testable import Garden

@Suite("Names decide duplicates")
struct NameKeyTests {
    @Test(
        "Spellings of one name have one key",
        arguments: [
            ("Milk", "milk "), ("Milk", "\u{00A0}MILK\u{2003}"), ("brown sugar", "  Brown \t Sugar"),
            ("Äpfel", "äPFEL"), ("Straße", "STRASSE"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("Pūhā", "Pu\u{304}ha\u{304}"),
            ("ＭＩＬＫ", "milk"), ("ﬁg", "Fig"), ("mi\u{200B}lk", "milk"), ("\u{FEFF}milk", "milk"),
            ("❤\u{FE0F}", "❤"), ("soft\u{AD}ware", "software"), ("Ⅷ", "viii"), ("가지", "\u{1100}\u{1161}지"),
            ("a\u{200D}\u{301}", "á"), ("милк", "МИЛК"), ("שלום\u{200F}", "שלום"),
        ])
    func same(_ left: String, _ right: String) {
        #expect(NameKey.plain(left) == NameKey.plain(right))
        #expect(Array(NameKey.plain(left).utf8) == Array(NameKey.plain(right).utf8))
    }

    @Test(
        "Different names have different keys",
        arguments: [
            ("café", "cafe"), ("İstanbul", "istanbul"), ("milk", "milks"), ("a b", "ab"), ("Å", "A"),
            ("5 × 4", "5 x 4"), ("Mum's", "Mum’s"), ("😀", "😃"), ("<b>", "b"), ("ø", "o"),
        ])
    func different(_ left: String, _ right: String) {
        #expect(NameKey.plain(left) != NameKey.plain(right))
    }

    @Test(
        "Plants: hybrid signs, quotes and ranks",
        arguments: [
            ("Abelia x grandiflora", "Abelia × grandiflora"), ("Abelia ×grandiflora", "abelia X GRANDIFLORA"),
            ("x Gaulnettya", "×Gaulnettya"), ("Abelia× grandiflora", "Abelia ×grandiflora"),
            ("Abelia ✕ grandiflora", "Abelia x grandiflora"), ("Rosa ×× alba", "Rosa × alba"),
            ("Picea glauca 'Hb07'", "Picea glauca ‘Hb07’"), ("Picea glauca `Hb07´", "Picea glauca 'Hb07'"),
            ("Rosa “Peace”", "Rosa \"peace\""), ("Rosa ‚Peace‘", "Rosa 'Peace'"),
            ("Festuca rubra ssp. rubra", "Festuca rubra subsp. rubra"),
            ("Festuca rubra ssp rubra", "Festuca rubra subsp. rubra"),
            ("Rosa canina x Rosa gallica", "Rosa canina × Rosa gallica"),
        ])
    func samePlant(_ left: String, _ right: String) {
        #expect(NameKey.botanical(left) == NameKey.botanical(right))
    }

    @Test(
        "Plants that are not the same",
        arguments: [
            ("Abelia grandiflora", "Abelia × grandiflora"), ("Ix xerophila", "I xxerophila"),
            ("Hosta x", "Hosta"), ("Hosta", "Hosta 'Avocado'"), ("Rosa alba", "Rosa albā"),
            ("Aloe ssp", "Aloe subsp."), ("Max alba", "Ma ×alba"),
        ])
    func differentPlant(_ left: String, _ right: String) {
        #expect(NameKey.botanical(left) != NameKey.botanical(right))
    }

    @Test("The key of a plant goes over both names")
    func bothNames() {
        #expect(
            NameKey.plant(genus: "Rosa", species: "alba") == NameKey.plant(genus: "Rosa alba", species: ""))
        #expect(NameKey.plant(genus: "Rosa", species: "") == "rosa")
        #expect(
            NameKey.plant(genus: "x", species: "Gaulnettya")
                == NameKey.plant(genus: "×Gaulnettya", species: ""))
    }

    @Test("A key is its own key, in whatever way characters are put together")
    func idempotent() {
        var random = SeededRandom(seed: 7)
        let pool: [Unicode.Scalar] = [
            "a", "X", "x", " ", "×", "'", "’", "´", "ß", "İ", "ı", "\u{301}", "\u{307}", "\u{200D}",
            "\u{FE0F}",
            "Σ", "ς", "ﬁ", "\u{1100}", "\u{1161}", "\u{11A8}", "Ω", "ŉ", "\u{A0}", "s", "p", ".", "1", "½",
            "ᾳ",
        ]
        for _ in 0..<5000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...9, using: &random) {
                text.append(pool.randomElement(using: &random)!)
            }
            let plain = NameKey.plain(String(text))
            let botanical = NameKey.botanical(String(text))
            #expect(NameKey.plain(plain).unicodeScalars.elementsEqual(plain.unicodeScalars))
            #expect(NameKey.botanical(botanical).unicodeScalars.elementsEqual(botanical.unicodeScalars))
        }
    }

    @Test("The quick way for ASCII says what the long way says")
    func fastPath() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<2000 {
            var text = ""
            for _ in 0..<12 {
                text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 9...126, using: &random)))
            }
            // The trailing invisible character forces the long way.
            #expect(NameKey.plain(text) == NameKey.plain(text + "\u{200B}"))
            #expect(NameKey.botanical(text) == NameKey.botanical(text + "\u{200B}"))
        }
    }
}
