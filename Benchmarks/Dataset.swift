import Foundation

/// 1,000 plants and 100,000 sowings, the same in every run.
struct Dataset {
    struct Plant {
        let uuid: UUID
        let genus: String
        let species: String
    }

    struct Sowing {
        let uuid: UUID
        let dateSown: Date
        let seedCount: Int
        let note: String?
        let plant: Int
    }

    static let genera = (0..<50).map { String(format: "Genus%02d", $0) }

    // W3: sowings with more than so many seeds, between two days, latest first.
    static let windowMinima = (0..<200).map { $0 * 4 }
    static let windowStart = Date(timeIntervalSinceReferenceDate: 620_000_000)
    static let windowEnd = Date(timeIntervalSinceReferenceDate: 660_000_000)
    static let windowLimit = 500

    let plants: [Plant]
    let sowings: [Sowing]

    // Which sowings the workloads take, by primary key; both sides count them from 1.
    @inline(__always) static func isChanged(_ key: Int64) -> Bool { key % 5 == 0 }
    @inline(__always) static func isDeleted(_ key: Int64) -> Bool { key % 5 == 1 }
    @inline(__always) static func isMoved(_ key: Int64) -> Bool { key % 10 == 2 }
    /// The place of the plant that a moved sowing goes to.
    @inline(__always) static func target(_ key: Int64) -> Int { (Int(key - 1) % 1000 + 7) % 1000 }

    /// W4: 20,000 keys of 1...`count`, each once, in no order.
    static func keys(of count: Int) -> [Int64] {
        var random = SplitMix64(state: 7)
        var keys = (1...count).map(Int64.init)
        let wanted = count / 5
        for place in 0..<wanted { keys.swapAt(place, place + Int(random.next() % UInt64(count - place))) }
        return Array(keys[..<wanted])
    }

    /// - Parameter count: the number of sowings; there is a plant for each hundred of them.
    static func make(sowings count: Int = 100_000) -> Dataset {
        var random = SplitMix64(state: 42)
        func uuid() -> UUID {
            let words = (random.next(), random.next())
            return withUnsafeBytes(of: words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
        let plants = (0..<max(1, count / 100)).map { index in
            Plant(
                uuid: uuid(), genus: genera[index % 50], species: String(format: "species-%04d", index))
        }
        let sowings = (0..<count).map { index -> Sowing in
            let id = uuid()
            let day = 600_000_000 + Double(random.next() % 100_000_000_000) / 1000
            let count = Int(random.next() % 1000)
            let chance = random.next()
            let note =
                chance & 1 == 0 ? nil : "note \((chance >> 1) % 1_000_000): sown in tray \((chance >> 21) % 100)"
            return Sowing(
                uuid: id, dateSown: Date(timeIntervalSinceReferenceDate: day), seedCount: count, note: note,
                plant: index % plants.count)
        }
        return Dataset(plants: plants, sowings: sowings)
    }
}

/// A small generator of random numbers that gives the same ones everywhere.
struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// What reading every attribute of a sowing adds to the check sum.
@inline(__always) func checkValue(_ uuid: UUID, _ date: Date, _ count: Int, _ note: String?) -> Int {
    Int(uuid.uuid.0) &+ Int(date.timeIntervalSinceReferenceDate) &+ count &+ (note?.utf8.count ?? 0)
}
