import Foundation
import Garden

/// What an undo brought back, as machines see it.
struct RestoredRecord: Encodable {
    let kind: GardenKind
    let id: UUID
    let title: String
    /// The plant of a sowing.
    let plant: UUID?
    /// The list of an item.
    let list: UUID?

    init(_ restored: Restored, title: String) {
        kind = restored.kind
        id = restored.id
        self.title = title
        plant = restored.kind == .sowing ? restored.parentID : nil
        list = restored.kind == .item ? restored.parentID : nil
    }
}
