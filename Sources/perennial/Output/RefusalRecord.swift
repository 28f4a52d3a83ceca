import Foundation
import Garden

/// A refusal as machines see it.
struct RefusalRecord: Encodable {
    /// What is there already.
    struct Existing: Encodable {
        let id: UUID
        let list: UUID?
        let name: String
        /// Whether it is ticked off; nil for what cannot be.
        let done: Bool?
    }

    let error: String
    let message: String
    let name: String?
    let existing: Existing?
    let command: String?

    init(_ refusal: Refusal) {
        error = refusal.kind.rawValue
        message = refusal.sentences.joined(separator: " ")
        name = refusal.name
        existing = refusal.existing.map { thing in
            Existing(
                id: thing.id, list: thing.listID, name: thing.name, done: thing.listID == nil ? nil : thing.isDone)
        }
        command = refusal.command
    }
}
