import Foundation
import Garden

/// A line on the terminal that says how far long work is; nothing where the standard error output is no terminal, or
/// the work takes less than a second.
final class ProgressLine {
    private let start = ContinuousClock.now
    private let isTerminal = isatty(2) == 1
    private var isShown = false

    /// Shows how far it is.
    func show(_ progress: WorkProgress) {
        guard isTerminal, ContinuousClock.now - start > .seconds(1) else { return }
        isShown = true
        let percent = progress.step == .saving ? "…" : " \(Int(progress.fraction * 100)) %"
        StandardStreams.showOnTerminal(progress.step.label + percent)
    }

    /// Takes the line away.
    func clear() {
        if isShown { StandardStreams.showOnTerminal("") }
        isShown = false
    }
}
