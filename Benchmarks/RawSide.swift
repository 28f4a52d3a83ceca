import CSQLite
import Foundation

/// The workloads on the SQLite C API, written with care: statements prepared once, values bound and read by
/// index, objects of plain final classes.
final class RawSide: Side {
    final class Plant {
        var id: Int64 = 0
        let uuid: UUID
        let genus: String
        let species: String
        // Filled one by one, as a program that follows a relationship would.
        var sowings: [Sowing] = []
        init(uuid: UUID, genus: String, species: String) {
            (self.uuid, self.genus, self.species) = (uuid, genus, species)
        }
    }

    final class Sowing {
        var id: Int64 = 0
        let uuid: UUID
        let dateSown: Date
        var seedCount: Int
        let note: String?
        var plantID: Int64 = 0
        unowned(unsafe) var plant: Plant?
        init(uuid: UUID, dateSown: Date, seedCount: Int, note: String?) {
            (self.uuid, self.dateSown, self.seedCount, self.note) = (uuid, dateSown, seedCount, note)
        }
    }

    let database: OpaquePointer
    // SQLITE_TRANSIENT, which C defines as a cast that Swift does not import.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// - Parameters:
    ///   - url: where the store is.
    ///   - hasDateIndex: whether sowings have an index on their date.
    ///   - isNew: whether it is to be made.
    init(_ url: URL, hasDateIndex: Bool, isNew: Bool) throws {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(url.path, &handle, flags, nil) == SQLITE_OK, let handle else { throw Failure() }
        database = handle
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        if !isNew { return }
        // The tables of the engine's store, so that both sides read and write rows of the same length.
        try execute(
            """
            CREATE TABLE ZPLANT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZGENUS VARCHAR,
                                 ZSPECIES VARCHAR, ZUUID BLOB);
            CREATE TABLE ZSOWING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSEEDCOUNT INTEGER,
                                  ZPLANT INTEGER, ZDATESOWN TIMESTAMP, ZNOTE VARCHAR, ZUUID BLOB);
            CREATE INDEX ZSOWING_ZPLANT_INDEX ON ZSOWING (ZPLANT);
            """)
        if hasDateIndex { try execute("CREATE INDEX Z_Sowing_byDateSown ON ZSOWING (ZDATESOWN COLLATE BINARY ASC)") }
    }

    convenience init(_ url: URL, hasDateIndex: Bool) throws {
        try self.init(url, hasDateIndex: hasDateIndex, isNew: true)
    }

    deinit { sqlite3_close_v2(database) }

    struct Failure: Error {}

    func execute(_ sql: String) throws {
        if sqlite3_exec(database, sql, nil, nil, nil) != SQLITE_OK { throw Failure() }
    }

    func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw Failure()
        }
        return statement
    }

    @inline(__always) func run(_ statement: OpaquePointer) throws {
        guard sqlite3_step(statement) == SQLITE_DONE else { throw Failure() }
        sqlite3_reset(statement)
    }

    @inline(__always) func bind(_ value: UUID, _ statement: OpaquePointer, _ index: Int32) {
        withUnsafeBytes(of: value.uuid) {
            _ = sqlite3_bind_blob(statement, index, $0.baseAddress, 16, transient)
        }
    }

    @inline(__always) func bind(_ value: String?, _ statement: OpaquePointer, _ index: Int32) {
        guard var value else {
            sqlite3_bind_null(statement, index)
            return
        }
        value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), transient)
            }
        }
    }

    func run(_ workload: Workload, _ data: Dataset, _ clock: inout Stopwatch) throws -> Int {
        switch workload {
        case .insert: try insert(data, &clock)
        case .read: try read(&clock)
        case .window: try window(&clock)
        case .byID: try byID(Dataset.keys(of: data.sowings.count), &clock)
        case .prefetch: try prefetch(&clock)
        case .change: try change(&clock)
        case .delete: try delete(&clock)
        case .count: try count(&clock)
        case .move: try move(&clock)
        }
    }
}
