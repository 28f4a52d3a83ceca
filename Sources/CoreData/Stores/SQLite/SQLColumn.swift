import Foundation

/// A column of a table: an attribute, or the key of a to-one relationship.
struct SQLColumn {
    let name: String
    /// The type in `CREATE TABLE`, as Apple's store has it.
    let type: String
    let kind: SlotKind
    /// The slot of the property in the entity that declares it. Subentities have it in the same slot.
    let slot: Int
    /// For a to-one relationship whose destination has subentities: the column that says which it is.
    var entityColumn: String?
    /// Whether a binary attribute may stand in a file of its own.
    var isExternal = false
    var property: NSPropertyDescription?
    /// Whether the store computes the value.
    var isDerived: Bool { property is NSDerivedAttributeDescription }

    /// How Apple's store orders columns: class by class.
    var rank: Int {
        switch kind {
        case .int16, .int32, .int64, .bool, .toOne: 0
        case .date, .double, .float: 2
        case .decimal: 3
        case .string: 4
        case .url: 5
        case .uuid: 6
        case .transformable, .composite, .undefined, .objectID: 7
        case .data: 8
        case .toMany, .orderedToMany: 9
        }
    }

    static func type(of kind: SlotKind) -> String {
        switch kind {
        case .int16, .int32, .int64, .bool, .toOne: "INTEGER"
        case .date: "TIMESTAMP"
        case .double, .float: "FLOAT"
        case .decimal: "DECIMAL"
        case .string, .url: "VARCHAR"
        case .uuid, .transformable, .composite, .undefined, .objectID, .data: "BLOB"
        case .toMany, .orderedToMany: ""
        }
    }
}

/// What binding a column needs, without its names.
struct SQLBindStep {
    let slot: Int
    let kind: SlotKind
    let isExternal: Bool
    /// Whether the `Z_ENT` of the destination is bound behind the key.
    var hasEntityColumn: Bool

    init(_ column: SQLColumn) {
        slot = column.slot
        kind = column.kind
        isExternal = column.isExternal
        hasEntityColumn = column.entityColumn != nil
    }
}
