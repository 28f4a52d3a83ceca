import Foundation

/// Ends a program that uses a context or an object off the context's queue, and says which and where.
///
/// It is there in debug builds, when the program is started with `-com.apple.CoreData.ConcurrencyDebug 1`, as on Apple's
/// systems, or with `CORE_DATA_CONCURRENCY_DEBUG=1` in its environment.
enum ConcurrencyChecker {
    static let isOn: Bool = {
        let arguments = ProcessInfo.processInfo.arguments
        if let place = arguments.firstIndex(of: "-com.apple.CoreData.ConcurrencyDebug"),
            let level = arguments.dropFirst(place + 1).first
        {
            return level != "0"
        }
        return ProcessInfo.processInfo.environment["CORE_DATA_CONCURRENCY_DEBUG"].map { $0 != "0" } ?? false
    }()

    static func fail(_ use: String, _ context: NSManagedObjectContext) -> Never {
        let name = context.name.map { "the context “\($0)”" } ?? "a context"
        let kind = context.concurrencyType == .mainQueueConcurrencyType ? "the main queue" : "a queue of its own"
        preconditionFailure(
            "\(use) was used off the queue of \(name), which runs on \(kind). Use it inside perform or performAndWait "
                + "of that context.")
    }
}

extension NSManagedObjectContext {
    /// Finds out, in debug builds that look for it, whether a call is made on the context's queue.
    @inline(__always) final func checkQueue(_ call: StaticString = #function) {
        #if DEBUG
            if ConcurrencyChecker.isOn, !isOnQueue { ConcurrencyChecker.fail("\(call)", self) }
        #endif
    }
}

extension NSManagedObject {
    /// Finds out, in debug builds that look for it, whether a property is used on the queue of the object's context.
    @inline(__always) final func checkQueue(_ slot: Int) {
        #if DEBUG
            if ConcurrencyChecker.isOn, let context, !context.isOnQueue {
                ConcurrencyChecker.fail("\(layout.entity.name ?? "").\(layout.slots[slot].name)", context)
            }
        #endif
    }

    /// Finds out, in debug builds that look for it, whether a call is made on the queue of the object's context.
    @inline(__always) final func checkQueue(_ call: StaticString = #function) {
        #if DEBUG
            if ConcurrencyChecker.isOn, let context, !context.isOnQueue {
                ConcurrencyChecker.fail("\(call) of \(layout.entity.name ?? "")", context)
            }
        #endif
    }
}
