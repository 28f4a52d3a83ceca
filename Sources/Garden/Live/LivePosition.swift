import Foundation

/// A moment in the life of the store. A screen takes it *before* it reads its rows and hands it in when
/// it begins to watch, so that nothing which happens in between is missed.
public struct LivePosition: Sendable, Hashable, CustomStringConvertible {
    /// Says which run of the program counted.
    let run: UInt64
    /// Counts the moments told apart.
    let number: UInt64

    init(run: UInt64, number: UInt64) {
        self.run = run
        self.number = number
    }

    /// Reads what `description` wrote, or nil where the text is none.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let run = UInt64(parts[0], radix: 36),
            let number = UInt64(parts[1], radix: 36)
        else { return nil }
        self.init(run: run, number: number)
    }

    /// The position as a short text of letters, digits and one hyphen.
    public var description: String {
        String(run, radix: 36) + "-" + String(number, radix: 36)
    }
}
