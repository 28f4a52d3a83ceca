import Testing

@testable import Garden

@Suite("Names as kept")
struct NameTextTests {
    @Test(
        "White space is tidied, the rest kept",
        arguments: [
            ("  Rosa   alba ", "Rosa alba"), ("Vejce\u{A0}", "Vejce"), ("a\tb\nc", "a b c"), ("", ""),
            ("\u{3000}", ""),
            ("Cafe\u{301}", "Café"), ("'Hb07'  <b>", "'Hb07' <b>"), ("👩‍🌾", "👩‍🌾"), ("می‌خواهم", "می‌خواهم"),
        ])
    func tidied(_ typed: String, _ kept: String) {
        #expect(NameText.tidied(typed).unicodeScalars.elementsEqual(kept.unicodeScalars))
    }

    @Test(
        "Blank names are refused, invisible ones too",
        arguments: ["", "  ", "\u{200B}", "\u{3164}", "\u{FE0F}\u{A0}", "\u{202E}"])
    func blank(_ name: String) {
        let error = #expect(throws: FieldError.self) { try NameText.checked(name, field: .name) }
        #expect(error == FieldError(field: .name, message: "Enter a name."))
    }

    @Test("A species may be empty")
    func emptySpecies() throws {
        #expect(try NameText.checked(" ", field: .species, mayBeEmpty: true) == "")
    }

    @Test("200 characters are taken, 201 are not, however they are put together")
    func length() throws {
        let family = "👨‍👩‍👧‍👦"
        for character in ["a", "é", "e\u{301}", "🌵"] {
            #expect(try NameText.checked(String(repeating: character, count: 200), field: .name).count == 200)
            #expect(throws: FieldError(field: .name, message: "A name has at most 200 characters; shorten it.")) {
                try NameText.checked(String(repeating: character, count: 201), field: .name)
            }
        }
        #expect(try NameText.checked(String(repeating: family, count: 100), field: .name).count == 100)
        #expect(throws: FieldError.self) {
            try NameText.checked("a" + String(repeating: "\u{301}", count: 2000), field: .name)
        }
    }

    @Test("Control characters are refused", arguments: ["a\u{0}b", "a\u{1B}[31m", "a\u{7F}"])
    func control(_ name: String) {
        #expect(throws: FieldError.self) { try NameText.checked(name, field: .genus) }
    }

    @Test(
        "Pasted lines",
        arguments: [
            ("Milk\nBread", ["Milk", "Bread"]), ("Milk\r\n\r\n  Bread \r\n", ["Milk", "Bread"]),
            ("- Milk\n* Bread\n• Eggs\n[ ] Tea\n☐ Salt", ["Milk", "Bread", "Eggs", "Tea", "Salt"]),
            ("- [x] Milk\n- [ ] Bread\n-", ["Milk", "Bread"]), ("- Milk", ["- Milk"]), ("", []),
            ("\n \n", []),
            ("5 eggs\n10 rolls", ["5 eggs", "10 rolls"]), ("a\u{2028}b", ["a", "b"]),
        ])
    func pasted(_ text: String, _ names: [String]) {
        #expect(PastedLines.names(in: text) == names)
    }
}
