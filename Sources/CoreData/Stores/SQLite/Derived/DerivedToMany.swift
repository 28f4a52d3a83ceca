/// A count or a sum over a to-many relationship, as triggers keep it.
enum DerivedToMany {
    /// The objects name their source in a column; for a sum, their column that is added up.
    case foreignKey(SQLEntity, String, String?)
    /// Pairs name both.
    case join(SQLJoin, String?)

    /// A change elsewhere that changes the value.
    struct Change {
        let name: String
        let table: String
        let event: String
        var condition: String?
        /// The value that rows get.
        let value: String
        /// The rows whose value it is.
        let rows: String
    }

    /// The value for the source whose key is `key`.
    func value(of key: String) -> String {
        switch self {
        case .foreignKey(let other, let column, nil):
            "(SELECT IFNULL(COUNT(\(column)), 0) FROM \(other.table) WHERE \(column) = \(key))"
        case .foreignKey(let other, let column, let added?):
            "(SELECT IFNULL(SUM(\(added)), 0) FROM \(other.table) WHERE \(column) = \(key))"
        case .join(let join, nil):
            "(SELECT IFNULL(COUNT(\(join.destinationColumn)), 0) FROM \(join.table) "
                + "WHERE \(join.sourceColumn) = \(key))"
        case .join(let join, let added?):
            "(SELECT IFNULL(SUM(\(added)), 0) FROM \(join.destination.table) WHERE Z_PK IN "
                + "(SELECT \(join.destinationColumn) FROM \(join.table) WHERE \(join.sourceColumn) = \(key)))"
        }
    }

    /// - Parameter column: the column the value stands in.
    func changes(of column: String) -> [Change] {
        switch self {
        case .foreignKey(let other, let key, nil): counts(other.table, key, column)
        case .foreignKey(let other, let key, let added?): sums(other.table, key, added)
        case .join(let join, let added): pairs(join, added)
        }
    }

    private func counts(_ table: String, _ key: String, _ column: String) -> [Change] {
        let (new, old) = ("(NEW.\(key) NOT NULL)", "(OLD.\(key) NOT NULL)")
        return [
            Change(
                name: "INSERT", table: table, event: "INSERT", condition: new, value: "IFNULL(\(column), 0) + 1",
                rows: "Z_PK = NEW.\(key)"),
            Change(
                name: "UPDATE_INCREMENT", table: table, event: "UPDATE OF \(key)", condition: new,
                value: "\(column) + 1", rows: "Z_PK = NEW.\(key)"),
            Change(
                name: "UPDATE_DECREMENT", table: table, event: "UPDATE OF \(key)", condition: old,
                value: "\(column) - 1", rows: "Z_PK = OLD.\(key)"),
            Change(
                name: "DELETE", table: table, event: "DELETE", condition: old, value: "\(column) - 1",
                rows: "Z_PK = OLD.\(key)"),
        ]
    }

    /// A sum is made anew: adding and subtracting would let errors of rounding pile up.
    private func sums(_ table: String, _ key: String, _ added: String) -> [Change] {
        [
            ("INSERT", "INSERT", "NEW"), ("UPDATE", "UPDATE OF \(key), \(added)", "NEW"),
            ("UPDATE_OLD", "UPDATE OF \(key)", "OLD"), ("DELETE", "DELETE", "OLD"),
        ].map { name, event, row in
            Change(
                name: name, table: table, event: event, condition: "(\(row).\(key) NOT NULL)",
                value: value(of: "\(row).\(key)"), rows: "Z_PK = \(row).\(key)")
        }
    }

    private func pairs(_ join: SQLJoin, _ added: String?) -> [Change] {
        var changes = [("INSERT", "NEW"), ("DELETE", "OLD")].map { event, row in
            Change(
                name: event, table: join.table, event: event, value: value(of: "\(row).\(join.sourceColumn)"),
                rows: "Z_PK = \(row).\(join.sourceColumn)")
        }
        if let added {
            // The sources are those rows of whatever table, so each is summed where it stands.
            changes.append(
                Change(
                    name: "UPDATE", table: join.destination.table, event: "UPDATE OF \(added)",
                    value: value(of: "Z_PK"),
                    rows: "Z_PK IN (SELECT \(join.sourceColumn) FROM \(join.table) "
                        + "WHERE \(join.destinationColumn) = NEW.Z_PK)"))
        }
        return changes
    }
}
