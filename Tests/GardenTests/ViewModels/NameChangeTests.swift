import Foundation
import Testing

@testable import Garden

@Suite("A changed name on a sowing's form")
struct NameChangeTests {
    private let garden: TemporaryGarden
    private let plant: PlantRow
    private let detail: SowingDetail

    init() throws {
        garden = try TemporaryGarden()
        plant = try garden.plants.add(genus: "Conophytum", species: "bilobum")
        try garden.sow(plant, 5)
        detail = try garden.sow(plant, 20)
    }

    private func renamed(_ genus: String, _ species: String) -> SowingForm {
        var form = detail.form
        (form.genus, form.species) = (genus, species)
        return form
    }

    private func save(_ form: SowingForm, _ change: NameChange? = nil) throws -> SowingSaveResult {
        try garden.sowings.save(detail.sowing.id, base: detail.form, new: form, nameChange: change)
    }

    @Test("asks first, and stores nothing")
    func asks() throws {
        var form = renamed("Conophytum", "calculus")
        form.numberOfSeeds = "99"
        let question = try #require(try save(form).question)
        #expect(question.plant.id == plant.id && question.plant.sowingCount == 2 && question.existing == nil)
        #expect(question.newName == PlantForm(genus: "Conophytum", species: "calculus"))
        #expect(try garden.sowings.sowing(detail.sowing.id).sowing.numberOfSeeds == 20)
        #expect(try garden.plants.count() == 1)
    }

    @Test("renames the plant with all its sowings")
    func renames() throws {
        var form = renamed("Conophytum", "calculus")
        form.numberOfSeeds = "30"
        let saved = try #require(try save(form, .renamePlant).saved)
        #expect(saved.plant.id == plant.id && saved.plant.name == "Conophytum calculus")
        #expect(saved.plant.sowingCount == 2 && saved.plant.seedTotal == 35)
        #expect(try garden.plants.count() == 1)
    }

    @Test("moves only this sowing, to a new plant")
    func movesToNew() throws {
        let saved = try #require(try save(renamed("Conophytum", "calculus"), .moveSowing).saved)
        #expect(saved.plant.id != plant.id && saved.plant.name == "Conophytum calculus")
        #expect(saved.plant.sowingCount == 1 && saved.plant.seedTotal == 20)
        #expect(try garden.plants.plant(plant.id).sowingCount == 1)
    }

    @Test("moves only this sowing, to the plant of that name")
    func movesToExisting() throws {
        let lithops = try garden.plants.add(genus: "Lithops", species: "")
        let form = renamed("LITHOPS", "")
        #expect(try save(form).question?.existing?.id == lithops.id)
        #expect(try save(form, .moveSowing).saved?.plant.id == lithops.id)
        #expect(try garden.plants.count() == 2)
    }

    @Test("cannot rename to a name that is taken")
    func renameTaken() throws {
        let lithops = try garden.plants.add(genus: "Lithops", species: "")
        let error = #expect(throws: GardenError.self) { try save(renamed("Lithops", ""), .renamePlant) }
        #expect(error?.duplicate?.existing.id == lithops.id)
    }

    @Test("is a spelling when it is the same name")
    func spelling() throws {
        let saved = try #require(try save(renamed("CONOPHYTUM", "bilobum")).saved)
        #expect(saved.plant.id == plant.id && saved.plant.name == "CONOPHYTUM bilobum")
    }

    @Test("A plant renamed elsewhere: an untouched name follows, and the result says so")
    func renamedElsewhere() throws {
        _ = try garden.plants.rename(
            plant.id, base: PlantForm(plant), to: PlantForm(genus: "Mesemb", species: "bilobum"))
        var form = detail.form
        form.note = "mine"
        let result = try save(form)
        #expect(result.saved?.plant.name == "Mesemb bilobum" && result.saved?.sowing.note == "mine")
        #expect(result.merged == [.genus])
    }

    @Test("A plant renamed elsewhere and a changed name here clash")
    func bothRenamed() throws {
        _ = try garden.plants.rename(
            plant.id, base: PlantForm(plant), to: PlantForm(genus: "Mesemb", species: "bilobum"))
        let error = #expect(throws: GardenError.self) { try save(renamed("Cono", "bilobum"), .renamePlant) }
        #expect(
            error?.conflict?.clashes == [
                .init(field: .genus, base: "Conophytum", theirs: "Mesemb", yours: "Cono")
            ])
    }

    @Test("A sowing moved elsewhere keeps its new plant when the form is saved")
    func movedElsewhere() throws {
        let lithops = try garden.plants.add(genus: "Lithops", species: "")
        _ = try garden.sowings.move(detail.sowing.id, to: lithops.id)
        var form = detail.form
        form.numberOfSeeds = "21"
        let saved = try #require(try save(form).saved)
        #expect(saved.plant.id == lithops.id && saved.plant.seedTotal == 21)
        #expect(try garden.plants.plant(plant.id).seedTotal == 5)
    }

    @Test("A sowing moved elsewhere and a name typed here clash as a whole")
    func movedElsewhereAndTyped() throws {
        let lithops = try garden.plants.add(genus: "Lithops", species: "bilobum")
        _ = try garden.sowings.move(detail.sowing.id, to: lithops.id)
        let typed = renamed("Conophytum", "calculus")
        let error = #expect(throws: GardenError.self) { try save(typed) }
        let conflict = try #require(error?.conflict)
        #expect(
            conflict.clashes == [
                .init(
                    field: .plant, base: "Conophytum bilobum", theirs: "Lithops bilobum", yours: "Conophytum calculus")
            ])
        #expect(conflict.merged.isEmpty)
        guard case .sowing(let current) = conflict.current else { throw GardenError.conflict(conflict) }
        // The second try asks about what is stored now and what was typed, neither of them mixed.
        var again = typed
        again.plantID = current.plantID
        let question = try #require(
            try garden.sowings.save(detail.sowing.id, base: current, new: again).question)
        #expect(question.plant.id == lithops.id)
        #expect(question.newName == PlantForm(genus: "Conophytum", species: "calculus"))
    }

    @Test("A name typed here that is the name of the plant it was moved to elsewhere is no clash")
    func movedElsewhereAsTyped() throws {
        let lithops = try garden.plants.add(genus: "Lithops", species: "lesliei")
        _ = try garden.sowings.move(detail.sowing.id, to: lithops.id)
        #expect(try save(renamed("Lithops", "lesliei")).saved?.plant.id == lithops.id)
    }

    @Test("A plant deleted elsewhere: the form learns it, and can go to another plant with the old id")
    func deletedElsewhere() throws {
        let undo = try garden.plants.delete(plant.id)
        var form = detail.form
        form.note = "typed"
        let error = #expect(throws: GardenError.self) { try save(form) }
        let gone = try #require(error?.gone)
        #expect(gone.kind == .sowing && gone.deletion == undo)
        #expect(gone.message == "This sowing was deleted together with “Conophytum bilobum and 2 sowings”.")
        let lithops = try garden.plants.add(genus: "Lithops", species: "")
        form.plantID = lithops.id
        let saved = try #require(try garden.sowings.add(form, id: detail.sowing.id).saved)
        #expect(saved.plant.id == lithops.id && saved.sowing.note == "typed")
        // Bringing the plant back does not take the sowing away again.
        _ = try garden.bin.undo(undo.id)
        #expect(try garden.plants.plant(plant.id).sowingCount == 1)
        #expect(try garden.plants.plant(lithops.id).sowingCount == 1)
    }

    @Test("Another plant chosen in the form moves the sowing and saves the rest")
    func chosen() throws {
        let lithops = try garden.plants.add(genus: "Lithops", species: "")
        var form = detail.form
        (form.plantID, form.numberOfSeeds) = (lithops.id, "3")
        let saved = try #require(try save(form).saved)
        #expect(saved.plant.id == lithops.id && saved.plant.seedTotal == 3)
        #expect(try garden.plants.plant(plant.id).seedTotal == 5)
    }

    @Test("On a new sowing's form: rename, move, or a gone plant")
    func newSowing() throws {
        let base = SowingForm(newFor: plant, today: try #require(CalendarDay("2026-03-01")))
        var form = base
        (form.genus, form.numberOfSeeds) = ("Lithops", "4")
        #expect(try garden.sowings.add(form, base: base).question?.plant.id == plant.id)
        let moved = try #require(try garden.sowings.add(form, base: base, nameChange: .moveSowing).saved)
        #expect(moved.plant.name == "Lithops bilobum" && moved.plant.sowingCount == 1)
        _ = try garden.plants.delete(plant.id)
        let error = #expect(throws: GardenError.self) {
            try garden.sowings.add(base.with(seeds: "1"), base: base)
        }
        #expect(error?.gone?.kind == .plant && error?.gone?.deletion != nil)
    }
}

extension SowingForm {
    fileprivate func with(seeds: String) -> SowingForm {
        var form = self
        form.numberOfSeeds = seeds
        return form
    }
}
