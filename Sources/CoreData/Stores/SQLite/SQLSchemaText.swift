import Foundation

/// The statements that make a store's tables, word for word as Apple's store has them.
enum SQLSchemaText {
    static func table(of root: SQLEntity, in schema: SQLSchema) -> [String] {
        var columns = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
        let all = schema.tableColumns[root.table] ?? []
        var afterIntegers = all.firstIndex { $0.rank > 0 } ?? all.count
        for (index, column) in all.enumerated() {
            if index == afterIntegers { columns += root.foreignKeys.map { "\($0) INTEGER" } }
            columns.append("\(column.name) \(column.type)")
            if let entity = column.entityColumn { columns.append("\(entity) INTEGER") }
        }
        if afterIntegers == all.count {
            columns += root.foreignKeys.map { "\($0) INTEGER" }
            afterIntegers = -1
        }
        var statements = ["CREATE TABLE \(root.table) ( \(columns.joined(separator: ", ")) )"]
        for column in all where column.kind == .toOne {
            statements.append("CREATE INDEX \(root.table)_\(column.name)_INDEX ON \(root.table) (\(column.name))")
        }
        for column in root.foreignKeys where !column.hasPrefix("Z_FOK_") {
            statements.append("CREATE INDEX \(root.table)_\(column)_INDEX ON \(root.table) (\(column))")
        }
        if root.sharesTable {
            statements.append("CREATE INDEX \(root.table)_Z_ENT_INDEX ON \(root.table) (Z_ENT)")
        }
        for layout in root.layout.family { statements += indexes(of: schema[layout.ordinal]) }
        return statements
    }

    private static func indexes(of entity: SQLEntity) -> [String] {
        var statements: [String] = []
        for index in entity.layout.entity.indexes where index.entity === entity.layout.entity {
            let columns = index.elements.map { element in element.property.map(entity.columns(of:)) ?? [] }
            let elements = zip(index.elements, columns).flatMap { element, columns in
                columns.map { "\($0.name) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")" }
            }
            guard !elements.isEmpty, !columns.contains(where: \.isEmpty) else { continue }
            statements.append(
                "CREATE INDEX Z_\(entity.name)_\(quoted(index.name)) ON \(entity.table) "
                    + "(\(elements.joined(separator: ", ")))")
        }
        let inherited = entity.layout.superlayout?.entity.constraintNames ?? []
        for constraint in entity.layout.entity.constraintNames where !inherited.contains(constraint) {
            let columns = constraint.compactMap { entity.column(named: $0)?.name }
            guard columns.count == constraint.count else { continue }
            statements.append(
                "CREATE UNIQUE INDEX Z_\(entity.name)_UNIQUE_\(quoted(constraint.joined(separator: "_"))) ON "
                    + "\(entity.table) ("
                    + columns.map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ") + ")")
        }
        return statements
    }

    /// An index's name comes from a model; only what may stand in a name is kept.
    private static func quoted(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }

    static func join(_ join: (table: String, columns: [String], orderColumns: [String])) -> [String] {
        let columns = (join.columns + join.orderColumns).map { "\($0) INTEGER" }.joined(separator: ", ")
        let key = join.columns.joined(separator: ", ")
        return [
            "CREATE TABLE \(join.table) ( \(columns), PRIMARY KEY (\(key)) )",
            "CREATE INDEX \(join.table)_\(join.columns[1])_INDEX ON \(join.table) "
                + "(\(join.columns[1]), \(join.columns[0]))",
        ]
    }
}

extension NSEntityDescription {
    /// The uniqueness constraints as lists of names of attributes, and of paths of the elements of composite ones.
    var constraintNames: [[String]] {
        constraintAttributeNames.map { constraint in
            constraint.flatMap { name in
                (attributesByName[name] as? NSCompositeAttributeDescription)?.paths(from: name) ?? [name]
            }
        }
    }
}
