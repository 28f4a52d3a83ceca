import CSQLite
import Foundation

/// Decodes the rows of a query into chunks, by the position of each column.
///
/// The columns of every entity that may appear are selected together; a row is decoded by the plan of its own
/// entity.
final class RowReader {
    /// What to select, without `SELECT`.
    let columns: String
    private let table: String
    private let schema: SQLSchema
    private unowned let store: SQLiteStore
    private let storeIndex: Int
    private let single: Plan?
    private var plans: [Int: Plan] = [:]
    private let positions: [String: Int32]
    /// How many columns are selected.
    let columnCount: Int32

    /// How one entity's rows are decoded.
    private final class Plan {
        let layout: EntityLayout
        let steps: UnsafeMutableBufferPointer<Step>
        /// For a value that may be in a file of its own: the column's name, by slot.
        let externalColumns: [Int: String]
        var chunk: RowChunk?

        init(layout: EntityLayout, steps: [Step], externalColumns: [Int: String]) {
            self.layout = layout
            self.steps = .allocate(capacity: steps.count)
            _ = self.steps.initialize(from: steps)
            self.externalColumns = externalColumns
        }

        deinit { steps.deallocate() }
    }

    /// How one column is decoded. It holds no reference, so taking it costs nothing.
    private struct Step {
        let column: Int32
        /// For a to-one relationship: the column with the destination's `Z_ENT`, or −1.
        let entityColumn: Int32
        let slot: Int
        let kind: SlotKind
        let destination: Int
    }

    /// - Parameters:
    ///   - entity: the entity that is read.
    ///   - includesSubentities: whether rows of its subentities are too.
    ///   - alias: the table's name in the query.
    ///   - store: the store.
    init(entity: SQLEntity, includesSubentities: Bool, alias: String, store: SQLiteStore) {
        self.store = store
        table = entity.table
        schema = store.schema
        storeIndex = store.index
        let family = includesSubentities ? entity.layout.family : [entity.layout]
        var names = ["Z_PK", "Z_OPT"]
        if entity.sharesTable { names.append("Z_ENT") }
        var positions: [String: Int32] = [:]
        for layout in family {
            for column in store.schema[layout.ordinal].columns {
                for name in [column.name, column.entityColumn].compactMap({ $0 }) where positions[name] == nil {
                    positions[name] = Int32(names.count)
                    names.append(name)
                }
            }
        }
        self.positions = positions
        columnCount = Int32(names.count)
        columns = names.map { "\(alias).\($0)" }.joined(separator: ", ")
        for layout in family {
            let steps = store.schema[layout.ordinal].columns.map { column in
                Step(
                    column: positions[column.name] ?? 0,
                    entityColumn: column.entityColumn.flatMap { positions[$0] } ?? -1, slot: column.slot,
                    kind: column.kind, destination: Int(layout.links[column.slot].destination))
            }
            let external = store.schema[layout.ordinal].externalColumns.map { ($0.slot, $0.name) }
            plans[layout.ordinal] = Plan(
                layout: layout, steps: steps, externalColumns: Dictionary(uniqueKeysWithValues: external))
        }
        single = entity.sharesTable ? nil : plans[entity.layout.ordinal]
    }

    /// Where a column of the table stands among those that are selected; nil when it does not.
    func position(of column: String) -> Int32? { positions[column] }

    private var expected = 0
    @exclusivity(unchecked) private var runs: [RowRun] = []
    /// The plan of the rows that are not in a run yet; they are the last ones of its chunk.
    @exclusivity(unchecked) private var current: Plan?
    @exclusivity(unchecked) private var pending = 0

    /// Reads all rows of a statement, in order.
    ///
    /// - Parameters:
    ///   - statement: with its values bound.
    ///   - count: about how many rows to expect.
    ///   - accept: asked at each row whether to read it.
    func readAll(
        _ statement: SQLiteStatement, expecting count: Int, where accept: () -> Bool = { true }
    ) throws -> [RowRun] {
        expected = count
        defer {
            statement.reset()
            // From now on any thread may read what was read.
            for plan in plans.values {
                plan.chunk?.freeze()
                plan.chunk = nil
            }
            runs = []
            current = nil
            pending = 0
        }
        if let single {
            try readAll(statement, by: single, where: accept)
        } else {
            try readMixed(statement, where: accept)
        }
        endRun()
        return runs
    }

    /// Reads the row of a statement that has one at most.
    ///
    /// - Parameters:
    ///   - statement: with its values bound.
    ///   - chunk: gives the chunk that a row of an entity is put in.
    /// - Returns: the row; nil when there is none, or none of an entity the model knows.
    func readOne(
        _ statement: SQLiteStatement, into chunk: (EntityLayout) -> RowChunk
    ) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer)? {
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        if let single { return try read(statement.handle, single, into: chunk(single.layout)) }
        guard let entity = schema.entity(numbered: Int(statement.integer(2))), let plan = plans[entity.layout.ordinal]
        else { return nil }
        return try read(statement.handle, plan, into: chunk(plan.layout))
    }

    @inline(__always) private func read(
        _ handle: OpaquePointer, _ plan: Plan, into chunk: RowChunk
    ) throws -> (chunk: RowChunk, row: UnsafeMutableRawPointer) {
        (chunk, try readRow(handle, plan, plan.layout, into: chunk))
    }

    /// All rows are of one entity.
    private func readAll(_ statement: SQLiteStatement, by plan: Plan, where accept: () -> Bool) throws {
        let (handle, layout) = (statement.handle, plan.layout)
        var chunk = nextChunk(plan)
        current = plan
        while try statement.step() {
            guard accept() else { continue }
            if chunk.isFull {
                endRun()
                chunk = nextChunk(plan)
            }
            _ = try readRow(handle, plan, layout, into: chunk)
            pending += 1
        }
    }

    /// The rows are of an entity and its subentities, as they come; those of an entity the model does not know are
    /// left out.
    private func readMixed(_ statement: SQLiteStatement, where accept: () -> Bool) throws {
        while try statement.step() {
            // Who accepts a row counts on it being read.
            guard let entity = schema.entity(numbered: Int(statement.integer(2))),
                let plan = plans[entity.layout.ordinal], accept()
            else { continue }
            if plan !== current { endRun() }
            current = plan
            var chunk = plan.chunk ?? nextChunk(plan)
            if chunk.isFull {
                endRun()
                chunk = nextChunk(plan)
            }
            _ = try readRow(statement.handle, plan, plan.layout, into: chunk)
            pending += 1
        }
    }

    /// Decodes the row a statement stands at.
    @inline(__always) private func readRow(
        _ handle: OpaquePointer, _ plan: Plan, _ layout: EntityLayout, into chunk: RowChunk
    ) throws -> UnsafeMutableRawPointer {
        let primaryKey = sqlite3_column_int64(handle, 0)
        guard Self.isKey(primaryKey) else { throw Self.damaged(primaryKey, store) }
        let row = chunk.appendRow(
            key: ObjectKey(store: storeIndex, entity: layout.ordinal, primaryKey: primaryKey),
            version: sqlite3_column_int64(handle, 1), stride: layout.stride)
        for step in plan.steps { try decode(step, handle, row, chunk, plan, layout) }
        return row
    }

    private func endRun() {
        guard pending > 0, let chunk = current?.chunk else { return }
        runs.append(RowRun(chunk: chunk, start: chunk.count - pending, count: pending))
        pending = 0
    }

    /// Decodes one column. What reads as nothing (0, no text) is only then asked whether it is NULL.
    @inline(__always) private func decode(
        _ step: Step, _ handle: OpaquePointer, _ row: UnsafeMutableRawPointer, _ chunk: RowChunk, _ plan: Plan,
        _ layout: EntityLayout
    ) throws {
        switch step.kind {
        case .int16, .int32, .int64, .bool:
            let value = sqlite3_column_int64(handle, step.column)
            if value == 0, sqlite3_column_type(handle, step.column) == SQLITE_NULL { return }
            layout.setWord(UInt64(bitPattern: value), step.slot, in: row)
        case .double, .float, .date:
            let value = sqlite3_column_double(handle, step.column)
            if value == 0, sqlite3_column_type(handle, step.column) == SQLITE_NULL { return }
            layout.setWord(value.bitPattern, step.slot, in: row)
        case .string, .url:
            // No text: it is NULL, or there was no memory for it.
            guard let text = sqlite3_column_text(handle, step.column) else { return }
            let count = Int(sqlite3_column_bytes(handle, step.column))
            layout.setWord(chunk.store(text, count: count), step.slot, in: row)
        case .uuid:
            guard let bytes = sqlite3_column_blob(handle, step.column),
                sqlite3_column_bytes(handle, step.column) == 16
            else { return }
            layout.setWord(chunk.store(bytes, count: 16), step.slot, in: row)
        case .toOne:
            if let key = destinationKey(step, handle) { layout.setWord(key.raw, step.slot, in: row) }
        default:
            if sqlite3_column_type(handle, step.column) == SQLITE_NULL { return }
            let primaryKey = EntityLayout.key(of: row).primaryKey
            guard let word = try other(step, primaryKey, handle, chunk, plan) else { return }
            layout.setWord(word, step.slot, in: row)
        }
    }

    private func nextChunk(_ plan: Plan) -> RowChunk {
        plan.chunk?.freeze()
        let last = plan.chunk?.capacity ?? 0
        // Rows of an entity are mostly of about the same length.
        let heap = plan.chunk.map { $0.capacity == 256 ? $0.heapCount * 17 / 16 : 0 } ?? 0
        let chunk = RowChunk(
            layout: plan.layout, capacity: last == 0 ? max(1, min(expected, 256)) : min(last * 4, 256),
            heapCapacity: heap)
        plan.chunk = chunk
        return chunk
    }

    private func destinationKey(_ step: Step, _ handle: OpaquePointer) -> ObjectKey? {
        let primaryKey = sqlite3_column_int64(handle, step.column)
        guard primaryKey > 0, primaryKey <= ObjectKey.maximumPrimaryKey else { return nil }
        var ordinal = step.destination
        if step.entityColumn >= 0,
            let entity = schema.entity(numbered: Int(sqlite3_column_int64(handle, step.entityColumn)))
        {
            ordinal = entity.layout.ordinal
        }
        return ObjectKey(store: storeIndex, entity: ordinal, primaryKey: primaryKey)
    }

    private func other(
        _ step: Step, _ primaryKey: Int64, _ handle: OpaquePointer, _ chunk: RowChunk, _ plan: Plan
    ) throws -> UInt64? {
        switch step.kind {
        case .data:
            let count = Int(sqlite3_column_bytes(handle, step.column))
            guard let bytes = sqlite3_column_blob(handle, step.column) else { return 0 }
            if let column = plan.externalColumns[step.slot] {
                let place = SQLiteStore.ExternalPlace(table: table, column: column, primaryKey: primaryKey)
                return try store.externalData(Data(bytes: bytes, count: count), at: place)?.withUnsafeBytes { buffer in
                    buffer.baseAddress.map { chunk.store($0, count: buffer.count) } ?? 0
                }
            }
            return chunk.store(bytes, count: count)
        case .decimal:
            guard let text = sqlite3_column_text(handle, step.column) else { return nil }
            let number = NSDecimalNumber(string: String(cString: text))
            return number == .notANumber ? nil : chunk.store(box: number)
        default:
            let count = Int(sqlite3_column_bytes(handle, step.column))
            guard let bytes = sqlite3_column_blob(handle, step.column),
                let attribute = plan.layout.slots[step.slot].property as? NSAttributeDescription
            else { return nil }
            return chunk.store(
                box: TransformableCoding.decode(Data(bytes: bytes, count: count), of: attribute))
        }
    }

    /// Whether a number can be a primary key.
    @inline(__always) static func isKey(_ number: Int64) -> Bool { number > 0 && number <= ObjectKey.maximumPrimaryKey }

    /// The error for a number that is none.
    static func damaged(_ primaryKey: Int64, _ store: SQLiteStore) -> NSError {
        CocoaErrorText.error(
            NSFileReadCorruptFileError,
            "The store at \(store.path) is damaged: Z_PK \(primaryKey) is no primary key. Restore it from a backup.",
            [NSFilePathErrorKey: store.path])
    }
}
