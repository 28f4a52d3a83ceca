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

/// Where the rows of a to-many relationship are.
enum SQLToMany {
    /// The destination's table has the key of the source in `column`, and the order in `orderColumn`.
    case foreignKey(destination: SQLEntity, column: String, orderColumn: String?)
    /// A table of pairs.
    case join(SQLJoin)
}

/// A table of pairs for a many-to-many relationship, seen from one side.
struct SQLJoin {
    let table: String
    /// The column with the key of this side.
    let sourceColumn: String
    /// The column with the key of the other side.
    let destinationColumn: String
    /// The column with the order of the objects as this side sees them.
    let orderColumn: String?
    /// The column with the order as the other side sees it.
    let inverseOrderColumn: String?
    let destination: SQLEntity
    /// Whether this side is the one that writes the pairs when both changed.
    let isPrimary: Bool
}

/// An entity as the store has it.
final class SQLEntity: @unchecked Sendable {
    // Filled by `SQLSchema` while it is being made, read only afterwards.
    let layout: EntityLayout
    let table: String
    /// `Z_ENT`.
    let number: Int
    unowned let root: SQLEntity?
    /// The columns of the entity's own and inherited properties.
    fileprivate(set) var columns: [SQLColumn] = []
    /// By slot.
    fileprivate(set) var columnBySlot: [SQLColumn?] = []
    fileprivate(set) var toMany: [Int: SQLToMany] = [:]
    /// Columns that hold the keys of sources of to-many relationships without an inverse.
    fileprivate(set) var foreignKeys: [String] = []

    init(layout: EntityLayout, table: String, number: Int, root: SQLEntity?) {
        self.layout = layout
        self.table = table
        self.number = number
        self.root = root
        columnBySlot = Array(repeating: nil, count: layout.slots.count)
    }

    /// Whether the table has rows of several entities.
    var sharesTable: Bool { !layout.root.sublayouts.isEmpty }

    var name: String { layout.entity.name ?? "" }

    /// The column of a property by its name.
    func column(named property: String) -> SQLColumn? {
        layout.slotsByName[property].flatMap { columnBySlot[$0] }
    }
}

/// How a model's entities lie in tables: Apple's layout.
///
/// One table for a tree of entities, named `Z` and the root's name in capitals; columns the same way; pairs of
/// many-to-many relationships in join tables.
final class SQLSchema: @unchecked Sendable {
    // Filled in the initialiser, read only afterwards.
    /// By the ordinal of the layout; nothing at 0.
    private(set) var entities: [SQLEntity?]
    private(set) var joins: [(table: String, columns: [String], orderColumns: [String])] = []
    /// The columns of each root's table, in Apple's order.
    private(set) var tableColumns: [String: [SQLColumn]] = [:]
    let model: ModelLayout

    /// - Parameters:
    ///   - model: the model.
    ///   - numbers: the `Z_ENT` of entities in a store that exists, by name.
    ///   - existing: the tables of a store that exists with their columns, to find names that no rule gives.
    init(model: ModelLayout, numbers: [String: Int] = [:], existing: [String: Set<String>] = [:]) {
        self.model = model
        entities = Array(repeating: nil, count: model.layouts.count)
        for layout in model.layouts.compactMap({ $0 }) {
            let root = layout.root
            entities[layout.ordinal] = SQLEntity(
                layout: layout, table: "Z" + (root.entity.name ?? "").uppercased(),
                number: numbers[layout.entity.name ?? ""] ?? layout.ordinal,
                root: root === layout ? nil : entities[root.ordinal])
        }
        for entity in entities.compactMap({ $0 }) where entity.root == nil { nameColumns(of: entity) }
        linkToMany(existing)
    }

    @inline(__always) subscript(ordinal: Int) -> SQLEntity {
        // There is an entity for each layout, and ordinals come from layouts of this model.
        entities[ordinal]!
    }

    func entity(for layout: EntityLayout) -> SQLEntity { self[layout.ordinal] }

    /// The entity of a `Z_ENT`.
    func entity(numbered number: Int) -> SQLEntity? {
        if number > 0, number < entities.count, let entity = entities[number], entity.number == number {
            return entity
        }
        return entities.first { $0?.number == number } ?? nil
    }

    // MARK: Columns

    private func nameColumns(of root: SQLEntity) {
        var used: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
        var all: [(order: (Int, Int, Int, String), column: SQLColumn)] = []
        for (position, layout) in root.layout.family.enumerated() {
            let entity = self[layout.ordinal]
            let inherited = layout.superlayout.map { self[$0.ordinal] }
            for slot in layout.slots.indices {
                let info = layout.slots[slot]
                guard let property = info.property, !info.isTransient, !info.isToMany else { continue }
                if let inherited, let superSlot = inherited.layout.slotsByName[info.name],
                    let column = inherited.columnBySlot[superSlot]
                {
                    let own = SQLColumn(
                        name: column.name, type: column.type, kind: column.kind, slot: slot,
                        entityColumn: column.entityColumn, isExternal: column.isExternal,
                        property: column.property)
                    entity.columns.append(own)
                    entity.columnBySlot[slot] = own
                    continue
                }
                let name = unused("Z" + info.name.uppercased(), in: &used)
                var column = SQLColumn(
                    name: name, type: SQLColumn.type(of: info.kind), kind: info.kind, slot: slot,
                    property: property)
                column.isExternal =
                    (property as? NSAttributeDescription)?.allowsExternalBinaryDataStorage ?? false
                if info.kind == .toOne {
                    let destination = model[Int(layout.links[slot].destination)]
                    if !destination.sublayouts.isEmpty {
                        column.entityColumn = unused(
                            "Z\(self[destination.ordinal].number)_\(info.name.uppercased())", in: &used)
                    }
                }
                entity.columns.append(column)
                entity.columnBySlot[slot] = column
                all.append(((column.rank, position, info.kind == .toOne ? 1 : 0, info.name), column))
            }
        }
        all.sort { $0.order < $1.order }
        tableColumns[root.table] = all.map(\.column)
    }

    /// A name that two sibling subentities use gets a number.
    private func unused(_ name: String, in used: inout Set<String>) -> String {
        var candidate = name
        var number = 1
        while !used.insert(candidate).inserted {
            candidate = "\(name)\(number)"
            number += 1
        }
        return candidate
    }

    // MARK: To-many relationships

    private func linkToMany(_ existing: [String: Set<String>]) {
        var done: Set<String> = []
        let byName = entities.compactMap { $0 }.sorted {
            let (a, b) = ($0.name.lowercased(), $1.name.lowercased())
            return a == b ? $0.name < $1.name : a < b
        }
        for entity in byName {
            let layout = entity.layout
            for slot in layout.slots.indices where layout.slots[slot].isToMany && !layout.slots[slot].isTransient {
                guard let relationship = layout.slots[slot].property as? NSRelationshipDescription,
                    let declaring = relationship.entity.flatMap({ model.layout(of: $0) })
                else { continue }
                let link = layout.links[slot]
                let destination = self[Int(link.destination)]
                if link.inverse >= 0, !link.inverseIsToMany {
                    guard let column = destination.columnBySlot[Int(link.inverse)] else { continue }
                    let order = relationship.isOrdered ? "Z_FOK_" + column.name.dropFirst() : nil
                    entity.toMany[slot] = .foreignKey(
                        destination: destination, column: column.name, orderColumn: order)
                    if let order { addColumn(order, to: destination) }
                } else if link.inverse < 0 {
                    let column = "Z\(self[declaring.ordinal].number)\(relationship.name.uppercased())"
                    let order = relationship.isOrdered ? "Z_FOK_" + column.dropFirst() : nil
                    entity.toMany[slot] = .foreignKey(
                        destination: destination, column: column, orderColumn: order)
                    addColumn(column, to: destination)
                    if let order { addColumn(order, to: destination) }
                } else {
                    join(entity, slot: slot, relationship: relationship, declaring: declaring, &done, existing)
                }
            }
        }
    }

    private func addColumn(_ name: String, to entity: SQLEntity) {
        let root = entity.root ?? entity
        if !root.foreignKeys.contains(name) { root.foreignKeys.append(name) }
    }

    private func join(
        _ entity: SQLEntity, slot: Int, relationship: NSRelationshipDescription, declaring: EntityLayout,
        _ done: inout Set<String>, _ existing: [String: Set<String>]
    ) {
        guard let inverse = relationship.inverseRelationship,
            let inverseDeclaring = inverse.entity.flatMap({ model.layout(of: $0) })
        else { return }
        let destination = self[Int(entity.layout.links[slot].destination)]
        let (own, other) = (self[declaring.ordinal].number, self[inverseDeclaring.ordinal].number)
        let ownName = "Z_\(own)\(relationship.name.uppercased())"
        let otherName = "Z_\(other)\(inverse.name.uppercased())"
        let isReflexive = relationship === inverse
        // The pair table is named after the side that was met first; a store that exists may differ.
        let isPrimary: Bool
        if done.contains(ownName) || existing[ownName] != nil {
            isPrimary = true
        } else if done.contains(otherName) || existing[otherName] != nil {
            isPrimary = false
        } else {
            isPrimary = true
        }
        let table = isPrimary ? ownName : otherName
        // A side's column holds the keys of the objects that the *other* side's relationship leads to.
        let sourceColumn = isReflexive ? ownName : otherName
        let destinationColumn = isReflexive ? "REFLEXIVE" : ownName
        let order = relationship.isOrdered ? "Z_FOK_\(ownName.dropFirst(2))" : nil
        let inverseOrder = inverse.isOrdered && !isReflexive ? "Z_FOK_\(otherName.dropFirst(2))" : nil
        entity.toMany[slot] = .join(
            SQLJoin(
                table: table, sourceColumn: sourceColumn, destinationColumn: destinationColumn,
                orderColumn: order, inverseOrderColumn: inverseOrder, destination: destination,
                isPrimary: isPrimary))
        if done.insert(table).inserted {
            joins.append(
                (table, [sourceColumn, destinationColumn], [order, inverseOrder].compactMap { $0 }))
        }
    }
}
