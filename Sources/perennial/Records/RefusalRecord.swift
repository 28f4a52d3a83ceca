import Foundation
import Garden

/// A refusal as machines see it.
struct RefusalRecord: Encodable {
    struct Existing: Encodable {
        let id: UUID
        let list: UUID?
        let name: String
        let done: Bool
    }

    let error: String
    let message: String
    let existing: Existing?

    init(_ refusal: GardenError) {
        message = refusal.message
        var existing: Existing?
        switch refusal {
        case .duplicate(let duplicate):
            error = "duplicate"
            let thing = duplicate.existing
            existing = Existing(id: thing.id, list: thing.listID, name: thing.name, done: thing.isDone)
        case .gone: error = "gone"
        case .invalid: error = "invalid"
        case .conflict: error = "conflict"
        case .nothingToUndo: error = "nothingToUndo"
        case .store: error = "store"
        }
        self.existing = existing
    }
}
