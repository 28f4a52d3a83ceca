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

    let plants: [Plant]
    let sowings: [Sowing]

    static func make() -> Dataset {
        var random = SplitMix64(state: 42)
        func uuid() -> UUID {
            let words = (random.next(), random.next())
            return withUnsafeBytes(of: words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
        let plants = (0..<1000).map { index in
            Plant(
                uuid: uuid(), genus: String(format: "Genus%02d", index % 50),
                species: String(format: "species-%04d", index))
        }
        let sowings = (0..<100_000).map { index -> Sowing in
            let id = uuid()
            let day = 600_000_000 + Double(random.next() % 100_000_000_000) / 1000
            let count = Int(random.next() % 1000)
            let chance = random.next()
            let note =
                chance & 1 == 0 ? nil : "note \((chance >> 1) % 1_000_000): sown in tray \((chance >> 21) % 100)"
            return Sowing(
                uuid: id, dateSown: Date(timeIntervalSinceReferenceDate: day), seedCount: count, note: note,
                plant: index % 1000)
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

/// The milliseconds `body` takes.
func milliseconds<T>(_ body: () throws -> T) rethrows -> (Double, T) {
    let clock = ContinuousClock()
    let start = clock.now
    let value = try body()
    let time = start.duration(to: clock.now)
    return (Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15, value)
}
