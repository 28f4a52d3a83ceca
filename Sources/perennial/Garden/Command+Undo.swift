import Foundation
import Garden

extension Command {
    /// `perennial undo`
    static let undo = Command(
        name: "undo", summary: "Bring back what was deleted.",
        details: """
            DELETION is the id that “delete” shows; without it the last deletion is meant, also one made in a browser.
            Deleted things are kept for \(BinViewModel.daysKept) days.
            """,
        operands: "[DELETION]", operandCount: 0...1,
        options: [
            Option("--merge", "Join it with what has its name by now."),
            Option(
                "--under", value: "PLACE",
                "Bring a sowing back under this plant, or an item into this list: its own is gone."),
        ] + GardenSession.options
    ) { arguments in
        let typed = try arguments.operands.first.map(deletionID)
        return try GardenSession.run(arguments, .changing) { session in
            guard let id = try typed ?? session.bin.entries(limit: 1).first?.id else {
                throw Refusal(.nothingToUndo, "There is no deletion to undo.")
            }
            let deletion = try session.bin.entry(id)
            var choice: RestoreChoice = arguments.has("--merge") ? .merged : .asIs
            if let place = arguments["--under"] { choice = .under(try session.place(place, for: deletion), choice) }
            do {
                let restored = try session.bin.undo(id, choice)
                let record = RestoredRecord(restored, title: deletion.title())
                return Answer(record, ["Brought back \(deletion.title())."])
            } catch let error as GardenError {
                switch error {
                case .duplicate:
                    throw Refusal(error).advising(session.line("undo --merge", id.uuidString), "joins the two")
                case .gone(let gone) where gone.deletion == nil:
                    let line = session.line("undo --under \(gone.kind.rawValue.uppercased())", id.uuidString)
                    throw Refusal(error).advising(line, "brings it back in another place")
                default: throw error
                }
            }
        }
    }

    static func deletionID(_ word: String) throws -> UUID {
        guard let id = UUID(uuidString: word) else {
            throw UsageError("DELETION is an id that “deleted” shows\(Quotation.not(word)).")
        }
        return id
    }
}

extension GardenSession {
    /// The plant or the list that something deleted is to come back to.
    ///
    /// - Throws: ``Refusal``, ``UsageError``.
    fileprivate func place(_ nameOrID: String, for deletion: Undo) throws -> UUID {
        switch deletion.kind {
        case .sowing: try plant(nameOrID).id
        case .item: try list(nameOrID).id
        case .plant, .list:
            throw UsageError("--under is for sowings and items; what was deleted is a \(deletion.kind.rawValue).")
        }
    }
}
