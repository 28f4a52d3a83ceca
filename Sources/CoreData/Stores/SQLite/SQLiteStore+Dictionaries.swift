import CSQLite
import Foundation

// Fetches that return dictionaries: attributes, keys of related objects, and expressions over rows or groups.
extension SQLiteStore {
    func dictionaries(_ plan: DictionaryPlan) throws -> [NSDictionary] {
        try read { connection in
            let entity = schema.entity(for: plan.fetch.layout)
            let query = SQLQuery(entity: entity, schema: schema, storeIndex: index)
            let named = plan.properties.flatMap { $0.isEmpty ? nil : $0 } ?? allAttributes(of: entity)
            let columns = try (named + plan.sortedBy).map {
                try DictionaryColumn($0, entity: entity, query: query, store: self)
            }
            let sql = try text(plan, entity, query, columns)
            let statement = try connection.statement(sql)
            for (index, value) in query.bindings.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
            defer {
                statement.reset()
                statement.clearBindings()
            }
            var result: [NSDictionary] = []
            while try statement.step() {
                let row = NSMutableDictionary()
                var place: Int32 = 0
                for column in columns {
                    if let value = try column.value(statement, place) {
                        row.setObject(value, forKey: column.name as NSString)
                    }
                    place += column.width
                }
                result.append(row)
            }
            return result
        }
    }

    private func allAttributes(of entity: SQLEntity) -> [Any] {
        entity.columns.filter { $0.kind != .toOne }.map { entity.layout.slots[$0.slot].name }
    }

    private func text(
        _ plan: DictionaryPlan, _ entity: SQLEntity, _ query: SQLQuery, _ columns: [DictionaryColumn]
    ) throws -> String {
        // Values are bound in the order in which their texts are made here.
        var conditions: [String] = []
        if let predicate = plan.fetch.predicate { conditions.append("(\(try query.condition(predicate)))") }
        if let kinds = FetchSQL.kinds(plan.fetch, entity: entity, schema: schema) { conditions.append(kinds) }
        let groups = try plan.groupBy.map {
            try DictionaryColumn($0, entity: entity, query: query, store: self).sql
        }
        var having: String?
        if let predicate = plan.having {
            // A condition on groups names the expressions as variables.
            let known = Dictionary(columns.map { ($0.name, $0.expression) }, uniquingKeysWith: { first, _ in first })
            let variables = known.compactMapValues { $0 }
            having = try query.condition(predicate.withSubstitutionVariables(variables))
        }
        let order = try query.order(plan.fetch.sortDescriptors)
        // An entity may have no attributes.
        let selected = columns.isEmpty ? "NULL" : columns.map(\.sql).joined(separator: ", ")
        var sql = "SELECT \(plan.distinct ? "DISTINCT " : "")\(selected)"
        sql += " FROM \(entity.table) t0"
        if !query.joins.isEmpty { sql += " " + query.joins.joined(separator: " ") }
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
        if !groups.isEmpty { sql += " GROUP BY " + groups.joined(separator: ", ") }
        if let having { sql += " HAVING \(having)" }
        if !order.isEmpty { sql += " ORDER BY " + order.joined(separator: ", ") }
        if plan.fetch.limit > 0 || plan.fetch.offset > 0 {
            let limit = query.bind(.integer(plan.fetch.limit > 0 ? Int64(plan.fetch.limit) : -1))
            sql += " LIMIT \(limit) OFFSET \(query.bind(.integer(Int64(plan.fetch.offset))))"
        }
        return sql
    }
}

/// One value of the dictionaries that a fetch returns.
struct DictionaryColumn {
    let name: String
    /// The column; for the key of an object that may be of a subentity a second one behind it, with its entity.
    let sql: String
    /// How many columns of the result that is.
    let width: Int32
    /// What an expression description computes.
    let expression: NSExpression?
    private let kind: SlotKind
    private let isExternal: Bool
    private let destination: SQLEntity?
    private let store: SQLiteStore

    /// - Parameter property: a name, a property description or an expression description.
    init(_ property: Any, entity: SQLEntity, query: SQLQuery, store: SQLiteStore) throws {
        self.store = store
        if let computed = property as? NSExpressionDescription, let expression = computed.expression {
            name = computed.name
            self.expression = expression
            let term = try SQLExpression(at: query.root, in: query).term(expression)
            destination = [.objectID, .undefined].contains(computed.resultKind) ? term.destination : nil
            (sql, width) = Self.columns(term, destination)
            isExternal = false
            if destination != nil {
                kind = .toOne
            } else if case .function(let function, _, _) = expression.kind, function == "count:" {
                kind = .int64
            } else {
                kind = computed.resultKind
            }
            return
        }
        guard let name = (property as? String) ?? (property as? NSPropertyDescription)?.name else {
            throw CocoaErrorText.error(
                NSCoreDataError, "A fetch of dictionaries takes names and property descriptions, not \(property).")
        }
        self.name = name
        expression = nil
        guard case .one(let term) = try query.end(ofKeyPath: name, at: query.root) else {
            throw CocoaErrorText.error(
                NSCoreDataError,
                "“\(name)” of \(entity.name) is a to-many relationship; dictionaries hold single values.")
        }
        kind = term.kind ?? .undefined
        destination = term.destination
        (sql, width) = Self.columns(term, destination)
        isExternal = term.isExternal
    }

    private static func columns(_ term: SQLTerm, _ destination: SQLEntity?) -> (sql: String, width: Int32) {
        guard destination != nil, let number = term.entityNumber else { return (term.text, 1) }
        return ("\(term.text), \(number)", 2)
    }

    func value(_ statement: SQLiteStatement, _ column: Int32) throws -> Any? {
        if statement.isNull(column) { return nil }
        switch kind {
        case .int16, .int32, .int64: return NSNumber(value: statement.integer(column))
        case .bool: return NSNumber(value: statement.integer(column) != 0)
        case .double, .float: return NSNumber(value: statement.double(column))
        case .decimal: return statement.string(column).map { NSDecimalNumber(string: $0) }
        case .date: return Date(timeIntervalSinceReferenceDate: statement.double(column))
        case .string: return statement.string(column)
        case .url: return statement.string(column).flatMap { URL(string: $0) }
        case .uuid:
            guard let data = statement.data(column), data.count == 16 else { return nil }
            return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        case .data:
            guard isExternal, let data = statement.data(column) else { return statement.data(column) }
            return try store.externalData(data, at: nil)
        case .toOne:
            let number = width > 1 ? Int(statement.integer(column + 1)) : nil
            return objectID(statement.integer(column), entityNumber: number)
        default: return undeclared(statement, column)
        }
    }

    private func objectID(_ primaryKey: Int64, entityNumber: Int?) -> NSManagedObjectID? {
        guard let destination, primaryKey > 0, primaryKey <= ObjectKey.maximumPrimaryKey else { return nil }
        let layout = entityNumber.flatMap { store.schema.entity(numbered: $0)?.layout } ?? destination.layout
        let key = ObjectKey(store: store.index, entity: layout.ordinal, primaryKey: primaryKey)
        return NSManagedObjectID(key: key, layout: layout, store: store)
    }

    /// A value of an expression without a result type, as SQLite has it.
    private func undeclared(_ statement: SQLiteStatement, _ column: Int32) -> Any? {
        switch sqlite3_column_type(statement.handle, column) {
        case SQLITE_INTEGER: NSNumber(value: statement.integer(column))
        case SQLITE_FLOAT: NSNumber(value: statement.double(column))
        case SQLITE_TEXT: statement.string(column)
        default: statement.data(column)
        }
    }
}

extension NSExpressionDescription {
    fileprivate var resultKind: SlotKind {
        let attribute = NSAttributeDescription()
        attribute.attributeType = expressionResultType
        return SlotKind(attribute)
    }
}
