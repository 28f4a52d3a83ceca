import Foundation
import Testing

@testable import Garden

@Suite("Sowings as a calendar")
struct CalendarTests {
    @Test("A sowing is an event of a whole day, the same in every export")
    func event() throws {
        let garden = try TemporaryGarden()
        let plant = try garden.plants.add(genus: "Picea", species: "glauca 'Hb07', a; b\\c")
        let sowing = try garden.sow(plant, 1, on: "2026-03-01", note: "One\nTwo, three").sowing
        #expect(
            try garden.text(.calendar)
                == """
                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//Perennial//Perennial//EN
                CALSCALE:GREGORIAN
                BEGIN:VEVENT
                UID:\(sowing.id.uuidString.lowercased())@perennial
                DTSTAMP:20260225T061320Z
                DTSTART;VALUE=DATE:20260301
                SUMMARY:Picea glauca 'Hb07'\\, a\\; b\\\\c: 1 seed
                DESCRIPTION:One\\nTwo\\, three
                TRANSP:TRANSPARENT
                END:VEVENT
                END:VCALENDAR

                """.replacing("\n", with: "\r\n"))
    }

    @Test("Long lines are folded at 75 bytes, never within a character, and come together again")
    func folded() throws {
        let garden = try TemporaryGarden()
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let note = (0..<200).map { "🌱é\($0)x" }.joined()
        try garden.sow(plant, 20, note: note)
        let bytes = try garden.export(.calendar)
        let lines = try #require(String(validating: bytes, as: UTF8.self)).components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
        #expect(lines.contains { $0.utf8.count == 75 })
        #expect(try garden.text(.calendar).replacing("\r\n ", with: "").contains("DESCRIPTION:\(note)\r\n"))
        for line in bytes.split(separator: 0x0A) { #expect(String(validating: line, as: UTF8.self) != nil) }
    }
}
