import Foundation
import PictureTestFiles
import Testing

@testable import Garden

@Suite("Out and in again")
struct RoundTripTests {
    @Test("Everything comes back from JSON, and is written again to the byte")
    func json() throws {
        let garden = try TemporaryGarden.sample()
        let file = try garden.export(.json)
        let copy = try TemporaryGarden()
        let imported = try copy.bringIn(file)
        #expect(imported.plan.conflicts.isEmpty && imported.taken == 0)
        #expect(try copy.export(.json) == file)
        #expect(try copy.content() == garden.content())
        #expect(try Set(copy.versions().keys) == Set(garden.versions().keys))
    }

    @Test("Tables come back as they were, and are written again to the byte", arguments: [ExportFormat.plants, .lists])
    func tables(format: ExportFormat) throws {
        let garden = try TemporaryGarden.sample()
        let file = try garden.export(format)
        let copy = try TemporaryGarden()
        try copy.bringIn(file)
        #expect(try copy.export(format) == file)
        let kinds = format == .plants ? ["plant", "sowing"] : ["list", "item"]
        #expect(
            try copy.content()
                == garden.content().filter { line in kinds.contains { line.contains(" × \($0)|") } })
    }

    @Test("Brought in twice, nothing changes", arguments: [ExportFormat.json, .plants, .lists], [false, true])
    func twice(format: ExportFormat, takesFile: Bool) throws {
        let garden = try TemporaryGarden.sample()
        let file = try garden.export(format)
        for target in [garden, try TemporaryGarden()] {
            try target.bringIn(file, takesFile: takesFile)
            let before = try (target.versions(), target.export(.json))
            let imported = try target.bringIn(file, takesFile: takesFile)
            #expect(imported.plan.addsNothing && imported.plan.conflicts.isEmpty && imported.taken == 0)
            #expect(try target.versions() == before.0)
            #expect(try target.export(.json) == before.1)
        }
    }

    @Test(
        "Without its ids a table brings in the same, and twice changes nothing",
        arguments: [ExportFormat.plants, .lists])
    func withoutIDs(format: ExportFormat) throws {
        let garden = try TemporaryGarden.sample()
        let text = try garden.text(format).replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "")
        let copy = try TemporaryGarden()
        try copy.bringIn(text)
        let kinds = format == .plants ? ["plant", "sowing"] : ["list", "item"]
        let expected = try garden.content().filter { line in kinds.contains { line.contains(" × \($0)|") } }
        #expect(try copy.content() == expected)
        // In the order of the file, as it was on the screens.
        #expect(
            try copy.text(format).replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "") == text)
        let versions = try copy.versions()
        #expect(try copy.bringIn(text).plan.addsNothing)
        #expect(try copy.versions() == versions)
        // Into the garden it came from as well.
        #expect(try garden.bringIn(text).plan.addsNothing)
    }

    @Test("Whatever a garden holds, it comes back", arguments: 0..<12)
    func random(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let garden = try TemporaryGarden()
        let pieces = [
            "a", "B", " ", ",", ";", "\"", "'", "=", "+", "-", "@", "\t", "\n", "🌱", "é", "e\u{301}", "ש", "\\", "/",
            "x", "×", "0",
            "\u{FEFF}", "＋", "\u{200B}", "{", "ß",
        ]
        func text(_ length: Int) -> String {
            (0..<length).compactMap { _ in pieces.randomElement(using: &random) }.joined()
        }
        for _ in 0..<15 {
            guard let plant = try? garden.plants.add(genus: text(6), species: text(4)) else { continue }
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let day = CalendarDay(stored: Date(timeIntervalSince1970: .random(in: -1e9...4e9, using: &random)))
                try garden.sow(plant, .random(in: 0...3, using: &random), on: day.iso, note: text(8))
            }
            guard let list = try? garden.lists.add(name: text(5)) else { continue }
            for _ in 0..<4 { _ = try? garden.items(list.id).add(name: text(7)) }
        }
        let files = try (garden.export(.json), garden.export(.plants), garden.export(.lists))
        let fromJSON = try TemporaryGarden()
        try fromJSON.bringIn(files.0)
        #expect(try fromJSON.export(.json) == files.0)
        let fromTables = try TemporaryGarden()
        try fromTables.bringIn(files.1)
        try fromTables.bringIn(files.2)
        #expect(try fromTables.content() == garden.content())
        #expect(try fromTables.export(.plants) == files.1)
        #expect(try fromTables.export(.lists) == files.2)
        #expect(try fromTables.bringIn(files.0).plan.addsNothing)
        #expect(try fromJSON.bringIn(files.1).plan.addsNothing && fromJSON.bringIn(files.2).plan.addsNothing)
    }

    @Test("Pictures come back, large and small, and are left alone where a table says nothing of them")
    func pictures() throws {
        let garden = try TemporaryGarden()
        let list = try garden.lists.add(name: "Jobs")
        let item = try garden.items(list.id).add(name: "Large")
        let small = try garden.items(list.id).add(name: "Small")
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        _ = try garden.items(list.id).setPicture(item.id, to: SamplePicture.noise(width: 420, height: 420))
        try garden.setPicture([200, 0, 0], of: small)
        _ = try garden.plant(plant.id).setPicture(to: SamplePicture.gif)
        let pictures = try [item, small].map { try garden.picture(of: $0.id) }
        #expect(try #require(pictures[0]).count > 100 * 1024)
        let copy = try TemporaryGarden()
        try copy.bringIn(garden.export(.json))
        #expect(try [item, small].map { try copy.picture(of: $0.id) } == pictures)
        #expect(try copy.export(.json) == garden.export(.json))
        #expect(try copy.bringIn(garden.export(.json)).plan.addsNothing)
        #expect(try copy.plan(garden.export(.json)).conflicts.isEmpty)
        #expect(try copy.bringIn(garden.export(.lists), takesFile: true).taken == 0)
        #expect(try copy.picture(of: item.id) == pictures[0])

        try copy.setPicture([0, 200, 0], of: small)
        _ = try copy.plant(plant.id).removePicture()
        let plan = try copy.plan(garden.export(.json))
        #expect(plan.conflicts.map { $0.differences.map(\.field) } == [[.picture], [.picture]])
        try copy.bringIn(garden.export(.json), takesFile: true)
        #expect(try copy.picture(of: small.id) == pictures[1])
        #expect(try copy.plants.plant(plant.id).pictureID != nil)
    }

    @Test("A picture that others made is made anew, the same each time; what is none is told with its owner's name")
    func foreignPictures() throws {
        func file(_ picture: Data) -> [UInt8] {
            let image = picture.base64EncodedString()
            return Array(
                #"{"format": "perennial", "version": 1, "plants": [{"genus": "Rosa", "image": "\#(image)"}]}"#.utf8)
        }
        let garden = try TemporaryGarden()
        try garden.bringIn(file(SamplePicture.png(width: 30, height: 20)))
        let plant = try garden.plants.find("Rosa")
        let id = try #require(plant.pictureID)
        #expect(SamplePicture.size(ofJPEG: try #require(try garden.plant(plant.id).picture(id, .whole))) == [30, 20])
        #expect(SamplePicture.size(ofJPEG: try #require(try garden.plant(plant.id).picture(id, .small))) == [96, 96])
        let withID = String(decoding: file(SamplePicture.png(width: 30, height: 20)), as: UTF8.self)
            .replacing("{\"genus\"", with: "{\"id\": \"\(plant.id)\", \"genus\"")
        #expect(try garden.plan(Array(withID.utf8)).conflicts.isEmpty)

        let other = try TemporaryGarden()
        for bad in [Data("no picture".utf8), SamplePicture.heic] {
            let error = #expect(throws: GardenError.self) { try other.bringIn(file(bad)) }
            #expect(error?.message.hasPrefix("The picture of “Rosa”: ") == true)
        }
        #expect(try other.plants.count() == 0)
    }

    @Test("What was sown when is kept to the millisecond, and with it the order of a day")
    func order() throws {
        let garden = try TemporaryGarden()
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        try garden.container.write { context in
            let plant = try context.existingPlant(plant.id)
            for step in 0..<50 {
                _ = Seed(
                    in: context, id: UUID(), of: plant, on: CalendarDay.epoch, seeds: step, note: "",
                    createdAt: Date(timeIntervalSince1970: 1_772_000_000 + Double(step) * 0.0007))
            }
        }
        let copy = try TemporaryGarden()
        try copy.bringIn(garden.export(.json))
        #expect(
            try copy.plant(plant.id).sowings().rows.map(\.numberOfSeeds)
                == garden.plant(plant.id).sowings().rows.map(\.numberOfSeeds))
    }
}
