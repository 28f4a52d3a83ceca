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
    private var selected: [String: Int32] = [:]

    /// How one entity's rows are decoded.
    private final class Plan {
        let layout: EntityLayout
        let steps: [Step]
        var chunk: RowChunk?
        init(layout: EntityLayout, steps: [Step]) {
            self.layout = layout
            self.steps = steps
        }
    }

    private struct Step {
        let column: Int32
        /// For a to-one relationship: the column with the destination's `Z_ENT`, or −1.
        let entityColumn: Int32
        let slot: Int
        let kind: SlotKind
        let destination: Int
        /// For a value that may be in a file of its own: the column's name.
        let externalColumn: String?
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
        columns = names.map { "\(alias).\($0)" }.joined(separator: ", ")
        for layout in family {
            let steps = store.schema[layout.ordinal].columns.map { column in
                Step(
                    column: positions[column.name] ?? 0,
                    entityColumn: column.entityColumn.flatMap { positions[$0] } ?? -1, slot: column.slot,
                    kind: column.kind, destination: Int(layout.links[column.slot].destination),
                    externalColumn: column.isExternal ? column.name : nil)
            }
            plans[layout.ordinal] = Plan(layout: layout, steps: steps)
        }
        single = entity.sharesTable ? nil : plans[entity.layout.ordinal]
    }

    /// Begins anew: the rows that were read belong to whoever took them.
    func begin(expecting count: Int) {
        expected = count
        for plan in plans.values { plan.chunk = nil }
    }

    private var expected = 0

    /// Decodes the row a statement stands at.
    /// - Returns: the row and its chunk; nil when it is of an entity the model does not know.
    @inline(__always) func read(_ statement: SQLiteStatement) throws -> (UnsafeMutableRawPointer, RowChunk)? {
        let handle = statement.handle
        let plan: Plan
        if let single {
            plan = single
        } else {
            guard let entity = schema.entity(numbered: Int(sqlite3_column_int64(handle, 2))),
                let known = plans[entity.layout.ordinal]
            else { return nil }
            plan = known
        }
        let layout = plan.layout
        let chunk: RowChunk
        if let current = plan.chunk, !current.isFull {
            chunk = current
        } else {
            chunk = nextChunk(plan)
        }
        let primaryKey = sqlite3_column_int64(handle, 0)
        guard primaryKey > 0, primaryKey <= ObjectKey.maximumPrimaryKey else { throw damaged("Z_PK \(primaryKey)") }
        let row = chunk.appendRow(
            key: ObjectKey(store: storeIndex, entity: layout.ordinal, primaryKey: primaryKey),
            version: sqlite3_column_int64(handle, 1))
        for step in plan.steps {
            let type = sqlite3_column_type(handle, step.column)
            if type == SQLITE_NULL { continue }
            switch step.kind {
            case .int16, .int32, .int64, .bool:
                layout.setWord(
                    UInt64(bitPattern: sqlite3_column_int64(handle, step.column)), step.slot, in: row)
            case .double, .float, .date:
                layout.setWord(sqlite3_column_double(handle, step.column).bitPattern, step.slot, in: row)
            case .string, .url:
                // NULL was excluded, so there is a text, or there was no memory for one.
                guard let text = sqlite3_column_text(handle, step.column) else { continue }
                let count = Int(sqlite3_column_bytes(handle, step.column))
                layout.setWord(chunk.store(text, count: count), step.slot, in: row)
            case .toOne:
                if let key = destinationKey(step, handle) { layout.setWord(key.raw, step.slot, in: row) }
            default:
                if let word = try other(step, primaryKey, handle, chunk, layout) {
                    layout.setWord(word, step.slot, in: row)
                }
            }
        }
        return (row, chunk)
    }

    private func nextChunk(_ plan: Plan) -> RowChunk {
        plan.chunk?.freeze()
        let last = plan.chunk?.capacity ?? 0
        let chunk = RowChunk(
            layout: plan.layout, capacity: last == 0 ? max(1, min(expected, 256)) : min(last * 4, 256))
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
        _ step: Step, _ primaryKey: Int64, _ handle: OpaquePointer, _ chunk: RowChunk, _ layout: EntityLayout
    ) throws -> UInt64? {
        switch step.kind {
        case .uuid:
            let count = Int(sqlite3_column_bytes(handle, step.column))
            guard count == 16, let bytes = sqlite3_column_blob(handle, step.column) else { return nil }
            return chunk.store(bytes, count: 16)
        case .data:
            let count = Int(sqlite3_column_bytes(handle, step.column))
            guard let bytes = sqlite3_column_blob(handle, step.column) else { return 0 }
            if let column = step.externalColumn {
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
                let attribute = layout.slots[step.slot].property as? NSAttributeDescription
            else { return nil }
            return chunk.store(
                box: TransformableCoding.decode(Data(bytes: bytes, count: count), of: attribute))
        }
    }

    /// Freezes what was read: from now on any thread may read it.
    func end() {
        for plan in plans.values {
            plan.chunk?.freeze()
            plan.chunk = nil
        }
    }

    private func damaged(_ what: String) -> NSError {
        CocoaErrorText.error(
            NSFileReadCorruptFileError,
            "The store at \(store.path) is damaged: \(what) is no primary key. Restore it from a backup.",
            [NSFilePathErrorKey: store.path])
    }
}
