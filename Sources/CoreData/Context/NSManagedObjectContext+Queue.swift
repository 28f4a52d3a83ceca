import Foundation

extension NSManagedObjectContext {
    /// Runs `block` on the context's queue some time later.
    public final func perform(_ block: @escaping @Sendable () -> Void) {
        queue.async { self.runBlock(block) }
    }

    /// Runs `block` on the context's queue and waits for it. It may be called inside another block of the same
    /// context.
    ///
    /// Do not call it from asynchronous code: it blocks a thread that other tasks need. `await perform` instead.
    /// - Returns: what the block returns.
    /// - Throws: what the block throws.
    @discardableResult
    public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        if isOnQueue { return try runBlock(block) }
        if concurrencyType == .mainQueueConcurrencyType, let waiting = CurrentContext.value {
            return try queue.sync { try waiting.lend { try runBlock(block) } }
        }
        guard MainQueue.isCurrent else { return try queue.sync { try runBlock(block) } }
        return try MainQueue.wait { try queue.sync { try runBlock(block) } }
    }

    /// Runs a block on this thread while the one that has this context, and those around it, waits for it: whoever comes
    /// back to them from here finds them free.
    private func lend<T>(_ block: () throws -> T) rethrows -> T {
        let waiting = holder.load(ordering: .relaxed)
        var lent: [NSManagedObjectContext] = []
        var next = Optional(self)
        while let context = next, !lent.contains(where: { $0 === context }) {
            lent.append(context)
            next = context.outer
        }
        for context in lent { context.holder.store(Self.thread, ordering: .relaxed) }
        defer { for context in lent { context.holder.store(waiting, ordering: .relaxed) } }
        return try block()
    }

    /// Runs a read of the stores in the name of this context, also outside its blocks: code on the main queue may use
    /// its context without one, and inside those of others.
    @inline(__always) final func asCurrent<T>(_ body: () throws -> T) rethrows -> T {
        let outer = CurrentContext.value
        if outer === self { return try body() }
        CurrentContext.value = self
        defer {
            CurrentContext.value = outer
            if performDepth == 0 { endReading() }
        }
        return try body()
    }

    /// When an asynchronous ``perform(schedule:_:)`` runs its block.
    public enum ScheduledTaskType: Sendable {
        /// At once if the caller is on the context's queue, else as soon as the queue is free.
        case immediate
        /// Behind what is waiting on the context's queue.
        case enqueued
    }

    /// Runs `block` on the context's queue.
    ///
    /// - Parameters:
    ///   - schedule: at once when possible, or behind what is waiting.
    ///   - block: what to run.
    /// - Returns: what the block returns.
    /// - Throws: what the block throws.
    @discardableResult
    public final func perform<T, Failure: Error>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws(Failure) -> T
    ) async throws(Failure) -> T {
        let job = Job(block)
        let outcome: Outcome<T, Failure> = await withCheckedContinuation { continuation in
            let run: @Sendable () -> Void = {
                continuation.resume(returning: Outcome(self.runBlock(job.run)))
            }
            if schedule == .immediate, isOnQueue {
                run()
            } else {
                queue.async(execute: run)
            }
        }
        return try outcome.result.get()
    }

    /// Carries a block to the context's queue. The caller waits, so only one side uses it at a time.
    private struct Job<T, Failure: Error>: @unchecked Sendable {
        let block: () throws(Failure) -> T
        init(_ block: @escaping () throws(Failure) -> T) { self.block = block }

        func run() -> Result<T, Failure> {
            do { return .success(try block()) } catch { return .failure(error) }
        }
    }

    /// Carries what a block returned back to the caller, after the block is done with it.
    private struct Outcome<T, Failure: Error>: @unchecked Sendable {
        let result: Result<T, Failure>
        init(_ result: Result<T, Failure>) { self.result = result }
    }

    /// Lets go of the connections and the chunks that the reads of a block share.
    private func endReading() {
        for session in readSessions { session.end() }
        readSessions.removeAll(keepingCapacity: true)
        if readChunk == nil { return }
        readChunk = nil
        for chunk in readChunks { chunk?.freeze() }
        readChunks.removeAll(keepingCapacity: true)
    }

    /// Runs a block as one event: afterwards changes are processed, and saved objects nobody holds go.
    final func runBlock<T>(_ block: () throws -> T) rethrows -> T {
        performDepth += 1
        if performDepth == 1 { holder.store(Self.thread, ordering: .relaxed) }
        let (outer, outermost) = (CurrentContext.value, self.outer)
        CurrentContext.value = self
        self.outer = outer
        defer {
            CurrentContext.value = outer
            self.outer = outermost
            if performDepth == 1 {
                processPendingChanges()
                undoManager?.endEvent()
                keptUntilBlockEnds = []
                endReading()
                holder.store(0, ordering: .relaxed)
            }
            performDepth -= 1
        }
        return try block()
    }
}
