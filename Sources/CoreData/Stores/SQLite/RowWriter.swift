import CSQLite
import Foundation

/// Writes the rows of one save, and notes the conflicts it meets instead of stopping at the first.
struct RowWriter {
    private let store: SQLiteStore
    private let connection: SQLiteConnection
    private let request: SaveRequest
    private let files: ExternalDataSave
    private(set) var conflicts = SaveConflicts()
    private let schema: SQLSchema
    /// The rows that were changed, with a bit for each changed slot. Kept for the history only.
    private(set) var updates: ContiguousArray<(key: ObjectKey, slots: [UInt64])> = []
    /// Changed objects whose new values another row had when their turn came.
    private var blocked: [NSManagedObject] = []
    /// Whether a value that another row has is a conflict, or a matter of the order of writing.
    private var isLastAttempt = false
    /// Where the new objects stand in the request, by their keys; made when one is first in another's way.
    private var insertedPlaces: [UInt64: Int] = [:]

    init(
        _ store: SQLiteStore, _ connection: SQLiteConnection, _ request: SaveRequest, _ files: ExternalDataSave
    ) {
        self.files = files
        self.store = store
        self.connection = connection
        self.request = request
        schema = store.schema
    }

    // MARK: Insert

    mutating func insert(_ object: NSManagedObject, key: ObjectKey) throws {
        guard let row = object.row, let chunk = object.chunk else { return }
        let entity = schema[object.layout.ordinal]
        let statement = try connection.statement(of: .insert, object.layout.ordinal) {
            var names: [String] = []
            for column in entity.columns { names += [column.name, column.entityColumn].compactMap { $0 } }
            let values = ["?", "\(entity.number)", "1"] + names.map { _ in "?" }
            return "INSERT INTO \(entity.table) (\((["Z_PK", "Z_ENT", "Z_OPT"] + names).joined(separator: ", "))) "
                + "VALUES (\(values.joined(separator: ", ")))"
        }
        statement.bind(key.primaryKey, at: 1)
        var index: Int32 = 2
        for step in entity.bindSteps { try bind(step, of: object, row, chunk, statement, &index) }
        object.state.insert(.written)
        try run(statement, for: object, entity)
    }

    private mutating func run(_ statement: SQLiteStatement, for object: NSManagedObject, _ entity: SQLEntity) throws {
        do {
            try statement.run()
        } catch let failure as SQLiteFailure where failure.isUniqueness {
            let found = try violated(by: object, entity)
            if found.isEmpty { throw failure }
            conflicts.constraints += found
        }
    }

    // MARK: Update

    mutating func update(_ object: NSManagedObject) throws {
        object.state.remove(.written)
        guard let row = object.row, let chunk = object.chunk, let old = object.committedRow,
            let oldChunk = object.committedChunk
        else { return }
        let layout = object.layout
        let entity = schema[layout.ordinal]
        var mask = [UInt64](repeating: 0, count: layout.maskWords)
        var toManyMask = mask
        var isTouched = false
        let changed = row.assumingMemoryBound(to: UInt64.self) + layout.changeOffset
        for word in 0..<layout.maskWords {
            var bits = changed[word]
            while bits != 0 {
                let slot = word * 64 + bits.trailingZeroBitCount
                bits &= bits - 1
                if entity.writesSlot[slot] {
                    if !SlotCoding.isEqual(slot: slot, layout: layout, chunk, row, oldChunk, old) {
                        mask[word] |= 1 << UInt64(slot & 63)
                        isTouched = true
                    }
                } else if entity.toMany[slot] != nil {
                    toManyMask[word] |= 1 << UInt64(slot & 63)
                    isTouched = true
                }
            }
        }
        guard isTouched else { return }
        try noteFiles(of: object.key, entity.externalColumns.filter { Self.contains(mask, $0.slot) }, entity)
        let statement = try connection.updateStatement(.init(ordinal: layout.ordinal, slots: mask)) {
            var sets = ["Z_OPT = ?"]
            for column in entity.columns where Self.contains(mask, column.slot) {
                sets += [column.name, column.entityColumn].compactMap { $0 }.map { "\($0) = ?" }
            }
            return "UPDATE \(entity.table) SET \(sets.joined(separator: ", ")) "
                + "WHERE Z_PK = ? AND COALESCE(Z_OPT, 0) = ?"
        }
        let version = EntityLayout.version(of: old)
        statement.bind(version + 1, at: 1)
        var index: Int32 = 2
        for step in entity.bindSteps where Self.contains(mask, step.slot) {
            try bind(step, of: object, row, chunk, statement, &index)
        }
        statement.bind(object.key.primaryKey, at: index)
        statement.bind(version, at: index + 1)
        object.state.insert(.written)
        do {
            try statement.run()
        } catch let failure as SQLiteFailure where failure.isUniqueness {
            if !isLastAttempt { return blocked.append(object) }
            let found = try violated(by: object, entity)
            if found.isEmpty { throw failure }
            conflicts.constraints += found
            return
        }
        if connection.changes == 0 { return try noteStale(object, entity) }
        if store.tracksHistory {
            for word in mask.indices { mask[word] |= toManyMask[word] }
            updates.append((object.key, mask))
        }
    }

    /// Writes the changed objects that others of the same save were in the way of.
    ///
    /// Values may change hands within one save. Where they go round in a ring no order of writing helps, so the
    /// rows let go of their unique values first.
    mutating func updateBlocked() throws {
        while !blocked.isEmpty {
            let waiting = blocked
            blocked = []
            for object in waiting { try update(object) }
            if blocked.count < waiting.count { continue }
            blocked = []
            for object in waiting { try vacate(object) }
            isLastAttempt = true
            for object in waiting { try update(object) }
        }
    }

    /// Empties the unique columns of a row that its update is going to set.
    private func vacate(_ object: NSManagedObject) throws {
        guard let row = object.row, let committed = object.committedRow else { return }
        let entity = schema[object.layout.ordinal]
        let names = Set(constraints(of: object.layout).joined())
        let columns = entity.columns.filter { column in
            names.contains(object.layout.slots[column.slot].name) && object.layout.isChanged(column.slot, in: row)
        }
        if columns.isEmpty { return }
        let statement = try connection.statement(
            "UPDATE \(entity.table) SET \(columns.map { "\($0.name) = NULL" }.joined(separator: ", ")) "
                + "WHERE Z_PK = ? AND COALESCE(Z_OPT, 0) = ?")
        statement.bind(object.key.primaryKey, at: 1)
        statement.bind(EntityLayout.version(of: committed), at: 2)
        try statement.run()
    }

    private static func contains(_ mask: [UInt64], _ slot: Int) -> Bool {
        mask[slot >> 6] & (1 << UInt64(slot & 63)) != 0
    }

    // MARK: Delete

    mutating func delete(_ object: NSManagedObject) throws {
        guard let saved = object.savedRow else { return }
        let entity = schema[object.layout.ordinal]
        try noteFiles(of: object.key, entity.externalColumns, entity)
        let statement = try connection.statement(of: .delete, object.layout.ordinal) {
            "DELETE FROM \(entity.table) WHERE Z_PK = ? AND COALESCE(Z_OPT, 0) = ?"
        }
        statement.bind(object.key.primaryKey, at: 1)
        statement.bind(EntityLayout.version(of: saved.row), at: 2)
        try statement.run()
        if connection.changes == 0 { try noteStale(object, entity) }
    }

    /// Notes the files that columns name and soon will not.
    private func noteFiles(of key: ObjectKey, _ columns: [SQLColumn], _ entity: SQLEntity) throws {
        if columns.isEmpty { return }
        let names = columns.map(\.name).joined(separator: ", ")
        let statement = try connection.statement("SELECT \(names) FROM \(entity.table) WHERE Z_PK = ?")
        statement.bind(key.primaryKey, at: 1)
        defer { statement.reset() }
        guard try statement.step() else { return }
        for index in columns.indices { files.orphan(statement.data(Int32(index))) }
    }

    // MARK: Conflicts

    /// Notes a conflict if the row of an object that is not written is no longer as it was read.
    mutating func check(_ object: NSManagedObject) throws {
        guard let saved = object.savedRow else { return }
        let entity = schema[object.layout.ordinal]
        let statement = try connection.statement(
            "SELECT 1 FROM \(entity.table) WHERE Z_PK = ? AND COALESCE(Z_OPT, 0) = ?")
        statement.bind(object.key.primaryKey, at: 1)
        statement.bind(EntityLayout.version(of: saved.row), at: 2)
        let isThere = try statement.step()
        statement.reset()
        if !isThere { try noteStale(object, entity) }
    }

    /// The row is not as it was read: notes how it is now.
    private mutating func noteStale(_ object: NSManagedObject, _ entity: SQLEntity) throws {
        let reader = RowReader(entity: entity, includesSubentities: true, alias: "t0", store: store)
        let statement = try connection.statement(
            "SELECT \(reader.columns) FROM \(entity.table) t0 WHERE t0.Z_PK = ?")
        statement.bind(object.key.primaryKey, at: 1)
        let found = try reader.readAll(statement, expecting: 1).first
        conflicts.stale.append((object, found.map { (chunk: $0.chunk, row: $0[0]) }))
    }

    /// The constraints that keep an object out, with the rows in its way.
    private mutating func violated(
        by object: NSManagedObject, _ entity: SQLEntity
    ) throws -> [SaveConflicts.Constraint] {
        var result: [SaveConflicts.Constraint] = []
        guard let row = object.row, let chunk = object.chunk else { return [] }
        let ownKey = request.permanent(object.key).primaryKey
        for constraint in constraints(of: object.layout) {
            let columns = constraint.compactMap { entity.column(named: $0) }
            guard columns.count == constraint.count else { continue }
            let conditions = columns.map { "\($0.name) = ?" }.joined(separator: " AND ")
            let statement = try connection.statement(
                "SELECT Z_PK, Z_ENT FROM \(entity.table) WHERE \(conditions) AND Z_PK <> ?")
            var index: Int32 = 1
            for column in columns {
                var step = SQLBindStep(column)
                step.hasEntityColumn = false
                try bind(step, of: object, row, chunk, statement, &index)
            }
            statement.bind(ownKey, at: index)
            defer { statement.reset() }
            guard try statement.step() else { continue }
            let primaryKey = statement.integer(0)
            let number = Int(statement.integer(1))
            let ordinal = schema.entity(numbered: number)?.layout.ordinal ?? object.layout.ordinal
            let key = ObjectKey(store: store.index, entity: ordinal, primaryKey: primaryKey)
            result.append(
                SaveConflicts.Constraint(object: object, constraint: constraint, existing: key, twin: inserted(key)))
        }
        return result
    }

    /// The object that this save has inserted under a key.
    private mutating func inserted(_ key: ObjectKey) -> NSManagedObject? {
        for index in insertedPlaces.count..<request.newKeys.count { insertedPlaces[request.newKeys[index].raw] = index }
        return insertedPlaces[key.raw].map { request.inserted[$0] }
    }

    /// The uniqueness constraints of an entity and of those above it.
    private func constraints(of layout: EntityLayout) -> [[String]] {
        var result: [[String]] = []
        var next: EntityLayout? = layout
        while let current = next {
            for constraint in current.entity.constraintNames where !result.contains(constraint) {
                result.append(constraint)
            }
            next = current.superlayout
        }
        return result
    }

    // MARK: Binding

    private func bind(
        _ step: SQLBindStep, of object: NSManagedObject, _ row: UnsafeRawPointer, _ chunk: RowChunk,
        _ statement: SQLiteStatement, _ index: inout Int32
    ) throws {
        let layout = object.layout
        defer { index += step.hasEntityColumn ? 2 : 1 }
        guard layout.isPresent(step.slot, in: row) else {
            statement.bindNull(at: index)
            if step.hasEntityColumn { statement.bindNull(at: index + 1) }
            return
        }
        let word = layout.word(step.slot, in: row)
        switch step.kind {
        case .int64, .bool:
            statement.bind(Int64(bitPattern: word), at: index)
        case .int16:
            let value = Int64(bitPattern: word)
            if Int16(exactly: value) == nil { throw outOfRange(step, object, value, "32,767") }
            statement.bind(value, at: index)
        case .int32:
            let value = Int64(bitPattern: word)
            if Int32(exactly: value) == nil { throw outOfRange(step, object, value, "2,147,483,647") }
            statement.bind(value, at: index)
        case .double, .float, .date:
            statement.bind(Double(bitPattern: word), at: index)
        case .string, .url:
            statement.bindStaticText(chunk.bytes(word), at: index)
        case .uuid:
            statement.bindStaticBlob(chunk.bytes(word), at: index)
        case .data:
            if step.isExternal {
                let column = try chunk.withBytes(word) { bytes in
                    Result { try files.column(for: bytes, of: object.key, slot: step.slot) }
                }.get()
                statement.bind(column, at: index)
            } else {
                chunk.withBytes(word) { statement.bindStaticBlob($0, at: index) }
            }
        case .toOne:
            let key = request.permanent(ObjectKey(raw: word))
            if key.raw == 0 {
                // The destination was deleted before it was ever saved.
                statement.bindNull(at: index)
                if step.hasEntityColumn { statement.bindNull(at: index + 1) }
                return
            }
            statement.bind(key.primaryKey, at: index)
            if step.hasEntityColumn {
                statement.bind(Int64(schema[key.entity].number), at: index + 1)
            }
        case .decimal:
            // As text it would be none of the column's numbers.
            let number = chunk.box(word) as? NSDecimalNumber
            if number?.decimalValue.isNaN == true { return statement.bindNull(at: index) }
            statement.bind(number?.stringValue ?? "0", at: index)
        case .transformable, .composite, .undefined, .objectID:
            guard let attribute = layout.slots[step.slot].property as? NSAttributeDescription else { return }
            statement.bind(try TransformableCoding.encode(chunk.box(word), of: attribute), at: index)
        case .toMany, .orderedToMany:
            break
        }
    }

    private func outOfRange(
        _ step: SQLBindStep, _ object: NSManagedObject, _ value: Int64, _ most: String
    ) -> NSError {
        let name = object.layout.slots[step.slot].name
        return CocoaErrorText.error(
            value > 0 ? NSValidationNumberTooLargeError : NSValidationNumberTooSmallError,
            "“\(name)” of \(object.layout.entity.name ?? "") is \(value); the attribute holds whole numbers up to "
                + "\(most).",
            [
                NSValidationKeyErrorKey: name, NSValidationObjectErrorKey: object,
                NSValidationValueErrorKey: NSNumber(value: value),
            ])
    }
}
