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
        try GardenSession.run(arguments, .reading) { session in
            let plant = PlantViewModel(session.container, id: try session.plant(arguments.operands[0]).id)
            let rows = try RowPage.allRows { try plant.sowings(after: $0, limit: 1000) }
            return Answer(rows.map(SowingRecord.init), rows.map(line))
        }
    }

    private static let addSowing = Command(
        name: "add", summary: "Enter a sowing.", operands: "PLANT", operandCount: 1...1,
        options: fields + GardenSession.options
    ) { arguments in
        guard arguments["--seeds"] != nil else { throw UsageError("--seeds N is missing.") }
        try checkFields(arguments)
        return try GardenSession.run(arguments, .changing) { session in
            let plant = try session.plant(arguments.operands[0])
            let form = SowingForm(newFor: plant, today: .today(in: .current)).changed(by: arguments)
            let sowing = try saved(session.sowings.add(form))
            return Answer(SowingRecord(sowing), [line(sowing)])
        }
    }

    private static let editSowing = Command(
        name: "edit", summary: "Change a sowing.", operands: "SOWING", operandCount: 1...1,
        options: fields + GardenSession.options
    ) { arguments in
        let id = try sowingID(arguments)
        guard fields.contains(where: { arguments[$0.name] != nil }) else {
            throw UsageError("There is nothing to change: give --seeds N, --date YYYY-MM-DD or --note TEXT.")
        }
        try checkFields(arguments)
        return try GardenSession.run(arguments, .changing) { session in
            let form = try session.sowings.sowing(id).form
            let sowing = try saved(session.sowings.save(id, base: form, new: form.changed(by: arguments)))
            let isChanged =
                (sowing.date.iso, String(sowing.numberOfSeeds), sowing.note)
                != (form.dateSown, form.numberOfSeeds, form.note)
            return Answer(SowingRecord(sowing), line(sowing), isChanged: isChanged)
        }
    }

    private static let moveSowing = Command(
        name: "move", summary: "Move a sowing to another plant.", operands: "SOWING PLANT",
        operandCount: 2...2, options: GardenSession.options
    ) { arguments in
        let id = try sowingID(arguments)
        return try GardenSession.run(arguments, .changing) { session in
            let plant = try session.plant(arguments.operands[1])
            let move = try session.sowings.move(id, to: plant.id)
            let sowing = move.detail.sowing
            return Answer(SowingRecord(sowing), line(sowing), isChanged: move.from.id != plant.id)
        }
    }

    private static let deleteSowing = Command(
        name: "delete", summary: "Delete a sowing.", operands: "SOWING", operandCount: 1...1,
        options: GardenSession.options
    ) { arguments in
        let id = try sowingID(arguments)
        return try GardenSession.run(arguments, .changing) { session in
            session.answer(try session.sowings.delete(id))
        }
    }

    /// The first operand. Sowings have no names: they are meant by their id.
    private static func sowingID(_ arguments: Arguments) throws -> UUID {
        guard let id = UUID(uuidString: arguments.operands[0]) else {
            throw UsageError(
                "SOWING is an id that “perennial sowings list PLANT” shows\(Quotation.not(arguments.operands[0]))."
            )
        }
        return id
    }

    /// Refuses values that cannot be, before anything is opened.
    ///
    /// - Throws: ``Refusal``.
    private static func checkFields(_ arguments: Arguments) throws {
        if let seeds = arguments["--seeds"], (try? SeedCount.parsed(seeds)) == nil {
            throw Refusal(.invalid, "--seeds needs a whole number from 0 to 32,767\(Quotation.not(seeds)).")
        }
        if let date = arguments["--date"], CalendarDay(date) == nil {
            throw Refusal(.invalid, "--date needs a day such as 2026-03-01\(Quotation.not(date)).")
        }
    }

    private static func saved(_ result: SowingSaveResult) throws -> SowingRow {
        switch result {
        case .saved(let detail, _): return detail.sowing
        case .nameQuestion:
            // The name in the form is the plant's own, unless somebody renamed the plant at this very moment.
            throw Refusal(.conflict, "Somebody else changed this at the same moment; run the command again.")
        }
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
