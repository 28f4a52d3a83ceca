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
        options: [Option("--merge", "Join it with what has its name by now.")] + GardenSession.options
    ) { arguments in
        let typed = try arguments.operands.first.map(deletionID)
        return try GardenSession.run(arguments, .changing) { session in
            guard let id = try typed ?? session.bin.entries(limit: 1).first?.id else {
                throw Refusal(.nothingToUndo, "There is no deletion to undo.")
            }
            let deletion = try session.bin.entry(id)
            do {
                let restored = try session.bin.undo(id, arguments.has("--merge") ? .merged : .asIs)
                let record = RestoredRecord(restored, title: deletion.title())
                return Answer(record, ["Brought back \(deletion.title())."])
            } catch let error as GardenError {
                guard case .duplicate = error else { throw error }
                throw Refusal(error).advising(session.line("undo --merge", id.uuidString), "joins the two")
            }
        }
    }

    static func deletionID(_ word: String) throws -> UUID {
        guard let id = UUID(uuidString: word) else {
            throw UsageError("DELETION is an id that “delete” showed\(Quotation.not(word)).")
        }
        return id
    }
}
