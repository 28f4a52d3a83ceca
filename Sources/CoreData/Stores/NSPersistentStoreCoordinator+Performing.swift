import Foundation

// Blocks of a coordinator run one after the other. Contexts need none of this: a coordinator may be used from any queue.
extension NSPersistentStoreCoordinator {
    /// Runs `block` some time later, and no other block of the coordinator meanwhile.
    public final func perform(_ block: @escaping @Sendable () -> Void) {
        queue.async { self.performing.withLock(block) }
    }

    /// Runs `block` and waits for it; no other block of the coordinator runs meanwhile. It may be called inside another
    /// block of the same coordinator.
    ///
    /// - Returns: what the block returns.
    /// - Throws: what the block throws.
    @discardableResult
    public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        performing.lock()
        defer { performing.unlock() }
        return try block()
    }
}
