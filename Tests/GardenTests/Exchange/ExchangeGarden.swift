import Foundation
import PictureTestFiles
import Testing

@testable import Garden

extension TemporaryGarden {
    /// The garden as a file of a format.
    func export(_ format: ExportFormat, at date: Date = Date(timeIntervalSince1970: 1_772_000_000)) throws -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try ExportViewModel(container).export(as: format, at: date) { bytes += $0 }
        return bytes
    }

    /// The garden as the text of a file.
    func text(_ format: ExportFormat) throws -> String {
        try #require(String(validating: export(format), as: UTF8.self))
    }

    func plan(_ text: String) throws -> ImportPlan { try plan(Array(text.utf8)) }

    func plan(_ bytes: [UInt8]) throws -> ImportPlan { try ImportViewModel(container).plan(ImportFile(bytes)) }

    /// Brings a file in.
    ///
    /// - Parameter takesFile: Whether the file's values take the place of the garden's in every conflict.
    @discardableResult
    func bringIn(_ bytes: [UInt8], takesFile: Bool = false) throws -> Imported {
        let model = ImportViewModel(container)
        let file = try ImportFile(bytes)
        return try model.bringIn(file, taking: takesFile ? model.plan(file).conflictsToTake : [])
    }

    @discardableResult
    func bringIn(_ text: String, takesFile: Bool = false) throws -> Imported {
        try bringIn(Array(text.utf8), takesFile: takesFile)
    }

    /// Everything there is, without ids and in no order: what two gardens have in common after an exchange.
    func content() throws -> Set<String> {
        var lines: [String: Int] = [:]
        func add(_ words: String...) { lines[words.joined(separator: "|"), default: 0] += 1 }
        for plant in try plants.rows(limit: 100_000).rows {
            add("plant", plant.genus, plant.species, "\(plant.sowingCount)", "\(plant.seedTotal)")
            for sowing in try self.plant(plant.id).sowings(limit: 100_000).rows {
                add("sowing", plant.name, sowing.date.iso, "\(sowing.numberOfSeeds)", sowing.note)
            }
        }
        for list in try lists.lists() {
            add("list", list.name, "\(list.openCount)", "\(list.itemCount)")
            for item in try items(list.id).items(limit: 100_000).rows {
                add("item", list.name, item.name, "\(item.isDone)")
            }
        }
        return Set(lines.map { "\($0.value) × \($0.key)" })
    }

    /// Versions of every row: what changes when anything is written.
    func versions() throws -> [UUID: Int] {
        var versions: [UUID: Int] = [:]
        for plant in try plants.rows(limit: 100_000).rows {
            versions[plant.id] = plant.version
            for row in try self.plant(plant.id).sowings(limit: 100_000).rows { versions[row.id] = row.version }
        }
        for list in try lists.lists() {
            versions[list.id] = list.version
            for row in try items(list.id).items(limit: 100_000).rows { versions[row.id] = row.version }
        }
        return versions
    }

    /// Gives an item a picture of one colour.
    func setPicture(_ colour: [UInt8], of item: ItemRow) throws {
        _ = try items(item.listID).setPicture(item.id, to: SamplePicture.png(width: 9, height: 9, colour: colour))
    }

    /// The bytes of an item's picture, and of the small one.
    func picture(of id: UUID) throws -> Data? {
        try container.read { context in
            let item = try #require(try context.first(Item.self, "id", is: id))
            #expect((item.image == nil) == (item.thumbnail == nil) && (item.image == nil) == (item.imageID == nil))
            return item.image
        }
    }

    /// A garden with a bit of everything.
    static func sample() throws -> TemporaryGarden {
        let garden = try TemporaryGarden()
        try garden.container.write { context in
            for (genus, species) in nastyNames {
                let plant = Plant(in: context, id: UUID(), genus: genus, species: species)
                func sow(_ seeds: Int, _ day: String, _ note: String) throws {
                    let day = try #require(CalendarDay(day))
                    _ = try Seed(
                        in: context, id: UUID(), of: plant, on: day, seeds: seeds, note: NoteText.checked(note))
                }
                for note in nastyNotes { try sow(note.utf8.count, "2026-03-01", note) }
                try sow(0, "0001-01-01", "")
                try sow(32_767, "9999-12-31", "")
                // Two that are the same but for their ids.
                for _ in 0..<2 { try sow(5, "2024-02-29", "twice") }
            }
            _ = Plant(in: context, id: UUID(), genus: "Without", species: "sowings")
            for name in ["=Empty", "Jobs; and more"] { _ = Lists(in: context, id: UUID(), name: name) }
            let list = Lists(in: context, id: UUID(), name: "Shopping")
            for (index, names) in nastyNames.enumerated() {
                let item = Item(
                    in: context, id: UUID(), of: list, name: NameText.tidied("\(names.0) \(names.1)"),
                    isDone: index % 2 == 0)
                if index == 3 { item.setPicture(try SamplePicture.workshop.picture(SamplePicture.gif)) }
            }
        }
        return garden
    }

    static let nastyNames = [
        ("Picea", "glauca 'Hb07'"), ("=cmd|'/c calc'!A0", "+1"), ("-Minus", "@home"), ("'=quoted", "''-twice"),
        ("Comma, inc", "semi;colon"), ("\"Quoted\"", "in \"the\" middle"), ("שושן", "صحراوي"), ("🌵👩‍🌾", "\u{e9}"),
        ("× Sorbaronia", "<b>&amp;</b>"), ("back\\slash", "{\"json\": [1]}"), ("＝wide", ""), ("sep=;", "Genus"),
    ]

    static let nastyNotes = [
        "", "one\ntwo\n\nfour", "a, b; c\td", "\"", "\"\"\"", "=1+1", "- a list\n- of two", "'=", "@SUM(1)\n=2",
        "emoji 🌱 and \u{202E}turned", "back\\slash\\n", "BEGIN:VEVENT\nEND:VEVENT", "tab\tin", "\u{2028}line",
    ]
}

extension String {
    /// The text in UTF-16 with a byte order mark.
    func utf16Bytes(isLittle: Bool) -> [UInt8] {
        ("\u{FEFF}" + self).utf16.reduce(into: []) { bytes, unit in
            let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
            bytes += isLittle ? [low, high] : [high, low]
        }
    }
}
