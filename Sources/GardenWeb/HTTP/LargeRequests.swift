import Foundation
import Synchronization

/// The requests with large bodies under way: how many there may be, and where they are worked on.
final class LargeRequests: Sendable {
    /// The bytes from which on a body is large.
    static let threshold = 256 * 1024

    /// Each may be many megabytes, so not all that a server has connections for.
    private static let most = 16

    private let underWay = Mutex(0)
    private let workers: OperationQueue

    init() {
        workers = OperationQueue()
        workers.maxConcurrentOperationCount = 4
    }

    /// Takes one of the places; ``leave()`` gives it back.
    ///
    /// - Returns: whether there was one.
    func enter() -> Bool {
        underWay.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
    }

    func leave() { underWay.withLock { $0 -= 1 } }

    /// Does some work on one of a few threads, when its turn comes.
    func work(_ body: @escaping @Sendable () -> Void) { workers.addOperation(body) }
}
