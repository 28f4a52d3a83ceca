import Foundation

/// Work that is done now and then again and again, beside everything else.
///
/// `@unchecked Sendable`: the timer is set up before anybody else has it, and then only cancelled, which
/// Dispatch allows from any thread.
final class Housekeeping: @unchecked Sendable {
    private let queue = DispatchQueue(label: "perennial.housekeeping", qos: .utility)
    private let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - interval: the time from one beginning to the next; the first is at once.
    ///   - work: done on a queue of its own, never twice at a time.
    init(every interval: DispatchTimeInterval, _ work: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: interval, leeway: .seconds(60))
        timer.setEventHandler(handler: work)
        timer.activate()
    }

    deinit {
        timer.cancel()
    }

    /// Ends it; back when no work is under way. Not to be called by the work itself.
    func stop() {
        timer.cancel()
        queue.sync {}
    }
}
