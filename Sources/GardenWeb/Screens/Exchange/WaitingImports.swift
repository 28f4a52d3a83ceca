import Foundation
import Garden
import Synchronization

/// The files that were sent and wait until somebody has seen what they come to. They are kept in memory, a few of
/// them, for some minutes, each for the device alone that sent it. Work is done on one at a time.
final class WaitingImports: Sendable {
    /// How many wait at most; the oldest makes room.
    static let greatestNumber = 4
    /// How long one waits after it was last looked at.
    static let lifetime = Duration.seconds(600)

    private struct Entry {
        let waiting: WaitingImport
        var seenAt: ContinuousClock.Instant
    }

    private struct Table {
        /// In the order in which they came.
        var entries: [Entry] = []
        /// Whether the old ones will be let go of by themselves.
        var isLookedAfter = false
    }

    private let model: ImportViewModel
    private let queue: DispatchQueue
    private let greatestSize: Int
    private let patience: DispatchTimeInterval
    private let now: @Sendable () -> ContinuousClock.Instant
    private let table = Mutex(Table())

    /// - Parameters:
    ///   - model: Brings files into the garden.
    ///   - queue: Where it is done, one after the other.
    ///   - greatestSize: How large they may be together, in bytes.
    ///   - patience: How long an answer waits for the work to end before it tells how far that is.
    ///   - now: The time.
    init(
        _ model: ImportViewModel, queue: DispatchQueue = DispatchQueue(label: "perennial.imports"),
        greatestSize: Int = 128 * 1024 * 1024, patience: DispatchTimeInterval = .seconds(1),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.model = model
        self.queue = queue
        self.greatestSize = greatestSize
        self.patience = patience
        self.now = now
    }

    /// Keeps a file, and has it read and compared.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - device: Who sent it.
    /// - Throws: ``HTTPError`` 503 while those that would have to make room are worked on.
    func add(_ bytes: [UInt8], device: UUID?) throws(HTTPError) -> WaitingImport {
        let waiting = WaitingImport(bytes, device: device)
        let isKept = table.withLock { table in
            dropOld(&table)
            while table.entries.count >= Self.greatestNumber
                || table.entries.reduce(bytes.count, { $0 + $1.waiting.size }) > greatestSize
            {
                guard let idle = table.entries.firstIndex(where: { !$0.waiting.isWorking }) else { return false }
                table.entries.remove(at: idle)
            }
            table.entries.append(Entry(waiting: waiting, seenAt: now()))
            lookAfter(&table)
            return true
        }
        guard isKept else {
            throw HTTPError(.serviceUnavailable, "Other files are brought in at this moment. Try again in a minute.")
        }
        // One that is forgotten before its turn is not read.
        queue.async(group: waiting.work) { [weak waiting, model] in waiting?.read(model) }
        settle(waiting)
        return waiting
    }

    /// One that is there still, soon after nothing is done with it any more, or after some time.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - device: Who asks.
    /// - Returns: nil for one that is gone, and for another device's.
    func find(_ id: UUID, device: UUID?) -> WaitingImport? {
        let found = table.withLock { table -> WaitingImport? in
            dropOld(&table)
            guard let index = index(id, device, table) else { return nil }
            table.entries[index].seenAt = now()
            return table.entries[index].waiting
        }
        if let found { settle(found) }
        return found
    }

    /// Brings one in that is ready; anything else is left to go on as it does.
    func bringIn(_ waiting: WaitingImport, choosing choice: (ImportPlan) -> Set<ImportConflict.ID>) {
        guard let job = waiting.take(choosing: choice) else { return }
        queue.async(group: waiting.work) { [model] in waiting.bringIn(job, model) }
        settle(waiting)
    }

    /// Forgets one, unless it is brought in at this moment.
    func forget(_ id: UUID, device: UUID?) {
        table.withLock { table in
            guard let index = index(id, device, table) else { return }
            if case .bringingIn = table.entries[index].waiting.state { return }
            table.entries.remove(at: index)
        }
    }

    private func index(_ id: UUID, _ device: UUID?, _ table: Table) -> Int? {
        table.entries.firstIndex { $0.waiting.id == id && $0.waiting.device == device }
    }

    private func settle(_ waiting: WaitingImport) { _ = waiting.work.wait(timeout: .now() + patience) }

    // MARK: Letting go

    private func dropOld(_ table: inout Table) {
        let now = now()
        table.entries.removeAll { now - $0.seenAt >= Self.lifetime && !$0.waiting.isWorking }
    }

    /// A file that nobody asks for again does not stay in memory either.
    private func lookAfter(_ table: inout Table) {
        guard !table.isLookedAfter, !table.entries.isEmpty else { return }
        table.isLookedAfter = true
        let seconds = Double(Self.lifetime.components.seconds)
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            self.table.withLock { table in
                table.isLookedAfter = false
                self.dropOld(&table)
                self.lookAfter(&table)
            }
        }
    }
}
