import Foundation
import Garden

/// A list as machines see it.
struct ListRecord: Encodable {
    let id: UUID
    let name: String
    let open: Int
    let items: Int

    init(_ row: ListRow) {
        id = row.id
        name = row.name
        open = row.openCount
        items = row.itemCount
    }
}
