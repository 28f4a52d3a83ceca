import Foundation
import Testing

@testable import Garden

@Suite("Plants")
struct PlantsTests {
    private let garden: TemporaryGarden

    init() throws { garden = try TemporaryGarden() }

    private func names(_ page: RowPage<PlantRow>) -> [String] { page.rows.map(\.name) }

    @Test("An added plant is there, with both names and no sowings")
    func add() throws {
        let row = try garden.plants.add(genus: "  Conophytum ", species: "bilobum\u{A0}")
        #expect(row.name == "Conophytum bilobum")
        #expect(row.sowingCount == 0 && row.seedTotal == 0)
        #expect(try garden.plants.rows().rows == [row])
        #expect(try garden.plants.plant(row.id) == row)
        #expect(try garden.plants.count() == 1)
    }

    @Test("Plants are sorted by genus, then species, and make sections by genus")
    func sorted() throws {
        for (genus, species) in [
            ("Lithops", ""), ("Astrophytum", "ornatum"), ("astrophytum", "asterias"), ("Épi", ""),
            ("×Astroworthia", "bicarinata"),
            ("Lithops", "Hb10"), ("Lithops", "Hb7"), ("ASTROPHYTUM", "myriostigma"),
        ] {
            _ = try garden.plants.add(genus: genus, species: species)
        }
        let rows = try garden.plants.rows().rows
        #expect(
            rows.map(\.name) == [
                "astrophytum asterias", "ASTROPHYTUM myriostigma", "Astrophytum ornatum",
                "×Astroworthia bicarinata", "Épi",
                "Lithops", "Lithops Hb7", "Lithops Hb10",
            ])
        #expect(rows.prefix(3).allSatisfy { $0.sectionKey == rows[0].sectionKey })
        #expect(Set(rows.map(\.sectionKey)).count == 4)
    }

    @Test("Rows come in portions, none twice and none missing")
    func portions() throws {
        for number in 1...25 { _ = try garden.plants.add(genus: "Rosa", species: "sp. \(number)") }
        var seen: [String] = []
        var cursor: RowCursor?
        repeat {
            let page = try garden.plants.rows(after: cursor, limit: 7)
            #expect(page.total == 25)
            seen += names(page)
            cursor = page.next
        } while cursor != nil
        #expect(seen == (1...25).map { "Rosa sp. \($0)" })
    }

    @Test("The next portion follows a row known by its id, deleted or not")
    func afterRow() throws {
        let rows = try ["a", "b", "c", "d"].map { try garden.plants.add(genus: "Rosa", species: $0) }
        #expect(names(try garden.plants.rows(afterRow: rows[1].id)) == ["Rosa c", "Rosa d"])
        _ = try garden.plants.delete(rows[1].id)
        #expect(names(try garden.plants.rows(afterRow: rows[1].id)) == ["Rosa c", "Rosa d"])
        #expect(throws: GardenError.gone(Gone(kind: .plant, id: UUID.missing))) {
            try garden.plants.rows(afterRow: UUID.missing)
        }
    }

    @Test("A search looks for all its words, and comes in portions too")
    func search() throws {
        for (genus, species) in [
            ("Pūhā", "maorica"), ("Picea", "glauca 'Hb07'"), ("Abelia", "×grandiflora"),
            ("Conophytum", "bilobum"),
            ("Conophytum", "wettsteinii"),
        ] {
            _ = try garden.plants.add(genus: genus, species: species)
        }
        #expect(names(try garden.plants.rows(search: "puha")) == ["Pūhā maorica"])
        #expect(names(try garden.plants.rows(search: "HB07 pic")) == ["Picea glauca 'Hb07'"])
        #expect(names(try garden.plants.rows(search: "x grandiflora")) == ["Abelia ×grandiflora"])
        #expect(try garden.plants.rows(search: "nothing").rows.isEmpty)
        #expect(try garden.plants.rows(search: "100%_").rows.isEmpty)
        let page = try garden.plants.rows(search: "cono", limit: 1)
        #expect(names(page) == ["Conophytum bilobum"] && page.total == 2)
        for limit in 1...3 { #expect(try garden.plants.rows(search: "cono", limit: limit).total == 2) }
        #expect(
            names(try garden.plants.rows(search: "cono", after: page.next, limit: 1)) == [
                "Conophytum wettsteinii"
            ])
    }

    @Test(
        "A plant that is there already is refused and named",
        arguments: [
            ("rosa", "ALBA"), ("Rosa alba", ""), (" Rosa", "alba "),
            ("RОSA".replacingOccurrences(of: "О", with: "O"), "albA"),
        ])
    func duplicate(_ genus: String, _ species: String) throws {
        let rosa = try garden.plants.add(genus: "Rosa", species: "alba")
        let error = #expect(throws: GardenError.self) {
            try garden.plants.add(genus: genus, species: species)
        }
        let duplicate = try #require(error?.duplicate)
        #expect(duplicate.title == "Plant already added" && duplicate.message == "Plant name already present")
        #expect(duplicate.existing.id == rosa.id && duplicate.existing.name == "Rosa alba")
        #expect(try garden.plants.count() == 1)
    }

    @Test(
        "Names that are none are refused with the field",
        arguments: [
            ("", "alba", [GardenField.genus]), ("Rosa", "\u{200B}", [.species]),
            ("a\u{0}", "b\u{0}", [.genus, .species]),
            (String(repeating: "x", count: 201), "", [.genus]),
        ])
    func invalid(_ genus: String, _ species: String, _ fields: [GardenField]) throws {
        let error = #expect(throws: GardenError.self) {
            try garden.plants.add(genus: genus, species: species)
        }
        #expect(error?.invalidFields == fields)
        #expect(try garden.plants.count() == 0)
    }

    @Test("A form sent twice adds one plant")
    func sentTwice() throws {
        let id = UUID()
        let first = try garden.plants.add(genus: "Rosa", species: "alba", id: id)
        #expect(try garden.plants.add(genus: "Rosa", species: "alba", id: id) == first)
        #expect(try garden.plants.count() == 1)
        // Back, another name typed, sent again.
        let other = try garden.plants.add(genus: "Aloe", species: "", id: id)
        #expect(other.genus == "Aloe" && other.id != id)
        #expect(try garden.plants.count() == 2)
    }

    @Test("Renaming keeps the sowings and moves the row")
    func rename() throws {
        let plant = try garden.plants.add(genus: "Conophytum", species: "bilobum")
        try garden.sow(plant, 20)
        let other = try garden.plants.add(genus: "Lithops", species: "")
        let saved = try garden.plants.rename(
            plant.id, base: PlantForm(plant), to: PlantForm(genus: "Mesemb", species: "x"))
        #expect(saved.plant.name == "Mesemb x" && saved.plant.sowingCount == 1 && saved.merged.isEmpty)
        #expect(saved.plant.version > plant.version)
        #expect(try garden.plants.rows().rows.map(\.id) == [other.id, plant.id])
        #expect(try garden.plant(plant.id).sowings().rows.count == 1)
        #expect(try garden.plants.rows(search: "bilobum").rows.isEmpty)
        #expect(try garden.plants.rows(search: "mesemb").rows.count == 1)
    }

    @Test("Renaming to a name that is taken is refused; to another spelling of its own it is not")
    func renameDuplicate() throws {
        let rosa = try garden.plants.add(genus: "Rosa", species: "alba")
        let malva = try garden.plants.add(genus: "Malva", species: "")
        let error = #expect(throws: GardenError.self) {
            try garden.plants.rename(
                malva.id, base: PlantForm(malva), to: PlantForm(genus: "rosa", species: "alba"))
        }
        #expect(error?.duplicate?.existing.id == rosa.id)
        #expect(try garden.plants.plant(malva.id) == malva)
        let saved = try garden.plants.rename(
            rosa.id, base: PlantForm(rosa), to: PlantForm(genus: "ROSA", species: "Alba"))
        #expect(saved.plant.name == "ROSA Alba")
    }

    @Test("Two people correct different names: both corrections stay")
    func merge() throws {
        let plant = try garden.plants.add(genus: "Conofytum", species: "bilobun")
        let base = PlantForm(plant)
        _ = try garden.plants.rename(
            plant.id, base: base, to: PlantForm(genus: "Conophytum", species: "bilobun"))
        let saved = try garden.plants.rename(
            plant.id, base: base, to: PlantForm(genus: "Conofytum", species: "bilobum"))
        #expect(saved.plant.name == "Conophytum bilobum" && saved.merged == [.genus])
    }

    @Test("Two people correct the same name differently: both values are shown, the second try wins")
    func conflict() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "a")
        let base = PlantForm(plant)
        _ = try garden.plants.rename(plant.id, base: base, to: PlantForm(genus: "Rosa", species: "b"))
        let yours = PlantForm(genus: "Rosa", species: "c")
        let error = #expect(throws: GardenError.self) {
            try garden.plants.rename(plant.id, base: base, to: yours)
        }
        let conflict = try #require(error?.conflict)
        #expect(conflict.clashes == [.init(field: .species, base: "a", theirs: "b", yours: "c")])
        guard case .plant(let current) = conflict.current else { throw GardenError.conflict(conflict) }
        #expect(try garden.plants.rename(plant.id, base: current, to: yours).plant.name == "Rosa c")
    }

    @Test("After a clash over one name, what somebody else made of the other is named")
    func conflictNamesWhatWasMerged() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "a")
        _ = try garden.plants.rename(
            plant.id, base: PlantForm(plant), to: PlantForm(genus: "Rubus", species: "b"))
        let error = #expect(throws: GardenError.self) {
            try garden.plants.rename(
                plant.id, base: PlantForm(plant), to: PlantForm(genus: "Rosa", species: "c"))
        }
        #expect(error?.conflict?.clashes.map(\.field) == [.species] && error?.conflict?.merged == [.genus])
    }

    @Test("A plant goes only with as many sowings as were announced")
    func deleteAnnounced() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        try garden.sow(plant)
        try garden.sow(plant)
        for announced in [0, 1] {
            let answer = try garden.plants.delete(plant.id, announced: announced)
            #expect(answer == .question(try garden.plants.plant(plant.id)))
        }
        guard case .deleted(let undo) = try garden.plants.delete(plant.id, announced: 2) else {
            Issue.record("The plant was not deleted.")
            return
        }
        #expect(undo.childCount == 2)
        // Fewer than announced are no reason to ask again.
        _ = try garden.bin.undo(undo.id)
        _ = try garden.plants.delete(plant.id, announced: 3)
        #expect(try garden.plants.count() == 0)
    }

    @Test(
        "A search of signs alone finds the names that have them",
        arguments: [
            ("×", ["Abelia × grandiflora"]), ("'", ["Picea glauca 'Hb07'"]), ("’", ["Picea glauca 'Hb07'"]),
            ("-", ["Arctostaphylos uva-ursi"]), ("?!", []), ("  ", nil),
        ] as [(String, [String]?)])
    func searchForSigns(_ search: String, _ found: [String]?) throws {
        let all = ["Abelia × grandiflora", "Arctostaphylos uva-ursi", "Picea glauca 'Hb07'"]
        for name in all {
            let words = name.split(separator: " ", maxSplits: 1).map(String.init)
            _ = try garden.plants.add(genus: words[0], species: words[1])
        }
        #expect(names(try garden.plants.rows(search: search)) == found ?? all)
    }

    @Test("What is not there is gone, with the deletion when it was deleted")
    func gone() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let undo = try garden.plants.delete(plant.id)
        let error = #expect(throws: GardenError.self) { try garden.plants.plant(plant.id) }
        #expect(error?.gone == Gone(kind: .plant, id: plant.id, deletion: undo))
        #expect(throws: GardenError.gone(Gone(kind: .plant, id: UUID.missing))) {
            try garden.plants.delete(UUID.missing)
        }
        #expect(throws: GardenError.self) {
            try garden.plants.rename(plant.id, base: PlantForm(plant), to: PlantForm(genus: "X", species: ""))
        }
    }

    @Test("A plant is found by name in any spelling, or by id")
    func find() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "alba")
        for name in ["Rosa alba", "rosa  ALBA", plant.id.uuidString, plant.id.uuidString.lowercased()] {
            #expect(try garden.plants.find(name) == plant)
        }
        #expect(throws: GardenError.gone(Gone(kind: .plant, id: nil))) { try garden.plants.find("Rosa") }
    }

    @Test("Ten sample plants with a few sowings each; a second time adds none")
    func samples() throws {
        let today = try #require(CalendarDay("2026-03-15"))
        let added = try garden.plants.addSamplePlants(today: today)
        #expect(added.count == 10)
        let rows = try garden.plants.rows().rows
        #expect(rows.count == 10 && rows.allSatisfy { $0.sowingCount >= 1 && $0.seedTotal > 0 })
        for row in rows {
            let sowings = try garden.plant(row.id).sowings().rows
            #expect(sowings.count == row.sowingCount)
            #expect(sowings.map(\.numberOfSeeds).reduce(0, +) == row.seedTotal)
            #expect(sowings.allSatisfy { $0.date < today })
        }
        #expect(try garden.plants.addSamplePlants(today: today).isEmpty)
        #expect(try garden.plants.count() == 10)
    }

    @Test("In memory too")
    func inMemory() throws {
        let plants = PlantsViewModel(try .inMemory())
        let row = try plants.add(genus: "Rosa", species: "alba")
        #expect(throws: GardenError.self) { try plants.add(genus: "rosa", species: "alba") }
        #expect(try plants.rows(search: "alb").rows == [row])
    }
}
