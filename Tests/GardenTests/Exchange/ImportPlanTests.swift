import Foundation
import Testing

@testable import Garden

@Suite("What an import comes to")
struct ImportPlanTests {
    private let garden: TemporaryGarden

    init() throws { garden = try TemporaryGarden() }

    private func id(_ number: Int) -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))) }

    /// A file of plants, each with sowings.
    private func json(plants: String = "", lists: String = "") -> String {
        #"{"format": "perennial", "version": 1, "plants": [\#(plants)], "lists": [\#(lists)]}"#
    }

    private func numbers(_ plan: ImportPlan, _ kind: GardenKind) -> [Int] {
        [plan[kind].new, plan[kind].present, plan[kind].conflicting, plan[kind].repeated]
    }

    private func differences(_ plan: ImportPlan) -> [[String]] {
        plan.conflicts.map { conflict in
            conflict.differences.map { "\($0.field.rawValue): \($0.garden) / \($0.file)" }
        }
    }

    // MARK: By name

    @Test("A plant or list is there in any spelling that is the same name, and so is an item in its list")
    func names() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "× alba")
        let list = try garden.lists.add(name: "Shopping")
        let item = try garden.items(list.id).add(name: "Milk")
        _ = try garden.items(list.id).setDone(item.id, true)
        let other = try garden.lists.add(name: "Other")
        let file = json(
            plants:
                #"{"id": "\#(id(1))", "genus": " ROSA", "species": "x alba"}, {"genus": "Rosa", "species": "X Alba"}"#,
            lists:
                #"{"name": "shopping ", "items": [{"name": "MILK", "done": false}, {"name": "milk"}, {"name": "Bread"}]},"#
                + #"{"id": "\#(other.id)", "name": "Other", "items": [{"id": "\#(id(2))", "name": "Milk"}]}"#)
        let plan = try garden.plan(file)
        #expect(numbers(plan, .plant) == [0, 1, 0, 1])
        #expect(numbers(plan, .list) == [0, 2, 0, 0] && numbers(plan, .item) == [2, 1, 0, 1])
        #expect(plan.new(.item).map { $0.title() } == ["Bread in Shopping", "Milk in Other"])
        #expect(plan.newInWords == "2 items")
        try garden.bringIn(file)
        #expect(try garden.plants.plant(plant.id).species == "× alba")
        #expect(try garden.items(list.id).items().rows.map(\.name) == ["Bread", "Milk"])
        // What is there by its name is left as it is.
        #expect(try garden.lists.list(list.id).openCount == 1 && garden.lists.list(list.id).itemCount == 2)
    }

    @Test("Its sowings go to the plant that has the name, and nothing is there twice")
    func merged() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "alba")
        try garden.sow(plant, 20, note: "there")
        let file = json(
            plants: #"{"id": "\#(id(1))", "genus": "rosa", "species": "ALBA", "sowings": ["#
                + #"{"id": "\#(id(2))", "date": "2026-03-01", "seeds": 20, "note": "there"},"#
                + #"{"id": "\#(id(3))", "date": "2026-03-01", "seeds": 20, "note": "there"},"#
                + #"{"date": "2026-03-01", "seeds": 20, "note": " there\r\n"}, {"date": "2026-03-02", "seeds": 20}]}"#)
        #expect(try numbers(garden.plan(file), .sowing) == [3, 1, 0, 0])
        for added in [3, 0] {
            #expect(try garden.bringIn(file).added(.sowing) == added)
            let row = try garden.plants.plant(plant.id)
            #expect(row.sowingCount == 4 && row.seedTotal == 80)
        }
        // The one that was there is not taken for another with an id of its own.
        let known = #"{"date": "2026-03-01", "seeds": 20, "note": "there", "id": "\#(id(3))"}"#
        #expect(
            try numbers(
                garden.plan(json(plants: #"{"genus": "Rosa", "species": "alba", "sowings": [\#(known)]}"#)), .sowing)
                == [0, 1, 0, 0])
    }

    @Test("A sowing known by its id is not taken for another that says the same")
    func knownFirst() throws {
        let sowing = try garden.sow(garden.plants.add(genus: "Rosa", species: ""), 20).sowing
        let same = #""date": "2026-03-01", "seeds": 20, "note": """#
        let file = json(plants: #"{"genus": "Rosa", "sowings": [{\#(same)}, {\#(same), "id": "\#(sowing.id)"}]}"#)
        #expect(try numbers(garden.plan(file), .sowing) == [1, 1, 0, 0])
        try garden.bringIn(file)
        #expect(try numbers(garden.plan(file), .sowing) == [0, 2, 0, 0])
    }

    @Test("What a file has twice is brought in once: names, ids, but not two sowings alike")
    func twiceInFile() throws {
        let sowing = #"{"date": "2026-03-01", "seeds": 1}"#
        let file = json(
            plants:
                #"{"genus": "A", "species": "", "sowings": [\#(sowing), \#(sowing)]}, {"genus": "a", "sowings": [\#(sowing)]},"#
                + #"{"id": "\#(id(1))", "genus": "B"}, {"id": "\#(id(1))", "genus": "C"}, {"id": "\#(id(1))", "genus": "B"},"#
                + #"{"genus": "D", "sowings": [{"id": "\#(id(2))", "date": "2026-01-01", "seeds": 1},"#
                + #"{"id": "\#(id(2))", "date": "2026-01-01", "seeds": 1}, {"id": "\#(id(2))", "date": "2026-01-01", "seeds": 2}]}"#
        )
        let plan = try garden.plan(file)
        #expect(numbers(plan, .plant) == [3, 0, 1, 2])
        #expect(numbers(plan, .sowing) == [4, 0, 1, 1])
        #expect(plan.conflicts.map(\.reason) == [.twiceInFile, .twiceInFile] && plan.conflictsToTake.isEmpty)
        #expect(differences(plan) == [["genus: B / C"], ["numberOfSeeds: 1 / 2"]])
        for _ in 0..<2 {
            try garden.bringIn(file, takesFile: true)
            #expect(try garden.plants.rows().rows.map(\.name) == ["A", "B", "D"])
            #expect(try garden.plants.rows().rows.map(\.seedTotal) == [3, 0, 1])
        }
        #expect(Set(plan.conflicts.map(\.id)).count == 2)
    }

    @Test("An id twice in a file, once as it is in the garden: the first counts")
    func twiceOnceAsItIs() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let file = json(
            plants: #"{"id": "\#(plant.id)", "genus": "Malva"}, {"id": "\#(plant.id)", "genus": "Rosa"}"#)
        let plan = try garden.plan(file)
        #expect(numbers(plan, .plant) == [0, 0, 1, 1] && differences(plan) == [["genus: Rosa / Malva"]])
    }

    // MARK: Conflicts

    @Test("A sowing with other values is left alone, or gets all of them")
    func sowing() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let sowing = try garden.sow(plant, 20, on: "2026-03-01", note: "old").sowing
        let other = try garden.plants.add(genus: "Malva", species: "")
        let file = json(
            plants:
                #"{"genus": "Malva", "sowings": [{"id": "\#(sowing.id)", "date": "2026-04-02", "seeds": 7, "note": "new"}]}"#
        )
        let plan = try garden.plan(file)
        #expect(
            differences(plan)
                == [
                    [
                        "plant: Rosa / Malva", "dateSown: 2026-03-01 / 2026-04-02", "numberOfSeeds: 20 / 7",
                        "note: old / new",
                    ]
                ])
        #expect(plan.conflicts.map { $0.title() } == ["20 seeds on Mar 1, 2026 of Rosa"])
        let before = try garden.versions()
        #expect(try garden.bringIn(file).plan.conflicts.map(\.id) == plan.conflicts.map(\.id))
        #expect(try garden.versions() == before)

        let imported = try garden.bringIn(file, takesFile: true)
        #expect(imported.taken == 1 && imported.plan.conflicts.isEmpty)
        let detail = try garden.sowings.sowing(sowing.id)
        #expect(detail.plant.id == other.id && detail.sowing.date.iso == "2026-04-02" && detail.sowing.note == "new")
        #expect(try garden.plants.rows().rows.map(\.seedTotal) == [7, 0])
        #expect(try garden.plants.rows().rows.map(\.sowingCount) == [1, 0])
        #expect(try garden.bringIn(file, takesFile: true).taken == 0)
    }

    @Test("What a table says nothing of is no difference")
    func unsaid() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let sowing = try garden.sow(plant, 20, note: "kept").sowing
        let list = try garden.lists.add(name: "Jobs")
        let item = try garden.items(list.id).setDone(garden.items(list.id).add(name: "Dig").id, true)
        let plants = "Genus,Date sown,Number of seeds,Sowing ID\nRosa,2026-03-01,20,\(sowing.id)\n"
        #expect(try numbers(garden.plan(plants), .sowing) == [0, 1, 0, 0])
        #expect(try numbers(garden.plan("List,Item,Item ID\nJobs,Dig,\(item.id)\n"), .item) == [0, 1, 0, 0])
        #expect(try numbers(garden.plan("List,Item,Done,Item ID\nJobs,Dig,,\(item.id)\n"), .item) == [0, 0, 1, 0])
        try garden.bringIn(plants.replacing(",20,", with: ",21,"), takesFile: true)
        #expect(try garden.sowings.sowing(sowing.id).sowing.note == "kept")
    }

    @Test("A plant, list or item that has another name, or another place, by its id")
    func renamed() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "alba")
        let (jobs, shop) = try (garden.lists.add(name: "Jobs"), garden.lists.add(name: "Shop"))
        let item = try garden.items(jobs.id).add(name: "Dig")
        let file = json(
            plants: #"{"id": "\#(plant.id)", "genus": "rosa", "species": "gallica"}"#,
            lists: #"{"id": "\#(jobs.id)", "name": "Chores"}, {"id": "\#(shop.id)", "name": "Shop", "items": ["#
                + #"{"id": "\#(item.id)", "name": "Dig deep", "done": true}]}"#)
        let plan = try garden.plan(file)
        #expect(
            differences(plan) == [
                ["genus: Rosa / rosa", "species: alba / gallica"], ["name: Jobs / Chores"],
                ["list: Jobs / Shop", "name: Dig / Dig deep", "done: no / yes"],
            ])
        #expect(plan.conflicts.map { $0.title() } == ["Rosa alba", "Jobs", "Dig in Jobs"])
        try garden.bringIn(file)
        #expect(try garden.lists.lists().map(\.name) == ["Jobs", "Shop"])
        #expect(try garden.bringIn(file, takesFile: true).taken == 3)
        #expect(try garden.plants.plant(plant.id).name == "rosa gallica")
        #expect(
            try garden.lists.lists().map { [$0.name, "\($0.openCount)", "\($0.itemCount)"] } == [
                ["Chores", "0", "0"], ["Shop", "0", "1"],
            ])
        #expect(try garden.items(shop.id).items().rows.map(\.name) == ["Dig deep"])
        let versions = try garden.versions()
        #expect(try garden.bringIn(file, takesFile: true).taken == 0)
        #expect(try garden.versions() == versions)
    }

    @Test("Names that wait for each other move along; a name that another keeps, or a ring of them, stays a conflict")
    func chains() throws {
        let rows = try ["A", "B", "C", "D", "E"].map { try garden.lists.add(name: $0) }
        let items = try ["x", "y", "z"].map { try garden.items(rows[0].id).add(name: $0) }
        func list(_ row: ListRow, _ name: String, _ items: String = "") -> String {
            #"{"id": "\#(row.id)", "name": "\#(name)", "items": [\#(items)]}"#
        }
        let chain = [(items[0], "y"), (items[1], "z"), (items[2], "w")].map {
            #"{"id": "\#($0.id)", "name": "\#($1)"}"#
        }
        let file = json(
            lists: [
                list(rows[0], "B", chain.joined(separator: ",")), list(rows[1], "F"), list(rows[2], "D"),
                list(rows[3], "C"), list(rows[4], "A"),
            ].joined(separator: ","))
        let plan = try garden.plan(file)
        #expect(plan.conflicts.prefix(5).map(\.reason) == [.differs, .differs, .nameTaken, .nameTaken, .differs])
        let imported = try garden.bringIn(file, takesFile: true)
        #expect(imported.taken == 6 && imported.plan.conflicts.map(\.reason) == [.nameTaken, .nameTaken])
        #expect(
            try [0, 1, 2, 3, 4].map { try garden.lists.list(rows[$0].id).name } == ["B", "F", "C", "D", "A"])
        #expect(try garden.items(rows[0].id).items().rows.map(\.name) == ["w", "y", "z"])
        #expect(try garden.bringIn(file, takesFile: true).taken == 0)
    }

    @Test("Only what was agreed to is taken, and not when it has changed since")
    func agreed() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let sowings = try (1...3).map { try garden.sow(plant, $0).sowing }
        let file = try ImportFile(
            Array(
                json(
                    plants: #"{"genus": "Rosa", "sowings": ["#
                        + sowings.map { #"{"id": "\#($0.id)", "date": "2026-03-01", "seeds": 100}"# }.joined(
                            separator: ",")
                        + "]}"
                ).utf8))
        let model = ImportViewModel(garden.container)
        let plan = try model.plan(file)
        #expect(plan.conflicts.count == 3)
        var form = try garden.sowings.sowing(sowings[1].id).form
        let base = form
        form.numberOfSeeds = "50"
        _ = try garden.sowings.save(sowings[1].id, base: base, new: form)
        let imported = try model.bringIn(file, taking: [plan.conflicts[0].id, plan.conflicts[1].id])
        #expect(imported.taken == 1 && imported.plan.conflicts.count == 2)
        #expect(try sowings.map { try garden.sowings.sowing($0.id).sowing.numberOfSeeds } == [100, 50, 3])
    }

    // MARK: What was deleted

    @Test("What is in Recently Deleted comes anew, and bringing that back as well makes nothing double")
    func deleted() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let sowing = try garden.sow(plant, 20).sowing
        let list = try garden.lists.add(name: "Jobs")
        let item = try garden.items(list.id).add(name: "Dig")
        let file = try garden.export(.json)
        let versions = try garden.versions()
        let undos = try [
            garden.plants.delete(plant.id), garden.items(list.id).delete(item.id), garden.lists.delete(list.id),
        ]
        let plan = try garden.bringIn(file).plan
        #expect(GardenKind.allCases.map { plan[$0].new } == [1, 1, 1, 1])
        #expect(try garden.export(.json) == file)
        // A screen that has seen the old ones takes these for newer.
        for (id, version) in try garden.versions() { #expect(version > versions[id] ?? 0) }
        for undo in undos { _ = try garden.bin.undo(undo.id) }
        #expect(try garden.export(.json) == file)
        #expect(try garden.sowings.sowing(sowing.id).plant.seedTotal == 20)
    }

    @Test("What another program saved since the plan is found when it is done")
    func meanwhile() throws {
        let file = try ImportFile(Array("Genus,Date sown,Number of seeds\nRosa,2026-03-01,20\nMalva,2026-03-01,5".utf8))
        let model = ImportViewModel(garden.container)
        #expect(try model.plan(file)[.plant].new == 2)
        let second = try garden.secondContainer()
        let plant = try PlantsViewModel(second).add(genus: "rosa", species: "")
        _ = try SowingViewModel(second).add(
            SowingForm(
                plantID: plant.id, genus: "", species: "", dateSown: "2026-03-01", numberOfSeeds: "20", note: ""),
            id: UUID())
        let imported = try model.bringIn(file)
        #expect(imported.added(.plant) == 1 && imported.added(.sowing) == 1)
        #expect(try garden.plants.rows().rows.map(\.seedTotal) == [5, 20])
        try second.close()
    }

    @Test("What another program saves between comparing and writing makes it be compared again")
    func between() throws {
        let plant = try garden.plants.add(genus: "Rosa", species: "")
        let changed = try garden.sow(plant, 1).sowing
        let file = try ImportFile(
            Array(
                "Genus,Date sown,Number of seeds,Sowing ID\nRosa,2026-03-01,20,\nRosa,2026-03-01,2,\(changed.id)".utf8))
        let taking = try ImportViewModel(garden.container).plan(file).conflictsToTake
        #expect(taking.count == 1)
        let second = try garden.secondContainer()
        var tries = 0
        let plan = try garden.container.write { context in
            tries += 1
            let progress = StepProgress(.comparing, of: 1) { _ in }
            var planner = ImportPlanner(
                file.contents, taking: taking, in: context, pictures: { _ in nil }, progress: progress)
            try planner.run()
            let form = SowingForm(
                plantID: plant.id, genus: "", species: "", dateSown: "2026-03-01", numberOfSeeds: "20", note: "")
            let detail = try SowingViewModel(second).sowing(changed.id).form
            var edited = detail
            edited.note = "edited"
            switch tries {
            case 1: _ = try SowingViewModel(second).add(form, id: UUID())
            case 2: _ = try SowingViewModel(second).save(changed.id, base: detail, new: edited)
            default: break
            }
            try planner.steps.perform(
                file.contents, in: context, at: Date(), pictures: { _ in nil }, progress: progress)
            return planner.plan
        }
        #expect(tries == 3 && plan[.sowing].new == 0 && plan[.sowing].present == 1 && plan.conflicts.count == 1)
        #expect(try garden.plants.plant(plant.id).seedTotal == 21)
        #expect(try garden.sowings.sowing(changed.id).sowing.note == "edited")
        try second.close()
    }

    @Test("Several programs that bring in one file at the same moment bring it in once")
    func race() throws {
        let lines = (0..<40).map { "Genus \($0),2026-03-01,\($0)\nGenus \($0),2026-03-01,\($0)" }
        let file = try ImportFile(Array("Genus,Date sown,Number of seeds\n\(lines.joined(separator: "\n"))".utf8))
        let containers = try (0..<4).map { _ in try garden.secondContainer() }
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            do {
                _ = try ImportViewModel(containers[index]).bringIn(file)
            } catch {
                Issue.record(error)
            }
        }
        #expect(try garden.plants.count() == 40)
        #expect(try garden.plants.rows(limit: 100).rows.allSatisfy { $0.sowingCount == 2 })
        for container in containers { try container.close() }
    }

    @Test("Progress goes on to the end")
    func progress() throws {
        var steps: [WorkProgress] = []
        let lines = (0..<500).map { "Genus \($0)" }.joined(separator: "\n")
        let file = try ImportFile(Array("Genus\n\(lines)".utf8)) { steps.append($0) }
        #expect(steps.last?.fraction == 1 && steps.allSatisfy { $0.step == .reading })
        steps = []
        let model = ImportViewModel(garden.container)
        _ = try model.plan(file) { steps.append($0) }
        #expect(steps.last == WorkProgress(.comparing, 1) && steps.count > 50 && steps.count < 110)
        steps = []
        _ = try model.bringIn(file) { steps.append($0) }
        #expect(steps.map(\.fraction) == steps.map(\.fraction).sorted())
        #expect(steps.last == WorkProgress(.saving, 0.6) && Set(steps.map(\.step)) == [.comparing, .writing, .saving])
        steps = []
        _ = try ExportViewModel(garden.container).export(as: .json, progress: { steps.append($0) }, write: { _ in })
        #expect(steps.first == WorkProgress(.reading, 0) && steps.last == WorkProgress(.writing, 1))
    }
}
