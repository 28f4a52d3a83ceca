import Foundation
import Synchronization

/// Tells whether code runs on the main queue, on whichever thread that is.
enum MainQueue {
    /// A mark on the queue: Dispatch makes another object for it each time it is asked for.
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// The thread on which the queue waits for a block of a context; 0 when it does not.
    private static let waiting = Atomic<UInt>(0)

    /// Whether the caller runs on the main queue, or in a block that the queue waits for on the same thread.
    static var isCurrent: Bool {
        DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread
            || waiting.load(ordering: .relaxed) == NSManagedObjectContext.thread
    }

    /// Runs what the queue waits for on this thread.
    static func wait<T>(for body: () throws -> T) rethrows -> T {
        let outer = waiting.exchange(NSManagedObjectContext.thread, ordering: .relaxed)
        defer { waiting.store(outer, ordering: .relaxed) }
        return try body()
    }
}
