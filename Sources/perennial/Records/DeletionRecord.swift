import Foundation
import Garden

/// A deletion as machines see it.
struct DeletionRecord: Encodable {
    /// What undoes it.
    let deletion: UUID
    let kind: GardenKind
    let id: UUID
    let title: String
    /// How many sowings or items went with it.
    let others: Int

    init(_ undo: Undo) {
        deletion = undo.id
        kind = undo.kind
        id = undo.objectID
        title = undo.title()
        others = undo.childCount
    }
}

extension GardenSession {
    /// What is said of a deletion: what went, and how it comes back.
    func line(_ deletion: Undo) -> String {
        "Deleted \(deletion.title()). To undo: \(line("undo", deletion.id.uuidString))"
    }

    /// The answer to a command that deleted one thing.
    func answer(_ deletion: Undo) -> Answer { Answer(DeletionRecord(deletion), [line(deletion)]) }
}
