import Synchronization

/// Somebody's watching of a topic. It ends when it is cancelled, or when nobody holds it any more.
public final class LiveSubscription: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

    deinit { cancel() }

    /// Ends the watching. An event that is being delivered at this moment may still arrive.
    public func cancel() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }
}
