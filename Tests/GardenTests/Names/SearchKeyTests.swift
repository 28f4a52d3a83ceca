import Testing

@testable import Garden

@Suite("What a search finds")
struct SearchKeyTests {
    private func finds(_ search: String, _ genus: String, _ species: String) -> Bool {
        let key = SearchKey.plant(genus: genus, species: species)
        return SearchKey.terms(search).allSatisfy { key.contains($0) }
    }

    @Test(
        "Case, diacritics, order, quotes and hybrid signs do not matter",
        arguments: [
            ("bilo", "Conophytum", "bilobum"), ("BIL con", "Conophytum", "bilobum"),
            ("puha", "Pūhā", "maorica"),
            ("pūha", "Puha", "maorica"), ("hb07", "Picea", "glauca 'Hb07'"),
            ("'hb", "Picea", "glauca ‘Hb07’"),
            ("x grandiflora", "Abelia", "×grandiflora"), ("×grandi", "Abelia", "x grandiflora"),
            ("abelia grandiflora", "Abelia", "× grandiflora"), ("uva ursi", "Arctostaphylos", "uva-ursi"),
            ("uva-ursi", "Arctostaphylos", "uva ursi"), ("strasse", "Straße", ""), ("sokolka", "Sokółka", ""),
            ("novich", "Gymnocalycium", "mihanovichii"), ("  con   ", "Conophytum", ""), ("", "Rosa", ""),
            ("x", "Xerosicyos", "danguyi"), ("ssp. rubra", "Festuca", "rubra subsp. rubra"), ("🌵", "🌵", ""),
            ("שלום", "שלום", "ורד"),
        ])
    func found(_ search: String, _ genus: String, _ species: String) {
        #expect(finds(search, genus, species))
    }

    @Test(
        "Every term has to match",
        arguments: [
            ("con alba", "Conophytum", "bilobum"), ("rosa", "Conophytum", "bilobum"), ("x", "Rosa", "alba"),
        ])
    func notFound(_ search: String, _ genus: String, _ species: String) {
        #expect(!finds(search, genus, species))
    }

    @Test("A search has a bounded length")
    func bounded() {
        #expect(SearchKey.terms(String(repeating: "ab ", count: 10_000)).count == 8)
        #expect(SearchKey.terms("'\"(").isEmpty)
    }
}
