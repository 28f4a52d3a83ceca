import CSQLite
import Foundation

extension SQLiteStore {
    func check(_ plan: FetchPlan) throws {
        _ = try FetchSQL(plan, entity: schema.entity(for: plan.layout), schema: schema, storeIndex: index)
    }

    func rows(_ plan: FetchPlan, _ body: (UnsafeMutableRawPointer, RowChunk) -> Void) throws {
        try withConnection("read") { connection in
            let entity = schema.entity(for: plan.layout)
            let reader = connection.reader(
                for: entity, includesSubentities: plan.includesSubentities, store: self)
            let query = try FetchSQL(plan, entity: entity, schema: schema, storeIndex: index)
            let statement = try connection.statement(query.select(reader.columns))
            try run(statement, query.bindings, reader, expecting: plan.limit > 0 ? plan.limit : 16, body)
        }
    }

    private func run(
        _ statement: SQLiteStatement, _ bindings: [SQLValue], _ reader: RowReader, expecting count: Int,
        _ body: (UnsafeMutableRawPointer, RowChunk) -> Void
    ) throws {
        for (index, value) in bindings.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
        reader.begin(expecting: count)
        defer {
            statement.reset()
            reader.end()
        }
        while try statement.step() {
            if let (row, chunk) = try reader.read(statement) { body(row, chunk) }
        }
    }

    func count(_ plan: FetchPlan) throws -> Int {
        try withConnection("read") { connection in
            let query = try FetchSQL(plan, entity: schema.entity(for: plan.layout), schema: schema, storeIndex: index)
            let statement = try connection.statement(query.count())
            for (index, value) in query.bindings.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
            defer { statement.reset() }
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    func rows(
        for keys: [ObjectKey], layout: EntityLayout, _ body: (UnsafeMutableRawPointer, RowChunk) -> Void
    ) throws {
        guard !keys.isEmpty else { return }
        try withConnection("read") { connection in
            let entity = schema.entity(for: layout)
            let reader = connection.reader(for: entity, includesSubentities: true, store: self)
            if keys.count == 1 {
                let statement = try connection.statement(of: .rowByKey, layout.ordinal) {
                    "SELECT \(reader.columns) FROM \(entity.table) t0 WHERE t0.Z_PK = ?"
                }
                statement.bind(keys[0].primaryKey, at: 1)
                try run(statement, [], reader, expecting: 1, body)
                return
            }
            let statement = try connection.statement(
                "SELECT \(reader.columns) FROM \(entity.table) t0 "
                    + "WHERE t0.Z_PK IN (SELECT value FROM json_each(?))")
            let list = "[" + keys.map { String($0.primaryKey) }.joined(separator: ",") + "]"
            try run(statement, [.text(list)], reader, expecting: keys.count, body)
        }
    }

    // MARK: To-many relationships

    func relatedRows(
        of keys: [ObjectKey], layout: EntityLayout, slot: Int,
        _ body: (ObjectKey, UnsafeMutableRawPointer, RowChunk) -> Void
    ) throws {
        guard !keys.isEmpty, let toMany = schema.entity(for: layout).toMany[slot] else { return }
        try withConnection("read") { connection in
            let query = RelatedSQL(toMany)
            let reader = connection.reader(for: query.destination, includesSubentities: true, store: self)
            let isScan = try keys.count > 64 && isMostOfTable(keys.count, layout, connection)
            let filter = keys.count == 1 ? .one : isScan ? .none : RelatedSQL.Filter.list
            let statement = try connection.statement(query.text(reader.columns, filter))
            switch filter {
            case .one: statement.bind(keys[0].primaryKey, at: 1)
            case .list:
                statement.bind("[" + keys.map { String($0.primaryKey) }.joined(separator: ",") + "]", at: 1)
            case .none: break
            }
            var byPrimaryKey: [Int64: ObjectKey] = [:]
            if filter != .one {
                byPrimaryKey.reserveCapacity(keys.count)
                for key in keys { byPrimaryKey[key.primaryKey] = key }
            }
            let sourceColumn = sqlite3_column_count(statement.handle) - 1
            reader.begin(expecting: keys.count == 1 ? 8 : 256)
            defer {
                statement.reset()
                reader.end()
            }
            while try statement.step() {
                let source =
                    filter == .one ? keys[0] : byPrimaryKey[sqlite3_column_int64(statement.handle, sourceColumn)]
                guard let source, let (row, chunk) = try reader.read(statement) else { continue }
                body(source, row, chunk)
            }
        }
    }

    /// Whether so many keys are a large part of a table, so that reading all of the other table once is faster
    /// than looking each up.
    private func isMostOfTable(_ count: Int, _ layout: EntityLayout, _ connection: SQLiteConnection) throws -> Bool {
        let statement = try connection.statement("SELECT COUNT(*) FROM \(schema.entity(for: layout).table)")
        defer { statement.reset() }
        return try statement.step() && Int(statement.integer(0)) <= count * 2
    }
}
