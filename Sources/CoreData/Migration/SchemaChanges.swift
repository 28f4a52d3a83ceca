import Foundation

/// What has to be done to a store's tables so that a later version of the model finds its place in them.
///
/// This is what can be inferred by looking at the two versions: attributes that came, went, or were renamed with a
/// renaming identifier, whole numbers that became wider, attributes that became optional or got a default value, values
/// that may stand in files of their own by now, other indexes and constraints.
struct SchemaChanges {
    /// A value that rows get which have none.
    struct Filling {
        let column: String
        let entity: SQLEntity
        let attribute: NSAttributeDescription
    }

    /// Statements without parameters, in the order they are run.
    private(set) var statements: [String] = []
    private(set) var fillings: [Filling] = []
    private var added: [String] = []
    private var prefixed: [String] = []

    /// - Throws: `NSInferredMappingModelError` with what cannot be inferred.
    init(from old: SQLSchema, to new: SQLSchema) throws {
        let before = Self.byName(old), after = Self.byName(new)
        guard Set(before.keys) == Set(after.keys) else {
            let others = Set(before.keys).symmetricDifference(after.keys).sorted().joined(separator: ", ")
            throw Self.cannotInfer("the entities \(others) came or went")
        }
        var renamed: [String: [(old: String, new: String)]] = [:]
        var kept: [String: Set<String>] = [:]
        for entity in after.values.sorted(by: { $0.number < $1.number }) {
            // Both have the same names.
            guard let former = before[entity.name] else { continue }
            guard former.table == entity.table,
                former.layout.superlayout?.entity.name == entity.layout.superlayout?.entity.name
            else { throw Self.cannotInfer("\(entity.name) has another superentity") }
            try compareRelationships(former, entity)
            try compareAttributes(former, entity, &renamed, &kept)
        }
        for root in new.entities.compactMap({ $0 }) where root.root == nil {
            for pair in renamed[root.table] ?? [] {
                statements.append("ALTER TABLE \(root.table) RENAME COLUMN \(pair.old) TO \(pair.new)")
            }
            for column in old.tableColumns[root.table] ?? [] where column.kind != .toOne {
                if kept[root.table]?.contains(column.name) == true { continue }
                statements.append("ALTER TABLE \(root.table) DROP COLUMN \(column.name)")
            }
        }
        // Those that came stand last: a column that was dropped may have had their name.
        statements += added
        statements += prefixed
    }

    private static func byName(_ schema: SQLSchema) -> [String: SQLEntity] {
        Dictionary(schema.entities.compactMap { $0 }.map { ($0.name, $0) }) { first, _ in first }
    }

    // MARK: Attributes

    private mutating func compareAttributes(
        _ former: SQLEntity, _ entity: SQLEntity, _ renamed: inout [String: [(old: String, new: String)]],
        _ kept: inout [String: Set<String>]
    ) throws {
        for (name, slot) in entity.layout.slotsByPath.sorted(by: { $0.key < $1.key }) {
            guard let column = entity.columnBySlot[slot], column.kind != .toOne,
                let attribute = entity.layout.slots[slot].property as? NSAttributeDescription
            else { continue }
            let isInherited = entity.layout.superlayout?.slotsByPath[name] != nil
            let mayBeNil = Self.mayBeNil(slot, of: entity.layout)
            guard
                let before = former.column(named: Self.formerPath(of: slot, entity.layout))
                    ?? former.column(named: name),
                before.kind != .toOne
            else {
                if !isInherited { added.append("ALTER TABLE \(entity.table) ADD COLUMN \(column.name) \(column.type)") }
                if !entity.layout.slots[slot].isElement || !mayBeNil {
                    fillings.append(Filling(column: column.name, entity: entity, attribute: attribute))
                }
                continue
            }
            guard Self.holds(column.kind, before.kind) else {
                throw Self.cannotInfer("\(entity.name).\(name) has another type")
            }
            if !mayBeNil {
                fillings.append(Filling(column: column.name, entity: entity, attribute: attribute))
            }
            kept[entity.table, default: []].insert(before.name)
            if isInherited { continue }
            if before.name != column.name {
                renamed[entity.table, default: []].append((before.name, column.name))
            }
            if before.isExternal, !column.isExternal {
                throw Self.cannotInfer("\(entity.name).\(name) may no longer stand in files of its own")
            }
            if column.isExternal, !before.isExternal {
                // As an SQLite text the bytes stay what they are.
                prefixed.append(
                    "UPDATE \(entity.table) SET \(column.name) = CAST(x'01' || \(column.name) AS BLOB) "
                        + "WHERE \(column.name) IS NOT NULL")
            }
        }
    }

    /// The name an attribute had, if it says so; the path, for an element of a composite attribute.
    private static func formerPath(of slot: Int, _ layout: EntityLayout) -> String {
        chain(to: slot, layout).map { $0.renamingIdentifier ?? $0.name }.joined(separator: ".")
    }

    /// Whether a row may have no value of an attribute: an element need not be there where its composite attribute is not.
    private static func mayBeNil(_ slot: Int, of layout: EntityLayout) -> Bool {
        chain(to: slot, layout).contains { $0.isOptional }
    }

    /// The composite attributes that an element is part of, from the outermost, and the element.
    private static func chain(to slot: Int, _ layout: EntityLayout) -> [NSPropertyDescription] {
        let keys = layout.slots[slot].name.split(separator: ".")
        return keys.indices.compactMap { end in
            layout.slotsByPath[keys[...end].joined(separator: ".")].flatMap { layout.slots[$0].property }
        }
    }

    /// Whether an attribute of one kind can take every value of another as it stands in the column.
    private static func holds(_ kind: SlotKind, _ former: SlotKind) -> Bool {
        let wholes: [SlotKind] = [.bool, .int16, .int32, .int64]
        if kind == former { return true }
        if let place = wholes.firstIndex(of: kind), let before = wholes.firstIndex(of: former) { return place > before }
        return kind == .double && former == .float
    }

    // MARK: Relationships

    private func compareRelationships(_ former: SQLEntity, _ entity: SQLEntity) throws {
        let (before, after) = (Self.relationships(former), Self.relationships(entity))
        let names = Set(before.keys).union(after.keys).sorted()
        if let name = names.first(where: { before[$0] != after[$0] }) {
            throw Self.cannotInfer("the relationship \(entity.name).\(name) came, went or changed")
        }
    }

    private static func relationships(_ entity: SQLEntity) -> [String: [String]] {
        let all = entity.layout.entity.relationshipsByName.filter { !$0.value.isTransient }
        return all.mapValues { relationship in
            [
                relationship.destinationEntity?.name ?? "", relationship.inverseRelationship?.name ?? "",
                relationship.isToMany ? "many" : "one", relationship.isOrdered ? "ordered" : "",
                relationship.inverseRelationship?.isToMany == true ? "from many" : "from one",
            ]
        }
    }

    private static func cannotInfer(_ what: String) -> NSError {
        CocoaErrorText.error(
            NSInferredMappingModelError,
            "The store was written with an earlier version of the model, and how to bring it to this one cannot be "
                + "inferred: \(what).")
    }
}
