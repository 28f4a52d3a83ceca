import Foundation
import Testing

@testable import Garden

@Suite("Sowings")
struct SowingTests {
    private let garden: TemporaryGarden
    private let plant: PlantRow

    init() throws {
        garden = try TemporaryGarden()
        plant = try garden.plants.add(genus: "Conophytum", species: "bilobum")
    }

    @Test("A sowing is entered and counted")
    func add() throws {
        var form = SowingForm(newFor: plant, today: try #require(CalendarDay("2026-03-01")))
        form.numberOfSeeds = "20"
        form.note = "Soaked 24 h\r\n"
        let detail = try #require(try garden.sowings.add(form, base: form).saved)
        #expect(detail.sowing.title() == "20 seeds on Mar 1, 2026")
        #expect(detail.sowing.note == "Soaked 24 h" && detail.sowing.plantID == plant.id)
        #expect(detail.plant.sowingCount == 1 && detail.plant.seedTotal == 20)
        #expect(try garden.sowings.sowing(detail.sowing.id) == detail)
        #expect(try garden.plant(plant.id).plant() == detail.plant)
    }

    @Test("The sowings of a plant come newest first, in portions")
    func newestFirst() throws {
        for day in ["2026-01-08", "2026-03-01", "2025-11-03", "2026-03-01"] {
            try garden.sow(plant, 1, on: day)
        }
        let page = try garden.plant(plant.id).sowings(limit: 3)
        #expect(page.rows.map(\.date.iso) == ["2026-03-01", "2026-03-01", "2026-01-08"] && page.total == 4)
        let rest = try garden.plant(plant.id).sowings(after: page.next, limit: 3)
        #expect(rest.rows.map(\.date.iso) == ["2025-11-03"] && rest.next == nil)
    }

    @Test("Of one day, the one entered last comes first")
    func sameDay() throws {
        let first = try garden.sow(plant, 1)
        let second = try garden.sow(plant, 2)
        #expect(second.sowing.cursor < first.sowing.cursor || first.sowing.cursor < second.sowing.cursor)
        #expect(try garden.plant(plant.id).sowings().rows.count == 2)
    }

    @Test(
        "Wrong fields are all named, and nothing is entered",
        arguments: [
            ("2026-02-30", "20", [GardenField.dateSown]), ("2026-03-01", "-3", [.numberOfSeeds]),
            ("", "", [.dateSown, .numberOfSeeds]), ("2026-03-01", "32768", [.numberOfSeeds]),
        ])
    func invalid(_ day: String, _ seeds: String, _ fields: [GardenField]) throws {
        let form = SowingForm(
            plantID: plant.id, genus: "Conophytum", species: "bilobum", dateSown: day, numberOfSeeds: seeds,
            note: "")
        let error = #expect(throws: GardenError.self) { try garden.sowings.add(form, base: form) }
        #expect(error?.invalidFields == fields)
        #expect(try garden.plant(plant.id).plant().sowingCount == 0)
    }

    @Test("0 and 32,767 seeds are numbers of seeds")
    func limits() throws {
        try garden.sow(plant, 0)
        try garden.sow(plant, 32767)
        try garden.sow(plant, 32767)
        #expect(try garden.plant(plant.id).plant().seedTotal == 65534)
    }

    @Test("A form sent twice enters one sowing")
    func sentTwice() throws {
        let id = UUID()
        let first = try garden.sow(plant, 5, id: id)
        #expect(try garden.sow(plant, 5, id: id) == first)
        #expect(try garden.plant(plant.id).plant().sowingCount == 1)
        // Back, another number typed, sent again.
        #expect(try garden.sow(plant, 77, id: id).sowing.numberOfSeeds == 77)
        #expect(try garden.plant(plant.id).plant().seedTotal == 82)
    }

    @Test("A changed sowing is saved, the plant's total with it")
    func save() throws {
        let detail = try garden.sow(plant, 20)
        var form = detail.form
        (form.dateSown, form.numberOfSeeds, form.note) = ("2026-04-02", "7", "few")
        let saved = try #require(
            try garden.sowings.save(detail.sowing.id, base: detail.form, new: form).saved)
        #expect(saved.sowing.title() == "7 seeds on Apr 2, 2026" && saved.sowing.note == "few")
        #expect(saved.plant.seedTotal == 7 && saved.plant.sowingCount == 1)
        #expect(saved.sowing.version > detail.sowing.version)
        #expect(try garden.sowings.sowing(detail.sowing.id) == saved)
    }

    @Test("Saving what did not change changes nothing")
    func unchanged() throws {
        let detail = try garden.sow(plant, 20, note: "a\nb")
        var form = detail.form
        form.note = "a\r\nb"
        form.numberOfSeeds = " 020"
        let saved = try #require(try garden.sowings.save(detail.sowing.id, base: form, new: form).saved)
        #expect(saved == detail)
    }

    @Test("What only one side changed is kept from both sides")
    func merge() throws {
        let detail = try garden.sow(plant, 20)
        var theirs = detail.form
        theirs.note = "theirs"
        _ = try garden.sowings.save(detail.sowing.id, base: detail.form, new: theirs)
        var yours = detail.form
        yours.numberOfSeeds = "30"
        let result = try garden.sowings.save(detail.sowing.id, base: detail.form, new: yours)
        #expect(result.saved?.sowing.note == "theirs" && result.saved?.sowing.numberOfSeeds == 30)
        #expect(result.merged == [.note])
    }

    @Test("A true clash stores nothing and shows both values; the next try wins")
    func conflict() throws {
        let detail = try garden.sow(plant, 20)
        var theirs = detail.form
        (theirs.numberOfSeeds, theirs.note) = ("25", "theirs")
        _ = try garden.sowings.save(detail.sowing.id, base: detail.form, new: theirs)
        var yours = detail.form
        (yours.numberOfSeeds, yours.dateSown) = ("30", "2026-03-02")
        let error = #expect(throws: GardenError.self) {
            try garden.sowings.save(detail.sowing.id, base: detail.form, new: yours)
        }
        let conflict = try #require(error?.conflict)
        #expect(conflict.clashes == [.init(field: .numberOfSeeds, base: "20", theirs: "25", yours: "30")])
        #expect(conflict.merged == [.note])
        #expect(try garden.sowings.sowing(detail.sowing.id).sowing.numberOfSeeds == 25)
        guard case .sowing(let current) = conflict.current else { throw GardenError.conflict(conflict) }
        yours.note = current.note
        let saved = try #require(try garden.sowings.save(detail.sowing.id, base: current, new: yours).saved)
        #expect(
            saved.sowing.numberOfSeeds == 30 && saved.sowing.date.iso == "2026-03-02"
                && saved.sowing.note == "theirs")
    }

    @Test("Both changed a field to the same value: no clash")
    func sameChange() throws {
        let detail = try garden.sow(plant, 20)
        var form = detail.form
        form.numberOfSeeds = "25"
        _ = try garden.sowings.save(detail.sowing.id, base: detail.form, new: form)
        #expect(
            try garden.sowings.save(detail.sowing.id, base: detail.form, new: form).saved?.sowing
                .numberOfSeeds == 25)
    }

    @Test("Moving a sowing: both plants' numbers are right at once")
    func move() throws {
        let target = try garden.plants.add(genus: "Lithops", species: "")
        let detail = try garden.sow(plant, 20)
        try garden.sow(plant, 5)
        let move = try garden.sowings.move(detail.sowing.id, to: target.id)
        #expect(move.from.id == plant.id && move.from.sowingCount == 1 && move.from.seedTotal == 5)
        #expect(move.detail.plant.id == target.id && move.detail.plant.sowingCount == 1)
        #expect(move.detail.plant.seedTotal == 20 && move.detail.sowing.id == detail.sowing.id)
        #expect(try garden.plant(plant.id).sowings().rows.count == 1)
        #expect(try garden.plant(target.id).sowings().rows == [move.detail.sowing])
    }

    @Test("Moving a sowing to the plant it belongs to changes nothing")
    func moveNowhere() throws {
        let detail = try garden.sow(plant, 20)
        #expect(try garden.sowings.move(detail.sowing.id, to: plant.id).detail == detail)
    }

    @Test("Moving a sowing to a plant added on the spot")
    func moveToNew() throws {
        let detail = try garden.sow(plant, 20)
        let form = PlantForm(genus: "Lithops", species: "lesliei")
        let token = UUID()
        let move = try garden.sowings.move(detail.sowing.id, toNewPlant: form, plantID: token)
        #expect(move.detail.plant.name == "Lithops lesliei" && move.detail.plant.sowingCount == 1)
        #expect(
            try garden.sowings.move(detail.sowing.id, toNewPlant: form, plantID: token).detail == move.detail)
        let error = #expect(throws: GardenError.self) {
            try garden.sowings.move(
                detail.sowing.id, toNewPlant: PlantForm(genus: "conophytum", species: "bilobum"))
        }
        #expect(error?.duplicate?.existing.id == plant.id)
        #expect(try garden.plants.count() == 2)
    }

    @Test("A plant that is gone cannot be moved to")
    func moveToGone() throws {
        let target = try garden.plants.add(genus: "Lithops", species: "")
        let detail = try garden.sow(plant, 20)
        let undo = try garden.plants.delete(target.id)
        let error = #expect(throws: GardenError.self) {
            try garden.sowings.move(detail.sowing.id, to: target.id)
        }
        #expect(error?.gone == Gone(kind: .plant, id: target.id, deletion: undo))
        #expect(try garden.sowings.sowing(detail.sowing.id) == detail)
    }
}
