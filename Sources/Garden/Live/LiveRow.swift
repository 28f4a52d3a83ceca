import Foundation

/// A row of any kind, as a live change carries it.
public enum LiveRow: Sendable, Hashable {
    case plant(PlantRow)
    case sowing(SowingRow)
    case list(ListRow)
    case item(ItemRow)

    /// The row's id.
    public var id: UUID {
        switch self {
        case .plant(let row): row.id
        case .sowing(let row): row.id
        case .list(let row): row.id
        case .item(let row): row.id
        }
    }

    /// The row's version.
    public var version: Int {
        switch self {
        case .plant(let row): row.version
        case .sowing(let row): row.version
        case .list(let row): row.version
        case .item(let row): row.version
        }
    }

    /// Where the row stands.
    public var cursor: RowCursor {
        switch self {
        case .plant(let row): row.cursor
        case .sowing(let row): row.cursor
        case .list(let row): row.cursor
        case .item(let row): row.cursor
        }
    }
}
