/// What was handed to other contexts of late, so that news which comes late does not undo newer news.
///
/// A save is handed on after its commit, by its own thread, and what another process saved by the watcher's: so a
/// row's insertion can come behind its deletion. Keys are never given twice, and versions only grow; what is inserted
/// again, as by an undo, says so.
struct HandedRows {
    private var recent: [UInt64: Int64] = [:]
    private var older: [UInt64: Int64] = [:]
    /// News overtakes other news by fractions of a second; this many rows are not saved in that time.
    private static let most = 16_384
    private static let deleted = Int64.max

    /// Notes changes, and takes out of them what is older than what was handed before.
    mutating func sift(_ changes: inout SavedChanges) {
        for key in changes.again { (recent[key.raw], older[key.raw]) = (nil, nil) }
        changes.inserted.removeAll { !isNew($0) }
        changes.updated.removeAll { !isNew($0) }
        for key in changes.deleted { note(Self.deleted, key) }
    }

    private mutating func isNew(_ row: SavedChanges.Row) -> Bool {
        let known = recent[row.key.raw] ?? older[row.key.raw] ?? -1
        // Without values the row is read when it is taken over, as it is then.
        guard let values = row.values else { return known < Self.deleted }
        let version = EntityLayout.version(of: values.row)
        guard version >= known else { return false }
        note(version, row.key)
        return true
    }

    private mutating func note(_ version: Int64, _ key: ObjectKey) {
        if recent.count >= Self.most { (older, recent) = (recent, [:]) }
        recent[key.raw] = version
    }
}
