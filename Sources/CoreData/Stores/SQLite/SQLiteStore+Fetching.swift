import CSQLite
import Foundation

extension SQLiteStore {
    func check(_ plan: FetchPlan) throws {
        _ = try FetchSQL(plan, entity: schema.entity(for: plan.layout), schema: schema, storeIndex: index)
    }

    func rows(_ plan: FetchPlan) throws -> [RowRun] {
        try read { connection in
            let entity = schema.entity(for: plan.layout)
            let reader = connection.reader(
                for: entity, includesSubentities: plan.includesSubentities, store: self)
            let query = try FetchSQL(plan, entity: entity, schema: schema, storeIndex: index)
            let statement = try connection.statement(query.select(reader.columns))
            return try run(statement, query.bindings, reader, expecting: plan.limit > 0 ? plan.limit : 16)
        }
    }

    private func run(
        _ statement: SQLiteStatement, _ bindings: [SQLValue], _ reader: RowReader, expecting count: Int
    ) throws -> [RowRun] {
        for (index, value) in bindings.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
        return try reader.readAll(statement, expecting: count)
    }

    func keys(_ plan: FetchPlan) throws -> ContiguousArray<UInt64> {
        try read { connection in
            let entity = schema.entity(for: plan.layout)
            let query = try FetchSQL(plan, entity: entity, schema: schema, storeIndex: index)
            let statement = try connection.statement(query.select(entity.sharesTable ? "t0.Z_PK, t0.Z_ENT" : "t0.Z_PK"))
            for (index, value) in query.bindings.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
            defer { statement.reset() }
            var keys: ContiguousArray<UInt64> = []
            var layout = entity.layout
            while try statement.step() {
                if entity.sharesTable {
                    // As in reading rows: those of an entity the model does not know are left out.
                    guard let kind = schema.entity(numbered: Int(statement.integer(1))) else { continue }
                    layout = kind.layout
                }
                let primaryKey = statement.integer(0)
                guard RowReader.isKey(primaryKey) else { throw RowReader.damaged(primaryKey, self) }
                keys.append(ObjectKey(store: index, entity: layout.ordinal, primaryKey: primaryKey).raw)
            }
            return keys
        }
    }

    func count(_ plan: FetchPlan) throws -> Int {
        try read { connection in
            let query = try FetchSQL(plan, entity: schema.entity(for: plan.layout), schema: schema, storeIndex: index)
            let statement = try connection.statement(query.count())
            for (index, value) in query.bindings.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
            defer { statement.reset() }
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    func rows(for keys: [ObjectKey], layout: EntityLayout) throws -> [RowRun] {
        guard !keys.isEmpty else { return [] }
        return try read { connection in
            let entity = schema.entity(for: layout)
            let reader = connection.reader(for: entity, includesSubentities: true, store: self)
            let statement = try connection.statement(
                "SELECT \(reader.columns) FROM \(entity.table) t0 "
                    + "WHERE t0.Z_PK IN (SELECT value FROM json_each(?))")
            let list = "[" + keys.map { String($0.primaryKey) }.joined(separator: ",") + "]"
            return try run(statement, [.text(list)], reader, expecting: keys.count)
        }
    }

    func row(
        for key: ObjectKey, layout: EntityLayout, into chunk: (EntityLayout) -> RowChunk
    ) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer)? {
        try read { connection in
            let lookup = try connection.rowLookup(layout, of: self)
            lookup.statement.bind(key.primaryKey, at: 1)
            return try lookup.reader.readOne(lookup.statement, into: chunk)
        }
    }

    // MARK: To-many relationships

    func relatedRows(of keys: [ObjectKey], layout: EntityLayout, slot: Int) throws -> RelatedRows {
        guard !keys.isEmpty, let toMany = schema.entity(for: layout).toMany[slot] else { return RelatedRows() }
        return try read { connection in
            let query = RelatedSQL(toMany)
            let reader = connection.reader(for: query.destination, includesSubentities: true, store: self)
            let isScan = try keys.count > 64 && isMostOfTable(keys.count, layout, connection)
            let filter = keys.count == 1 ? .one : isScan ? .none : RelatedSQL.Filter.list
            let statement = try connection.statement(query.text(reader, filter))
            switch filter {
            case .one: statement.bind(keys[0].primaryKey, at: 1)
            case .list:
                statement.bind("[" + keys.map { String($0.primaryKey) }.joined(separator: ",") + "]", at: 1)
            case .none: break
            }
            if filter == .one {
                let runs = try reader.readAll(statement, expecting: 8)
                // All of them are the one's.
                return RelatedRows(runs: runs, sources: Array(repeating: 0, count: runs.reduce(0) { $0 + $1.count }))
            }
            let places = KeyPlaces(keys)
            let sourceColumn = query.sourceColumn(reader)
            var related = RelatedRows()
            related.runs = try reader.readAll(statement, expecting: 256) {
                let place = places[sqlite3_column_int64(statement.handle, sourceColumn)]
                if place >= 0 { related.sources.append(place) }
                return place >= 0
            }
            return related
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
