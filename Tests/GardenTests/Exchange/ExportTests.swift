import Foundation
import Testing

@testable import Garden

@Suite("Exports")
struct ExportTests {
    @Test("JSON is laid out so that a comparison shows what changed, and is what others read")
    func json() throws {
        let garden = try TemporaryGarden()
        let list = try garden.lists.add(name: "Jobs")
        let item = try garden.items(list.id).add(name: "A \"b\" \\ \u{7F}".replacing("\u{7F}", with: "c"))
        try garden.setPicture([1, 2, 3], of: item)
        let picture = try #require(try garden.picture(of: item.id)).base64EncodedString()
        _ = try garden.lists.add(name: "Empty")
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let sowing = try garden.sow(plant, 20, note: "one\n\ttwo").sowing
        let text = try garden.text(.json)
        let createdAt = try #require(text.firstMatch(of: /"createdAt": "(.*?)"/)?.1)
        #expect(
            text == #"""
                {
                  "format": "perennial",
                  "version": 1,
                  "exportedAt": "2026-02-25T06:13:20.000Z",
                  "plants": [
                    {
                      "id": "\#(plant.id)", "genus": "Rosa", "species": "",
                      "sowings": [
                        {"id": "\#(sowing.id)", "date": "2026-03-01", "seeds": 20, "note": "one\n\ttwo", "createdAt": "\#(createdAt)"}
                      ]
                    }
                  ],
                  "lists": [
                    {
                      "id": "\#(try garden.lists.find("Empty").id)", "name": "Empty",
                      "items": []
                    },
                    {
                      "id": "\#(list.id)", "name": "Jobs",
                      "items": [
                        {"id": "\#(item.id)", "name": "A \"b\" \\ c", "done": false, "image": "\#(picture)"}
                      ]
                    }
                  ]
                }

                """#)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(object?["version"] as? Int == 1)
    }

    @Test("Tables begin with a byte order mark, end their lines with CRLF and quote what needs it")
    func tables() throws {
        let garden = try TemporaryGarden()
        let plant = try garden.plants.add(genus: "Rosa", species: "a, \"b\"")
        let sowing = try garden.sow(plant, 20, note: "=1\n;").sowing
        let bare = try garden.plants.add(genus: "Abies", species: "")
        #expect(
            try garden.text(.plants) == "\u{FEFF}Genus,Species,Date sown,Number of seeds,Note,Plant ID,Sowing ID\r\n"
                + "Abies,,,,,\(bare.id),\r\n"
                + "Rosa,\"a, \"\"b\"\"\",2026-03-01,20,\"'=1\n;\",\(plant.id),\(sowing.id)\r\n")
        let list = try garden.lists.add(name: "Jobs")
        #expect(
            try garden.text(.lists) == "\u{FEFF}List,Item,Done,List ID,Item ID\r\nJobs,,,\(list.id),\r\n")
    }

    @Test("An empty garden makes files that bring in nothing")
    func empty() throws {
        let garden = try TemporaryGarden()
        for format in [ExportFormat.json, .plants, .lists] {
            let file = try ImportFile(garden.export(format))
            #expect(file.format == format && file.isEmpty)
        }
    }

    @Test("What it is is known by a file's beginning, and another file is not taken for it")
    func recognised() throws {
        let garden = try TemporaryGarden.sample()
        let files = try Dictionary(uniqueKeysWithValues: ExportFormat.allCases.map { ($0, try garden.export($0)) })
        for (format, bytes) in files {
            for other in ExportFormat.allCases {
                #expect(other.isFormat(ofFileBeginning: Array(bytes.prefix(4096))) == (format == other))
            }
        }
        for format in ExportFormat.allCases {
            #expect(format.isFormat(ofFileBeginning: []))
            for text in [
                "SQLite format 3\0", "{\"name\": 1}", "hello", "BEGIN:VCALENDAR\r\nPRODID:other\r\n", "[1, 2]",
            ] {
                #expect(!format.isFormat(ofFileBeginning: Array(text.utf8)))
            }
        }
    }

    @Test("Names of files, and what they say of the format")
    func fileNames() throws {
        let day = try #require(CalendarDay("2026-03-01"))
        #expect(
            ExportFormat.allCases.map { $0.fileName(on: day) } == [
                "perennial-2026-03-01.json", "perennial-plants-2026-03-01.csv", "perennial-lists-2026-03-01.csv",
                "perennial-sowings-2026-03-01.ics",
            ])
        #expect(ExportFormat(fileName: "a/B.JSON") == .json && ExportFormat(fileName: "x.ics") == .calendar)
        #expect(ExportFormat(fileName: "x.csv") == nil && ExportFormat(fileName: "json") == nil)
    }

    @Test("An error of what takes the bytes comes back as it is")
    func failing() throws {
        struct Full: Error {}
        let garden = try TemporaryGarden.sample()
        #expect(throws: Full.self) {
            try ExportViewModel(garden.container).export(as: .json) { _ in throw Full() }
        }
    }

    @Test("While others move sowings about, each is in an export once", .timeLimit(.minutes(10)))
    func whileMoving() throws {
        let garden = try TemporaryGarden()
        let plants = try (0..<10).map { try garden.plants.add(genus: "G\($0)", species: "") }
        let sowings = try (0..<20).map { try garden.sow(plants[$0 % 10], $0).sowing.id }
        let second = try garden.secondContainer()
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
            do {
                for round in 0..<20 {
                    if worker == 0 {
                        _ = try SowingViewModel(second).move(sowings[round % 20], to: plants[(round * 3 + 1) % 10].id)
                    } else {
                        let contents = try ImportFile(garden.export(.json)).contents
                        let ids = contents.plants.flatMap { $0.sowings.compactMap(\.id) }
                        #expect(ids.count == 20 && Set(ids) == Set(sowings))
                    }
                }
            } catch {
                Issue.record(error)
            }
        }
        try second.close()
    }
}
