import Foundation
import Garden

extension Command {
    private static let fields = [
        Option("--seeds", value: "N", "The number of seeds, 0 to 32,767."),
        Option("--date", value: "YYYY-MM-DD", "The day they were sown (of a new sowing: today)."),
        Option("--note", value: "TEXT", "A note."),
    ]

    /// `perennial sowings`
    static let sowings = Command(
        name: "sowings", summary: "List and change sowings.",
        details: """
            PLANT is a plant's name or its id, SOWING the id of a sowing, which “perennial sowings list” shows.
            """,
        options: GardenSession.options,
        subcommands: [listSowings, addSowing, editSowing, moveSowing, deleteSowing])

    private static let listSowings = Command(
        name: "list", summary: "List the sowings of a plant, newest first.", operands: "PLANT",
        operandCount: 1...1, options: GardenSession.options
    ) { arguments in
        try GardenSession.run(arguments) { session in
            let id = try PlantsViewModel(session.container).find(arguments.operands[0]).id
            let plant = PlantViewModel(session.container, id: id)
            let rows = try RowPage.allRows { try plant.sowings(after: $0, limit: 1000) }
            try session.answer(rows.map(SowingRecord.init), rows.map(line))
            return true
        }
    }

    private static let addSowing = Command(
        name: "add", summary: "Enter a sowing.", operands: "PLANT", operandCount: 1...1,
        options: fields + GardenSession.options
    ) { arguments in
        guard arguments["--seeds"] != nil else { throw UsageError("--seeds N is missing.") }
        return try GardenSession.run(arguments) { session in
            let plant = try PlantsViewModel(session.container).find(arguments.operands[0])
            let form = SowingForm(newFor: plant, today: .today(in: .current)).changed(by: arguments)
            try answer(try SowingViewModel(session.container).add(form), session)
            return true
        }
    }

    private static let editSowing = Command(
        name: "edit", summary: "Change a sowing.", operands: "SOWING", operandCount: 1...1,
        options: fields + GardenSession.options
    ) { arguments in
        let id = try sowingID(arguments)
        return try GardenSession.run(arguments) { session in
            let sowings = SowingViewModel(session.container)
            let form = try sowings.sowing(id).form
            try answer(try sowings.save(id, base: form, new: form.changed(by: arguments)), session)
            return true
        }
    }

    private static let moveSowing = Command(
        name: "move", summary: "Move a sowing to another plant.", operands: "SOWING PLANT",
        operandCount: 2...2, options: GardenSession.options
    ) { arguments in
        let id = try sowingID(arguments)
        return try GardenSession.run(arguments) { session in
            let plant = try PlantsViewModel(session.container).find(arguments.operands[1])
            let sowing = try SowingViewModel(session.container).move(id, to: plant.id).detail.sowing
            try session.answer(SowingRecord(sowing), [line(sowing)])
            return true
        }
    }

    private static let deleteSowing = Command(
        name: "delete", summary: "Delete a sowing.", operands: "SOWING", operandCount: 1...1,
        options: GardenSession.options
    ) { arguments in
        let id = try sowingID(arguments)
        return try GardenSession.run(arguments) { session in
            let undo = try SowingViewModel(session.container).delete(id)
            try session.answer(DeletionRecord(undo), ["Deleted \(undo.title())."])
            return true
        }
    }

    /// The first operand. Sowings have no names: they are meant by their id.
    private static func sowingID(_ arguments: Arguments) throws -> UUID {
        guard let id = UUID(uuidString: arguments.operands[0]) else {
            throw UsageError(
                "“\(arguments.operands[0])” is not the id of a sowing; “perennial sowings list PLANT” shows the ids."
            )
        }
        return id
    }

    private static func answer(_ result: SowingSaveResult, _ session: GardenSession) throws {
        // No name is changed here, so there is never a question about one.
        guard case .saved(let detail, _) = result else { return }
        try session.answer(SowingRecord(detail.sowing), [line(detail.sowing)])
    }

    private static func line(_ row: SowingRow) -> String {
        let note = row.note.isEmpty ? "" : "  " + row.note.replacingOccurrences(of: "\n", with: " / ")
        return "\(row.id)  \(row.date.iso)  \(Counted.seeds(row.numberOfSeeds))\(note)"
    }
}

extension SowingForm {
    /// The form with what the options say.
    fileprivate func changed(by arguments: Arguments) -> SowingForm {
        var form = self
        if let seeds = arguments["--seeds"] { form.numberOfSeeds = seeds }
        if let date = arguments["--date"] { form.dateSown = date }
        if let note = arguments["--note"] { form.note = note }
        return form
    }
}
