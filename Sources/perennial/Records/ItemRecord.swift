import Foundation
import Garden

/// An item as machines see it.
struct ItemRecord: Encodable {
    let id: UUID
    let list: UUID
    let name: String
    let done: Bool

    init(_ row: ItemRow) {
        id = row.id
        list = row.listID
        name = row.name
        done = row.isDone
    }
}
