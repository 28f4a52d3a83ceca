/// The SQL of a fetch: text that depends on the shape of the request alone, and the values to bind.
struct FetchSQL {
    private let entity: SQLEntity
    private let condition: String?
    private let order: [String]
    private let joins: [String]
    private let window: String
    let bindings: [SQLValue]

    init(_ plan: FetchPlan, entity: SQLEntity, schema: SQLSchema, storeIndex: Int) throws {
        self.entity = entity
        let query = SQLQuery(entity: entity, schema: schema, storeIndex: storeIndex)
        var conditions: [String] = []
        if let predicate = plan.predicate { conditions.append(try query.condition(predicate)) }
        if let kinds = Self.kinds(plan, entity: entity, schema: schema) { conditions.append(kinds) }
        condition = conditions.isEmpty ? nil : conditions.map { "(\($0))" }.joined(separator: " AND ")
        order = try query.order(plan.sortDescriptors)
        joins = query.joins
        var values = query.bindings
        if plan.limit > 0 || plan.offset > 0 {
            window = " LIMIT ? OFFSET ?"
            values += [.integer(plan.limit > 0 ? Int64(plan.limit) : -1), .integer(Int64(plan.offset))]
        } else {
            window = ""
        }
        bindings = values
    }

    /// In a table that several entities share: which of them are meant.
    static func kinds(_ plan: FetchPlan, entity: SQLEntity, schema: SQLSchema) -> String? {
        guard entity.sharesTable else { return nil }
        let family = plan.includesSubentities ? plan.layout.family : [plan.layout]
        if plan.includesSubentities, entity.root == nil { return nil }
        let numbers = family.map { String(schema[$0.ordinal].number) }
        return numbers.count == 1
            ? "t0.Z_ENT = \(numbers[0])" : "t0.Z_ENT IN (\(numbers.joined(separator: ", ")))"
    }

    private var rest: String {
        var sql = " FROM \(entity.table) t0"
        if !joins.isEmpty { sql += " " + joins.joined(separator: " ") }
        if let condition { sql += " WHERE \(condition)" }
        return sql
    }

    func select(_ columns: String) -> String {
        let sorted = order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", ")
        return "SELECT \(columns)\(rest)\(sorted)\(window)"
    }

    func count() -> String {
        if window.isEmpty { return "SELECT COUNT(*)\(rest)" }
        return "SELECT COUNT(*) FROM (SELECT 1\(rest)\(window))"
    }
}
