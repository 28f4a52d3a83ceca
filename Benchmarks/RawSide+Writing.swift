import CSQLite
import Foundation

extension RawSide {
    func insert(_ data: Dataset, _ clock: inout Stopwatch) throws -> Int {
        clock.start()
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
        let plantInsert = try prepare(
            "INSERT INTO ZPLANT (Z_ENT, Z_OPT, ZUUID, ZGENUS, ZSPECIES) VALUES (1, 1, ?, ?, ?)")
        for plant in plants {
            bind(plant.uuid, plantInsert, 1)
            bind(plant.genus, plantInsert, 2)
            bind(plant.species, plantInsert, 3)
            try run(plantInsert)
            plant.id = sqlite3_last_insert_rowid(database)
        }
        sqlite3_finalize(plantInsert)
        let insert = try prepare(
            """
            INSERT INTO ZSOWING (Z_ENT, Z_OPT, ZUUID, ZDATESOWN, ZSEEDCOUNT, ZNOTE, ZPLANT)
            VALUES (2, 1, ?, ?, ?, ?, ?)
            """)
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
        clock.stop()
        return plants.count + sowings.count
    }

    func change(_ clock: inout Stopwatch) throws -> Int {
        let some = try sowings().filter { Dataset.isChanged($0.id) }
        clock.start()
        for sowing in some { sowing.seedCount += 1 }
        try write("UPDATE ZSOWING SET ZSEEDCOUNT = ? WHERE Z_PK = ?", for: some) { sowing, update in
            sqlite3_bind_int64(update, 1, Int64(sowing.seedCount))
            sqlite3_bind_int64(update, 2, sowing.id)
        }
        clock.stop()
        return some.count
    }

    func delete(_ clock: inout Stopwatch) throws -> Int {
        let some = try sowings().filter { Dataset.isDeleted($0.id) }
        clock.start()
        try write("DELETE FROM ZSOWING WHERE Z_PK = ?", for: some) { sowing, delete in
            sqlite3_bind_int64(delete, 1, sowing.id)
        }
        clock.stop()
        return some.count
    }

    func move(_ clock: inout Stopwatch) throws -> Int {
        let plants = try plants()
        let plantsByID = Dictionary(uniqueKeysWithValues: plants.map { ($0.id, $0) })
        let all = try sowings()
        for sowing in all { sowing.plant = plantsByID[sowing.plantID] }
        let some = all.filter { Dataset.isMoved($0.id) }
        clock.start()
        for sowing in some {
            let plant = plants[Dataset.target(sowing.id) % plants.count]
            sowing.plant = plant
            sowing.plantID = plant.id
        }
        try write("UPDATE ZSOWING SET ZPLANT = ? WHERE Z_PK = ?", for: some) { sowing, update in
            sqlite3_bind_int64(update, 1, sowing.plantID)
            sqlite3_bind_int64(update, 2, sowing.id)
        }
        clock.stop()
        return withExtendedLifetime(plants) { some.count }
    }

    @inline(__always) private func write(
        _ sql: String, for sowings: [Sowing], bind: (Sowing, OpaquePointer) -> Void
    ) throws {
        try execute("BEGIN IMMEDIATE")
        let statement = try prepare(sql)
        for sowing in sowings {
            bind(sowing, statement)
            try run(statement)
        }
        sqlite3_finalize(statement)
        try execute("COMMIT")
    }
}
