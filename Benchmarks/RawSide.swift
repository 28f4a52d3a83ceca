import CSQLite
import Foundation

/// The workloads on the SQLite C API, written with care: statements prepared once, values bound and read by
/// index, objects of plain final classes.
final class RawSide {
    private final class Plant {
        var id: Int64 = 0
        let uuid: UUID
        let genus: String
        let species: String
        var sowings: [Sowing] = []
        init(uuid: UUID, genus: String, species: String) {
            (self.uuid, self.genus, self.species) = (uuid, genus, species)
        }
    }

    private final class Sowing {
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

    private let database: OpaquePointer
    // SQLITE_TRANSIENT, which C defines as a cast that Swift does not import.
    private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ path: String) throws {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else { throw Failure() }
        database = handle
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        try execute(
            """
            CREATE TABLE plant (id INTEGER PRIMARY KEY, uuid BLOB, genus TEXT, species TEXT);
            CREATE TABLE sowing (id INTEGER PRIMARY KEY, uuid BLOB, dateSown DOUBLE, seedCount INTEGER, note TEXT,
                                 plant_id INTEGER);
            CREATE INDEX sowing_plant_id ON sowing(plant_id);
            """)
    }

    deinit { sqlite3_close_v2(database) }

    private struct Failure: Error {}

    private func execute(_ sql: String) throws {
        if sqlite3_exec(database, sql, nil, nil, nil) != SQLITE_OK { throw Failure() }
    }

    private func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw Failure()
        }
        return statement
    }

    @inline(__always) private func run(_ statement: OpaquePointer) throws {
        guard sqlite3_step(statement) == SQLITE_DONE else { throw Failure() }
        sqlite3_reset(statement)
    }

    @inline(__always) private func bind(_ value: UUID, _ statement: OpaquePointer, _ index: Int32) {
        withUnsafeBytes(of: value.uuid) {
            _ = sqlite3_bind_blob(statement, index, $0.baseAddress, 16, transient)
        }
    }

    @inline(__always) private func bind(_ value: String?, _ statement: OpaquePointer, _ index: Int32) {
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

    func run(_ workload: String, _ data: Dataset) throws -> (Double, Int) {
        switch workload {
        case "W1": return try milliseconds { try insert(data) }
        case "W2": return try milliseconds { try read() }
        case "W6": return try change()
        default: preconditionFailure("There is no workload \(workload).")
        }
    }

    private func insert(_ data: Dataset) throws -> Int {
        let plants = data.plants.map { Plant(uuid: $0.uuid, genus: $0.genus, species: $0.species) }
        let sowings = data.sowings.map { values -> Sowing in
            let sowing = Sowing(
                uuid: values.uuid, dateSown: values.dateSown, seedCount: values.seedCount, note: values.note)
            let plant = plants[values.plant]
            sowing.plant = plant
            plant.sowings.append(sowing)
            return sowing
        }
        try execute("BEGIN IMMEDIATE")
        let plantInsert = try prepare("INSERT INTO plant (uuid, genus, species) VALUES (?, ?, ?)")
        for plant in plants {
            bind(plant.uuid, plantInsert, 1)
            bind(plant.genus, plantInsert, 2)
            bind(plant.species, plantInsert, 3)
            try run(plantInsert)
            plant.id = sqlite3_last_insert_rowid(database)
        }
        sqlite3_finalize(plantInsert)
        let insert = try prepare(
            "INSERT INTO sowing (uuid, dateSown, seedCount, note, plant_id) VALUES (?, ?, ?, ?, ?)")
        for sowing in sowings {
            // Every sowing was given its plant above.
            sowing.plantID = sowing.plant!.id
            bind(sowing.uuid, insert, 1)
            sqlite3_bind_double(insert, 2, sowing.dateSown.timeIntervalSinceReferenceDate)
            sqlite3_bind_int64(insert, 3, Int64(sowing.seedCount))
            bind(sowing.note, insert, 4)
            sqlite3_bind_int64(insert, 5, sowing.plantID)
            try run(insert)
            sowing.id = sqlite3_last_insert_rowid(database)
        }
        sqlite3_finalize(insert)
        try execute("COMMIT")
        return plants.count + sowings.count
    }

    private func fetch() throws -> [Sowing] {
        let statement = try prepare("SELECT id, uuid, dateSown, seedCount, note, plant_id FROM sowing")
        defer { sqlite3_finalize(statement) }
        var all: [Sowing] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            // The column holds the sixteen bytes that `insert` put there.
            let uuid = UnsafeRawPointer(sqlite3_column_blob(statement, 1)!).loadUnaligned(as: uuid_t.self)
            var note: String?
            if let text = sqlite3_column_text(statement, 4) {
                let count = Int(sqlite3_column_bytes(statement, 4))
                note = String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
            }
            let sowing = Sowing(
                uuid: UUID(uuid: uuid),
                dateSown: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(statement, 2)),
                seedCount: Int(sqlite3_column_int64(statement, 3)), note: note)
            sowing.id = sqlite3_column_int64(statement, 0)
            sowing.plantID = sqlite3_column_int64(statement, 5)
            all.append(sowing)
        }
        return all
    }

    private func read() throws -> Int {
        var sum = 0
        for sowing in try fetch() {
            sum &+= checkValue(sowing.uuid, sowing.dateSown, sowing.seedCount, sowing.note)
        }
        return sum
    }

    private func change() throws -> (Double, Int) {
        let some = try fetch().enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
        return try milliseconds {
            for sowing in some { sowing.seedCount += 1 }
            try execute("BEGIN IMMEDIATE")
            let update = try prepare("UPDATE sowing SET seedCount = ? WHERE id = ?")
            for sowing in some {
                sqlite3_bind_int64(update, 1, Int64(sowing.seedCount))
                sqlite3_bind_int64(update, 2, sowing.id)
                try run(update)
            }
            sqlite3_finalize(update)
            try execute("COMMIT")
            return some.count
        }
    }
}
