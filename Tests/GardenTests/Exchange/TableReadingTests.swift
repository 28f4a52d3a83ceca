import Foundation
import Testing

@testable import Garden

@Suite("Reading tables")
struct TableReadingTests {
    private func faults(_ bytes: [UInt8]) -> [String] {
        #expect(throws: UnreadableFile.self) { try ImportFile(bytes) }?.faults.map(\.sentence) ?? []
    }

    private func faults(_ text: String) -> [String] { faults(Array(text.utf8)) }

    /// A table in which cells are parted by commas and lines end with LF.
    private static let table = """
        Genus,Species,Date sown,Number of seeds,Note
        Rosa,alba,2026-03-01,20,"one, two
        ""three""; four"
        rosa,alba,2026-03-02,3,
        Malva,,,,

        Rosa,alba,2026-03-03,0,last
        """

    private func summary(_ file: ImportFile) -> [String] {
        file.contents.plants.flatMap { plant in
            ["\(plant.name.name)"] + plant.sowings.map { "\($0.day) \($0.seeds) \($0.note ?? "-")" }
        }
    }

    private static let expected = [
        "Rosa alba", "2026-03-01 20 one, two\n\"three\"; four", "2026-03-03 0 last", "rosa alba", "2026-03-02 3 ",
        "Malva",
    ]

    @Test(
        "Commas, semicolons or tabs; any line ends; with or without a byte order mark; UTF-8 or UTF-16",
        arguments: [",", ";", "\t"], ["\n", "\r\n", "\r"])
    func forms(separator: String, lineEnd: String) throws {
        var text = ""
        // What stands in quotes keeps its commas and semicolons.
        var isQuoted = false
        for character in Self.table {
            if character == "\"" { isQuoted.toggle() }
            text += character == "," && !isQuoted ? separator : character == "\n" ? lineEnd : String(character)
        }
        for bytes in [
            Array(text.utf8), Array("\u{FEFF}\(text)\(lineEnd)".utf8), text.utf16Bytes(isLittle: true),
            text.utf16Bytes(isLittle: false),
            Array("sep=\(separator)\(lineEnd)\(text)".utf8),
        ] {
            let file = try ImportFile(bytes)
            #expect(file.format == .plants)
            #expect(summary(file) == Self.expected)
        }
    }

    @Test("Columns in any order and case, by other names too, and others passed over")
    func columns() throws {
        let file = try ImportFile(
            Array(" SEEDS ,Colour,\"date\nsown\",genus,NOTES\n5,red,2026-03-01,Rosa,n\n\n,,,Malva".utf8))
        #expect(summary(file) == ["Rosa", "2026-03-01 5 n", "Malva"])
        let lists = try ImportFile(Array("DONE;item;List\nX;Dig;Jobs\n;Rest;Jobs\nno;\"Sow;\";Jobs\n;;Empty".utf8))
        #expect(lists.format == .lists && lists.contents.lists.map(\.name) == ["Jobs", "Empty"])
        #expect(lists.contents.lists[0].items.map(\.isDone) == [true, false, false])
        #expect(lists.contents.lists[0].items[2].name == "Sow;" && lists.contents.lists[1].items.isEmpty)
    }

    @Test("What is wrong is told with its line and column, all of it together")
    func wrong() {
        #expect(
            faults(
                "Genus,Species,Date sown,Number of seeds,Plant ID\n,alba,2026-03-01,1\nRosa,,2026-02-30,-1,x\n\"Ro\nsa\",,,7,\n"
            )
                == [
                    "line 2, Genus: Enter a genus.",
                    "line 3, Plant ID: An id such as 4065B515-3011-4456-B05E-F5455CB536FE, or nothing.",
                    "line 3, Date sown: A day such as 2026-03-01. It says “2026-02-30”.",
                    "line 3, Number of seeds: A whole number from 0 to 32,767. It says “-1”.",
                    "line 4, Date sown: A day such as 2026-03-01.",
                ])
        #expect(
            faults("List,Item,Done\nJobs,,yes\nJobs,Dig,perhaps\n,Dig,") == [
                "line 2, Item: Enter a name.", "line 3, Done: “Yes” or “no”.", "line 4, List: Enter a name.",
            ])
        #expect(faults("Genus\n" + String(repeating: "\u{200B}x\u{0}\n", count: 1000)).count == 20)
    }

    @Test(
        "What is no table is told",
        arguments: [
            ("", "The file is empty."), (" \n\r\n", "The file is empty."),
            ("Name,Colour\na,b", "first line has to name the columns"),
            ("Genus,Genus\na,b", "Two columns are called “Genus”."), ("Species\na", "first line has to name"),
            ("Genus,Note\nRosa,x", "needs a column “Date sown”"), ("Genus,Seeds\nRosa,1", "needs a column “Date sown”"),
            ("Genus\n\"Rosa", "line 2: A quote is opened and not closed."),
            ("Genus\n\"Rosa\" x", "line 2: Something follows a closed quote"),
            ("Genus,Species\nRosa,alba,plena", "line 2: There are 3 cells, but 2 columns"),
            ("BEGIN:VCALENDAR\r\nEND:VCALENDAR", "A calendar is not brought in"),
            ("PK\u{3}\u{4}rest", "save it as “CSV UTF-8”"), ("SQLite format 3\0…", "“perennial backup --store”"),
        ])
    func foreign(text: String, says: String) {
        let told = faults(text)
        #expect(told.count == 1 && told[0].contains(says), "\(told)")
    }

    @Test("A text in another encoding is told with its line")
    func encoding() {
        #expect(
            faults(Array("Genus\nRosa\nÄ".utf8.prefix(11)) + [0xC4, 0x0A]) == [
                "line 3: The text is not UTF-8; save the table as “CSV UTF-8”."
            ])
        #expect(faults([0xFF, 0xFE, 0x47]) == ["The file is cut off, or no text; save it as UTF-8."])
        #expect(faults([0xFF, 0xFE, 0x00, 0xD8]) == ["The file is cut off, or no text; save it as UTF-8."])
    }

    @Test(
        "Days as people and spreadsheets write them, where they can only be one",
        arguments: [
            ("2026-03-01", "2026-03-01"), ("2026/3/1", "2026-03-01"), ("2026.03.01", "2026-03-01"),
            ("1.3.2026", "2026-03-01"),
            ("01.03.2026", "2026-03-01"), ("3/14/2026", "2026-03-14"), ("14/3/2026", "2026-03-14"),
            ("3/3/2026", "2026-03-03"),
            ("1 Mar 2026", "2026-03-01"), ("March 1, 2026", "2026-03-01"), ("Mar 1 2026", "2026-03-01"),
            ("1-Sep-2026", "2026-09-01"),
            ("29.2.2024", "2024-02-29"), ("1 sept 2026", "2026-09-01"),
        ])
    func days(text: String, iso: String) throws {
        #expect(try CalendarDay(typed: text).iso == iso)
    }

    @Test(
        "Other days are refused",
        arguments: [
            "1/3/2026", "03-04-2026", "1.3.26", "2026-3", "29.2.2025", "31/31/2026", "1/2.2026", "Mar 2026",
            "yesterday", "", "45000",
            "2026-03-01T00:00", "1 Mar 26", "1 Ma 2026", "١/٣/٢٠٢٦",
        ])
    func noDays(text: String) {
        #expect(throws: FieldError.self) { try CalendarDay(typed: text) }
    }

    @Test("Of two days it can be, both are told")
    func ambiguous() {
        let error = #expect(throws: FieldError.self) { try CalendarDay(typed: " 1/3/2026") }
        #expect(error?.message == "“1/3/2026” may be 2026-01-03 or 2026-03-01: write it like that.")
    }

    @Test(
        "A cell that a spreadsheet would run gets an apostrophe, and every text comes back as it was",
        arguments: [
            ("=1+1", "'=1+1"), ("+49", "'+49"), ("-5", "'-5"), ("@home", "'@home"), ("'=1", "''=1"), ("''@", "'''@"),
            ("＝1", "'＝1"),
            ("'Hb07'", "'Hb07'"), ("a=1", "a=1"), ("", ""), ("'", "'"), ("×", "×"),
        ])
    func formulas(text: String, cell: String) {
        #expect(FormulaGuard.guarded(text) == cell)
        #expect(FormulaGuard.unguarded(cell) == text)
    }

    @Test("A hundred thousand rows are read; there is a limit, and what is beyond it is told")
    func many() throws {
        let rows = String(repeating: "A,2026-03-01,1\n", count: 100_000)
        let bytes = Array("Genus,Date sown,Number of seeds\n\(rows)".utf8)
        #expect(try ImportFile(bytes, room: RecordRoom(100_001)).contents.plants[0].sowings.count == 100_000)
        let error = #expect(throws: UnreadableFile.self) { try ImportFile(bytes, room: RecordRoom(100_000)) }
        #expect(
            error?.faults.map(\.message) == [
                "A file has at most 100000 plants, sowings, lists and items; take it apart."
            ])
    }
}
