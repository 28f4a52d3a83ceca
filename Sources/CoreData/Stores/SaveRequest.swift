import Foundation

/// What a context saves, as a store sees it. It lives on the context's queue for the length of one save.
final class SaveRequest {
    var inserted: ContiguousArray<NSManagedObject> = []
    /// The permanent keys of `inserted`, once the store has given them.
    @exclusivity(unchecked) var newKeys: ContiguousArray<ObjectKey> = []
    var updated: ContiguousArray<NSManagedObject> = []
    var deleted: ContiguousArray<NSManagedObject> = []
    /// Objects that are not written, and have to be as they were read all the same.
    var checked: [NSManagedObject] = []
    /// The permanent keys by temporary primary key: that of −1 − base stands first.
    @exclusivity(unchecked) var keysByTemporary: ContiguousArray<ObjectKey> = []
    @exclusivity(unchecked) var temporaryKeyBase: Int64 = 0
    /// What the histories of the stores call this save, once it is written.
    var transactions: [(store: SQLiteStore, number: Int64)] = []
    var author: String?
    var contextName: String?

    /// Notes the permanent key of the next of `inserted`.
    func give(_ key: ObjectKey, to temporary: ObjectKey) {
        newKeys.append(key)
        guard temporary.isTemporary else { return }
        keysByTemporary[Int(-temporary.primaryKey - 1 - temporaryKeyBase)] = key
    }

    /// Forgets the keys that a failed attempt was given.
    func beginAttempt(temporaryKeyCount: Int) {
        newKeys = []
        newKeys.reserveCapacity(inserted.count)
        keysByTemporary = ContiguousArray(repeating: ObjectKey(raw: 0), count: temporaryKeyCount)
    }

    /// The permanent key of a row: the key itself unless it is temporary.
    @inline(__always) func permanent(_ key: ObjectKey) -> ObjectKey {
        guard key.isTemporary else { return key }
        let index = Int(-key.primaryKey - 1 - temporaryKeyBase)
        guard index >= 0, index < keysByTemporary.count else { return ObjectKey(raw: 0) }
        return keysByTemporary[index]
    }
}

/// Why a store refused a save, before a merge policy was asked.
struct SaveConflicts: Error, @unchecked Sendable {
    // Thrown and caught on the context's queue; it never leaves it.

    /// Objects whose rows are no longer as they were read, with the rows as they are; nil when a row is gone.
    var stale: [(object: NSManagedObject, persisted: (chunk: RowChunk, row: UnsafeMutableRawPointer)?)] = []
    /// Objects that a uniqueness constraint keeps out.
    var constraints: [Constraint] = []

    struct Constraint {
        let object: NSManagedObject
        /// The names of the attributes that must be unique together.
        let constraint: [String]
        /// The key of the row that was there first.
        let existing: ObjectKey
        /// The object of that row when the same save inserted it.
        let twin: NSManagedObject?
    }

    var isEmpty: Bool { stale.isEmpty && constraints.isEmpty }
}

/// A saved change, as other contexts take it over. The rows are frozen, so any queue may read them.
struct SavedChanges: @unchecked Sendable {
    // The chunks are frozen before the changes are handed out.
    struct Row {
        let key: ObjectKey
        /// The values, or nil when they have to be read.
        let values: (chunk: RowChunk, row: UnsafeMutableRawPointer)?
    }

    var inserted: [Row] = []
    var updated: [Row] = []
    var deleted: [ObjectKey] = []
    /// Keys of `inserted` that were deleted by an earlier save.
    var again: Set<ObjectKey> = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

extension SavedChanges {
    /// Changes whose values have to be read by who takes them over.
    init(
        inserted: some Sequence<NSManagedObject>, updated: some Sequence<NSManagedObject>,
        deleted: some Sequence<NSManagedObject>
    ) {
        self.inserted = inserted.map { Row(key: $0.key, values: nil) }
        self.updated = updated.map { Row(key: $0.key, values: nil) }
        self.deleted = deleted.map(\.key)
    }

    /// The same changes with other keys, and with the values that `rows` has of those that bring none.
    func map(
        _ key: (ObjectKey) -> ObjectKey, _ rows: [ObjectKey: (chunk: RowChunk, row: UnsafeMutableRawPointer)]
    ) -> SavedChanges {
        func present(_ row: Row) -> Row {
            let key = key(row.key)
            return Row(key: key, values: row.values ?? rows[key])
        }
        var changes = self
        changes.inserted = inserted.map(present)
        changes.updated = updated.map(present)
        changes.deleted = deleted.map(key)
        return changes
    }

    /// The same changes without their values.
    var withoutValues: SavedChanges {
        var changes = self
        changes.inserted = inserted.map { Row(key: $0.key, values: nil) }
        changes.updated = updated.map { Row(key: $0.key, values: nil) }
        return changes
    }
}
