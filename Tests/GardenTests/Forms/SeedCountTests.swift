import Testing

@testable import Garden

@Suite("The number of seeds")
struct SeedCountTests {
    @Test(
        "Whole numbers from 0 to 32,767",
        arguments: [
            ("0", 0), ("1", 1), (" 20 ", 20), ("007", 7), ("32767", 32767), ("２０", 20), ("٢٠", 20),
            ("२०", 20),
        ])
    func good(_ typed: String, _ number: Int) throws {
        #expect(try SeedCount.parsed(typed) == number)
    }

    @Test(
        "Everything else gets a sentence",
        arguments: [
            "", " ", "-3", "+3", "32768", "99999999999999999999999", "1,000", "1.5", "½", "²", "twelve",
            "20 seeds", "2 0",
            "0x10", "1e3", "①", "三",
        ])
    func bad(_ typed: String) {
        #expect(throws: FieldError(field: .numberOfSeeds, message: "A whole number from 0 to 32,767.")) {
            try SeedCount.parsed(typed)
        }
    }

    @Test("Notes keep their lines")
    func notes() throws {
        #expect(try NoteText.checked(" Soaked\r\n24 h\r\n") == "Soaked\n24 h")
        #expect(try NoteText.checked("") == "")
        #expect(throws: FieldError.self) { try NoteText.checked("a\u{0}") }
        #expect(throws: FieldError.self) { try NoteText.checked(String(repeating: "x", count: 10_001)) }
    }
}
