import CoreData
import Foundation

/// The sums of W5, made as Core Data has them and by walking Foundation's sets.
enum WalkedSets {
    static func run(_ folder: URL) throws {
        let engine = try EngineSide(folder.appendingPathComponent("sets.sqlite"), hasDateIndex: false)
        var clock = Stopwatch()
        _ = try engine.run(.insert, Dataset.make(), &clock)
        print("\n1,000 plants with their 100,000 sowings prefetched, a sum each")
        for (walking, name) in [(false, "asked for with @sum"), (true, "made by walking an NSSet")] {
            var times: [Double] = []
            for _ in 0..<7 {
                let context = engine.container.newBackgroundContext()
                var clock = Stopwatch()
                _ = try context.performAndWait { try engine.prefetch(context, walking: walking, &clock) }
                times.append(clock.milliseconds)
            }
            print(String(format: "%6.1f ms  ", times.sorted()[3]) + name)
        }
    }
}
