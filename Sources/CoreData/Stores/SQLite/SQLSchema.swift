import Foundation

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
        for entity in entities.compactMap({ $0 }) {
            entity.bindSteps = entity.columns.map(SQLBindStep.init)
            entity.writesSlot = entity.columnBySlot.map { $0?.isDerived == false }
            entity.externalColumns = entity.columns.filter(\.isExternal)
        }
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
                guard let property = info.property, !info.isTransient, !info.isToMany, info.kind != .composite
                else { continue }
                if let inherited, let superSlot = inherited.layout.slotsByPath[info.name],
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
                // An element of a composite attribute gives its own name alone.
                let name = unused("Z" + property.name.uppercased(), in: &used)
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
                all.append(((column.rank, position, info.kind == .toOne ? 1 : 0, property.name), column))
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
                    let declaring = model.layout(of: relationship.entity)
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
            let inverseDeclaring = model.layout(of: inverse.entity)
        else { return }
        let destination = self[Int(entity.layout.links[slot].destination)]
        let (own, other) = (self[declaring.ordinal].number, self[inverseDeclaring.ordinal].number)
        // The tables the two sides would give their names to.
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
        // A column is named after the relationship that leads to the objects whose keys it holds.
        let sourceColumn = "Z_\(own)\(inverse.name.uppercased())"
        let destinationColumn = isReflexive ? "REFLEXIVE" : "Z_\(other)\(relationship.name.uppercased())"
        let order = relationship.isOrdered ? "Z_FOK_\(destinationColumn.dropFirst(2))" : nil
        let inverseOrder = inverse.isOrdered && !isReflexive ? "Z_FOK_\(sourceColumn.dropFirst(2))" : nil
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
