/// How far a long piece of work is, for a progress bar.
public struct WorkProgress: Sendable, Hashable {
    /// What is being done.
    public enum Step: String, Sendable, Hashable {
        case reading, comparing, writing, saving

        /// The step as a word at the beginning of a line: "Reading".
        public var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    /// Takes what is known of the progress, now and then, on the thread that does the work.
    public typealias Report = (WorkProgress) -> Void

    /// What is being done.
    public let step: Step
    /// How much of the whole work is done, from 0 to 1. It goes back only where others saved at the same
    /// moment and the work is done anew.
    public let fraction: Double

    /// Makes one.
    public init(_ step: Step, _ fraction: Double) {
        self.step = step
        self.fraction = min(max(fraction, 0), 1)
    }
}

/// Reports the progress of one step of several, not more often than a bar could show.
struct StepProgress {
    private let step: WorkProgress.Step
    private let range: ClosedRange<Double>
    let total: Int
    private let report: WorkProgress.Report
    private var reported = -1

    /// - Parameters:
    ///   - range: Which part of the whole work the step is.
    ///   - total: How many things there are to do in it.
    init(
        _ step: WorkProgress.Step, _ range: ClosedRange<Double> = 0...1, of total: Int,
        _ report: @escaping WorkProgress.Report
    ) {
        self.step = step
        self.range = range
        self.total = max(total, 1)
        self.report = report
    }

    /// - Parameter done: How many things are done.
    mutating func done(_ done: Int) {
        let percent = min(done, total) * 100 / total
        guard percent > reported else { return }
        reported = percent
        let fraction = range.lowerBound + (range.upperBound - range.lowerBound) * Double(percent) / 100
        report(WorkProgress(step, min(fraction, range.upperBound)))
    }
}
