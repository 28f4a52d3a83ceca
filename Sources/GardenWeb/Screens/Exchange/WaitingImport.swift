import Foundation
import Garden
import Synchronization

/// A file that somebody sent, from its arrival to what came of it.
final class WaitingImport: Sendable {
    /// How far it is.
    enum State: Sendable {
        /// It is read and compared with the garden.
        case reading(WorkProgress)
        /// It cannot be brought in: what is wrong with it.
        case unreadable([ImportFault])
        /// It cannot be brought in, through no fault of its own: the reason in a sentence.
        case failed(String)
        /// It waits for somebody to say yes. `problem` is what kept it from being brought in when somebody did.
        case ready(ImportPlan, problem: String?)
        /// It is brought in.
        case bringingIn(WorkProgress)
        /// It was brought in.
        case done(Imported)
    }

    /// Stands in its address; nobody can guess it.
    let id = UUID()
    /// The device that sent it; nil where nobody is asked who they are.
    let device: UUID?
    /// What is done with it: empty while nothing is.
    let work = DispatchGroup()

    private struct Content {
        var state: State
        /// The size of the file while it is kept, in bytes.
        var size: Int
        var bytes: [UInt8] = []
        var file: ImportFile?
    }

    private let content: Mutex<Content>

    init(_ bytes: [UInt8], device: UUID?) {
        self.device = device
        content = Mutex(Content(state: .reading(WorkProgress(.reading, 0)), size: bytes.count, bytes: bytes))
    }

    /// How far it is.
    var state: State { content.withLock(\.state) }

    /// The bytes that are kept for it.
    var size: Int { content.withLock(\.size) }

    /// Whether something is done with it at this moment, or will be soon.
    var isWorking: Bool {
        switch state {
        case .reading, .bringingIn: true
        case .unreadable, .failed, .ready, .done: false
        }
    }

    // MARK: Reading

    /// Reads and compares it.
    func read(_ model: ImportViewModel) {
        do {
            // They are let go of as soon as they are read.
            let bytes = content.withLock { content in
                defer { content.bytes = [] }
                return content.bytes
            }
            let file = try ImportFile(bytes) { self.report($0, 0...0.5) }
            let plan = try model.plan(file) { self.report($0, 0.5...1) }
            content.withLock {
                $0.file = file
                $0.state = .ready(plan, problem: nil)
            }
        } catch let error as UnreadableFile {
            end(.unreadable(error.faults))
        } catch {
            end(.failed(Self.sentence(error)))
        }
    }

    private func report(_ progress: WorkProgress, _ range: ClosedRange<Double>) {
        let fraction = range.lowerBound + (range.upperBound - range.lowerBound) * progress.fraction
        content.withLock { $0.state = .reading(WorkProgress(progress.step, fraction)) }
    }

    // MARK: Bringing in

    /// What has to be done for somebody who says yes.
    struct Job: Sendable {
        fileprivate let file: ImportFile
        fileprivate let plan: ImportPlan
        fileprivate let taking: Set<ImportConflict.ID>
    }

    /// Takes the job, once: who says yes a second time gets none.
    ///
    /// - Parameter choice: Which of the plan's conflicts are to be taken.
    func take(choosing choice: (ImportPlan) -> Set<ImportConflict.ID>) -> Job? {
        content.withLock { content in
            guard case .ready(let plan, _) = content.state, let file = content.file else { return nil }
            content.state = .bringingIn(WorkProgress(.comparing, 0))
            return Job(file: file, plan: plan, taking: choice(plan))
        }
    }

    /// Does it. Where that fails nothing was changed, and it can be tried again.
    func bringIn(_ job: Job, _ model: ImportViewModel) {
        do {
            let imported = try model.bringIn(job.file, taking: job.taking) { progress in
                self.content.withLock { $0.state = .bringingIn(progress) }
            }
            end(.done(imported))
        } catch {
            let problem = Self.sentence(error)
            content.withLock { $0.state = .ready(job.plan, problem: problem) }
        }
    }

    /// It needs its file no more.
    private func end(_ state: State) { content.withLock { $0 = Content(state: state, size: 0) } }

    private static func sentence(_ error: any Error) -> String {
        (error as? GardenError)?.message ?? "Something went wrong. Nothing was changed; try again."
    }
}
