import CSQLite
import Foundation

extension RawSide {
    static let sowingColumns = "Z_PK, ZUUID, ZDATESOWN, ZSEEDCOUNT, ZNOTE, ZPLANT"

    @inline(__always) private func uuid(_ statement: OpaquePointer, _ column: Int32) -> UUID {
        // The column holds the sixteen bytes that `insert` put there.
        UUID(uuid: UnsafeRawPointer(sqlite3_column_blob(statement, column)!).loadUnaligned(as: uuid_t.self))
    }

    @inline(__always) private func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
        guard let text = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    @inline(__always) private func sowing(_ statement: OpaquePointer) -> Sowing {
        let sowing = Sowing(
            uuid: uuid(statement, 1),
            dateSown: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(statement, 2)),
            seedCount: Int(sqlite3_column_int64(statement, 3)), note: text(statement, 4))
        sowing.id = sqlite3_column_int64(statement, 0)
        sowing.plantID = sqlite3_column_int64(statement, 5)
        return sowing
    }

    func sowings() throws -> [Sowing] {
        let statement = try prepare("SELECT \(Self.sowingColumns) FROM ZSOWING")
        defer { sqlite3_finalize(statement) }
        var all: [Sowing] = []
        while sqlite3_step(statement) == SQLITE_ROW { all.append(sowing(statement)) }
        return all
    }

    /// The sowings with some keys.
    func sowings(_ keys: ArraySlice<Int64>) throws -> [Sowing] {
        let list = keys.map(String.init).joined(separator: ",")
        let statement = try prepare("SELECT \(Self.sowingColumns) FROM ZSOWING WHERE Z_PK IN (\(list))")
        defer { sqlite3_finalize(statement) }
        var all: [Sowing] = []
        while sqlite3_step(statement) == SQLITE_ROW { all.append(sowing(statement)) }
        return all
    }

    func plants() throws -> [Plant] {
        let statement = try prepare("SELECT Z_PK, ZUUID, ZGENUS, ZSPECIES FROM ZPLANT")
        defer { sqlite3_finalize(statement) }
        var all: [Plant] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            let plant = Plant(
                uuid: uuid(statement, 1), genus: text(statement, 2) ?? "", species: text(statement, 3) ?? "")
            plant.id = sqlite3_column_int64(statement, 0)
            all.append(plant)
        }
        return all
    }

    func read(_ clock: inout Stopwatch) throws -> Int {
        clock.start()
        let all = try sowings()
        var sum = 0
        for sowing in all { sum &+= checkValue(sowing.uuid, sowing.dateSown, sowing.seedCount, sowing.note) }
        clock.stop()
        return withExtendedLifetime(all) { sum }
    }

    func window(_ clock: inout Stopwatch) throws -> Int {
        clock.start()
        let statement = try prepare(
            """
            SELECT \(Self.sowingColumns) FROM ZSOWING WHERE ZSEEDCOUNT > ? AND ZDATESOWN BETWEEN ? AND ?
            ORDER BY ZDATESOWN DESC LIMIT ?
            """)
        defer { sqlite3_finalize(statement) }
        var sum = 0
        for minimum in Dataset.windowMinima {
            sqlite3_bind_int64(statement, 1, Int64(minimum))
            sqlite3_bind_double(statement, 2, Dataset.windowStart.timeIntervalSinceReferenceDate)
            sqlite3_bind_double(statement, 3, Dataset.windowEnd.timeIntervalSinceReferenceDate)
            sqlite3_bind_int64(statement, 4, Int64(Dataset.windowLimit))
            var found: [Sowing] = []
            while sqlite3_step(statement) == SQLITE_ROW { found.append(sowing(statement)) }
            sqlite3_reset(statement)
            for sowing in found { sum &+= sowing.seedCount }
        }
        clock.stop()
        return sum
    }

    func byID(_ keys: [Int64], _ clock: inout Stopwatch) throws -> Int {
        clock.start()
        try execute("BEGIN")
        let statement = try prepare("SELECT \(Self.sowingColumns) FROM ZSOWING WHERE Z_PK = ?")
        defer { sqlite3_finalize(statement) }
        var found: [Sowing] = []
        var sum = 0
        for key in keys {
            sqlite3_bind_int64(statement, 1, key)
            guard sqlite3_step(statement) == SQLITE_ROW else { throw Failure() }
            let sowing = sowing(statement)
            sqlite3_reset(statement)
            found.append(sowing)
            sum &+= sowing.seedCount
        }
        try execute("COMMIT")
        clock.stop()
        return withExtendedLifetime(found) { sum }
    }

    func prefetch(_ clock: inout Stopwatch) throws -> Int {
        clock.start()
        let plants = try plants()
        let plantsByID = Dictionary(uniqueKeysWithValues: plants.map { ($0.id, $0) })
        for sowing in try sowings() {
            guard let plant = plantsByID[sowing.plantID] else { throw Failure() }
            sowing.plant = plant
            plant.sowings.append(sowing)
        }
        var sum = 0
        for plant in plants {
            var seeds = 0
            for sowing in plant.sowings { seeds += sowing.seedCount }
            sum += seeds % 1009
        }
        clock.stop()
        return withExtendedLifetime(plants) { sum }
    }

    func count(_ clock: inout Stopwatch) throws -> Int {
        clock.start()
        let statement = try prepare(
            "SELECT COUNT(*) FROM ZSOWING s JOIN ZPLANT p ON p.Z_PK = s.ZPLANT WHERE p.ZGENUS = ?")
        defer { sqlite3_finalize(statement) }
        var sum = 0
        for (place, genus) in Dataset.genera.enumerated() {
            bind(genus, statement, 1)
            guard sqlite3_step(statement) == SQLITE_ROW else { throw Failure() }
            sum += (place + 1) * Int(sqlite3_column_int64(statement, 0))
            sqlite3_reset(statement)
        }
        clock.stop()
        return sum
    }
}
