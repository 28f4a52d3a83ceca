import CoreData
import Foundation

/// What reading a value of an object costs.
enum Accessors {
    static func run(_ folder: URL) throws {
        let engine = try EngineSide(folder.appendingPathComponent("accessors.sqlite"), hasDateIndex: false)
        let context = engine.container.newBackgroundContext()
        context.performAndWait {
            let sowing = Sowing(context: context)
            (sowing.seedCount, sowing.note) = (7, "sown in tray 12, by the window")
            sowing.dateSown = Dataset.windowStart
            print("\nAn accessor, of a value that has been read")
            show("Integer 64") { Int(sowing.seedCount) }
            show("Date") { Int(sowing.dateSown?.timeIntervalSinceReferenceDate ?? 0) }
            show("String, 30 bytes") { sowing.note?.utf8.count ?? 0 }
        }
    }

    private static func show(_ name: String, _ value: () -> Int) {
        let times = 5_000_000
        var sum = 0
        var clock = Stopwatch()
        clock.start()
        for _ in 0..<times { sum &+= value() }
        clock.stop()
        precondition(sum != 0)
        print(String(format: "%6.1f ns  ", clock.milliseconds * 1e6 / Double(times)) + name)
    }
}
