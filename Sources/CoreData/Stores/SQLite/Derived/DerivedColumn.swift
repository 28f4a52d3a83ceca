import Foundation

/// A derived attribute of one entity with the triggers that keep its column, named as Apple's store names them.
///
/// The triggers of a count over a foreign key are those of a store made by Apple's framework; the others are made the
/// same way. Each tells of what it changed by calling a function, as Apple's framework wants it.
struct DerivedColumn {
    let entity: SQLEntity
    let attribute: NSDerivedAttributeDescription
    private let column: String
    private let derivation: Derivation
    private let schema: SQLSchema

    /// - Throws: an error that says why a store cannot compute the value.
    init(_ attribute: NSDerivedAttributeDescription, of entity: SQLEntity, in schema: SQLSchema) throws {
        guard let column = entity.column(named: attribute.name)?.name,
            let text = attribute.derivationText, let derivation = Derivation(text)
        else {
            throw Self.unsupported(
                attribute, entity, "“\(attribute.derivationText ?? "")” is nothing that a store computes")
        }
        self.entity = entity
        self.attribute = attribute
        self.column = column
        self.derivation = derivation
        self.schema = schema
    }

    /// The derived attributes that the entities of a schema declare.
    static func all(in schema: SQLSchema) throws -> [DerivedColumn] {
        try schema.entities.compactMap { $0 }.flatMap { entity in
            try entity.layout.slots.compactMap { slot in
                guard let attribute = slot.property as? NSDerivedAttributeDescription, !attribute.isTransient,
                    entity.layout.superlayout?.slotsByName[slot.name] == nil
                else { return nil }
                return try DerivedColumn(attribute, of: entity, in: schema)
            }
        }
    }

    private static func unsupported(
        _ attribute: NSDerivedAttributeDescription, _ entity: SQLEntity, _ reason: String
    ) -> NSError {
        CocoaErrorText.error(
            NSPersistentStoreInvalidTypeError,
            "“\(attribute.name)” of \(entity.name) cannot be derived: \(reason). Derive it from an attribute, from one "
                + "behind a to-one relationship, by canonical:, uppercase: or lowercase: of such, by @count or @sum of a "
                + "to-many relationship, or by now().")
    }

    // MARK: Statements

    /// The statements that make the triggers.
    func triggers() throws -> [String] {
        switch derivation {
        case .now: return own(value: "NSCoreDataNow()", trigger: "Z_OPT")
        case .value(nil, let name, let change):
            let source = try column(name, of: entity)
            return own(value: Self.call(change, "NEW.\(source)"), trigger: source)
        case .value(let relationship?, let name, let change): return try toOne(relationship, name, change)
        case .count(let relationship): return try toMany(relationship, attribute: nil)
        case .sum(let relationship, let name): return try toMany(relationship, attribute: name)
        }
    }

    /// The statement that computes the values of the rows there are.
    func filling() throws -> String {
        let value: String
        switch derivation {
        case .now: value = "NSCoreDataNow()"
        case .value(nil, let name, let change): value = Self.call(change, try column(name, of: entity))
        case .value(let relationship?, let name, let change):
            let (key, destination) = try destination(relationship)
            let source = Self.call(change, try column(name, of: destination))
            value = "(SELECT \(source) FROM \(destination.table) WHERE Z_PK = \(entity.table).\(key))"
        case .count(let relationship):
            value = try many(relationship, attribute: nil).value(of: "\(entity.table).Z_PK")
        case .sum(let relationship, let name):
            value = try many(relationship, attribute: name).value(of: "\(entity.table).Z_PK")
        }
        return "UPDATE \(entity.table) SET \(column) = \(value)" + (kinds("Z_ENT").map { " WHERE \($0)" } ?? "")
    }

    // MARK: Parts

    private func trigger(
        _ name: String, on table: String, _ event: String, when: String? = nil, set value: String, for rows: String
    ) -> String {
        let told = event.hasPrefix("INSERT") && table == entity.table ? "InsertUpdated" : "Updated"
        return "CREATE TRIGGER IF NOT EXISTS Z_DA_\(table)_\(attribute.entity.name ?? "")_\(attribute.name)_\(name) "
            + "AFTER \(event) ON \(table) FOR EACH ROW\(when.map { " WHEN \($0)" } ?? "") BEGIN "
            + "UPDATE \(entity.table) SET \(column) = \(value) WHERE \(rows); "
            + "SELECT NSCoreDataDATrigger\(told)AffectedObjectValue('\(entity.table)', Z_ENT, Z_PK, "
            + "'\(attribute.name)', \(column)) FROM \(entity.table) WHERE \(rows); END"
    }

    private static func call(_ change: Derivation.Change?, _ value: String) -> String {
        switch change {
        case nil: value
        case .canonical: "NSCoreDataCanonical(\(value))"
        case .uppercase: "NSCoreDataToUpper(\(value))"
        case .lowercase: "NSCoreDataToLower(\(value))"
        }
    }

    /// The condition that a row is of the entity; nil where the table has no others.
    private func kinds(_ column: String) -> String? {
        guard entity.sharesTable else { return nil }
        let numbers = entity.layout.family.map { schema[$0.ordinal].number }.sorted()
        // A family has at least its head.
        let (first, last) = (numbers[0], numbers[numbers.count - 1])
        if numbers.count == 1 { return "\(column) = \(first)" }
        if last - first == numbers.count - 1 { return "\(first) <= \(column) AND \(column) <= \(last)" }
        return "\(column) IN (\(numbers.map(String.init).joined(separator: ", ")))"
    }

    /// `rows`, of which those of the entity.
    private func ours(_ rows: String) -> String { rows + (kinds("Z_ENT").map { " AND \($0)" } ?? "") }

    private func column(_ name: String, of owner: SQLEntity) throws -> String {
        guard let found = owner.column(named: name), found.kind != .toOne else {
            throw Self.unsupported(attribute, entity, "\(owner.name) stores no attribute “\(name)”")
        }
        return found.name
    }

    private func destination(_ relationship: String) throws -> (key: String, SQLEntity) {
        guard let slot = entity.layout.slotsByName[relationship], let found = entity.columnBySlot[slot],
            found.kind == .toOne
        else {
            throw Self.unsupported(attribute, entity, "\(entity.name) has no to-one relationship “\(relationship)”")
        }
        return (found.name, schema[Int(entity.layout.links[slot].destination)])
    }

    // MARK: Kinds

    private func own(value: String, trigger source: String) -> [String] {
        [
            trigger("INSERT", on: entity.table, "INSERT", when: kinds("NEW.Z_ENT"), set: value, for: "Z_PK = NEW.Z_PK"),
            trigger(
                "UPDATE", on: entity.table, "UPDATE OF \(source)", when: kinds("NEW.Z_ENT"), set: value,
                for: "Z_PK = NEW.Z_PK"),
        ]
    }

    private func toOne(_ relationship: String, _ name: String, _ change: Derivation.Change?) throws -> [String] {
        let (key, other) = try destination(relationship)
        let source = try column(name, of: other)
        let there = "(SELECT \(Self.call(change, source)) FROM \(other.table) WHERE Z_PK = NEW.\(key))"
        let new = Self.call(change, "NEW.\(source)")
        let sources = ours("\(key) = NEW.Z_PK")
        return [
            trigger(
                "SOURCE_INSERT", on: entity.table, "INSERT", when: kinds("NEW.Z_ENT"), set: there,
                for: "Z_PK = NEW.Z_PK"),
            trigger(
                "SOURCE_UPDATE", on: entity.table, "UPDATE OF \(key)", when: kinds("NEW.Z_ENT"), set: there,
                for: "Z_PK = NEW.Z_PK"),
            trigger("PARAMETER_INSERT", on: other.table, "INSERT", set: new, for: sources),
            trigger("PARAMETER_UPDATE", on: other.table, "UPDATE OF \(source)", set: new, for: sources),
        ]
    }

    private func many(_ relationship: String, attribute name: String?) throws -> DerivedToMany {
        guard let slot = entity.layout.slotsByName[relationship], let toMany = entity.toMany[slot] else {
            throw Self.unsupported(attribute, entity, "\(entity.name) has no to-many relationship “\(relationship)”")
        }
        switch toMany {
        case .foreignKey(let destination, let key, _):
            return .foreignKey(destination, key, try name.map { try column($0, of: destination) })
        case .join(let join):
            return .join(join, try name.map { try column($0, of: join.destination) })
        }
    }

    private func toMany(_ relationship: String, attribute name: String?) throws -> [String] {
        let many = try many(relationship, attribute: name)
        return many.changes(of: column).map { change in
            trigger(
                "PARAMETER_\(change.name)", on: change.table, change.event, when: change.condition, set: change.value,
                for: ours(change.rows))
        } + [
            trigger(
                "SOURCE_INSERT", on: entity.table, "INSERT", when: kinds("NEW.Z_ENT"),
                set: many.value(of: "NEW.Z_PK"), for: "Z_PK = NEW.Z_PK")
        ]
    }
}
