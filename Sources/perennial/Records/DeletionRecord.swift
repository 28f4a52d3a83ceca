import Foundation
import Garden

/// A deletion as machines see it.
struct DeletionRecord: Encodable {
    /// What undoes it.
    let deletion: UUID
    let id: UUID
    let title: String

    init(_ undo: Undo) {
        deletion = undo.id
        id = undo.objectID
        title = undo.title()
    }
}
