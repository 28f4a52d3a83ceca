import Foundation
import Synchronization

/// The regular expressions of `MATCHES`, kept after the first use.
internal enum RegularExpressions {
    private struct Key: Hashable {
        /// The pattern's bytes: strings are equal that are spelled differently, composed and decomposed, and an
        /// expression finds one of them only.
        let pattern: [UInt8]
        let ignoresCase: Bool
    }

    private static let capacity = 64
    private static let known = Mutex<[Key: NSRegularExpression]>([:])

    /// The regular expression for a pattern that has to match all of a string.
    ///
    /// - Throws: Foundation's error when the pattern is none.
    internal static func expression(_ pattern: String, ignoresCase: Bool) throws -> NSRegularExpression {
        let key = Key(pattern: Array(pattern.utf8), ignoresCase: ignoresCase)
        if let expression = known.withLock({ $0[key] }) { return expression }
        // Checked alone first: parentheses that do not match could become valid between ours. The empty pattern
        // alone is refused, though it matches the empty string.
        if !pattern.isEmpty { _ = try NSRegularExpression(pattern: pattern) }
        let expression = try NSRegularExpression(
            pattern: "\\A(?:\(pattern))\\z", options: ignoresCase ? .caseInsensitive : [])
        known.withLock {
            if $0.count >= capacity { $0.removeAll() }
            $0[key] = expression
        }
        return expression
    }

    internal static func matches(_ text: String, _ expression: NSRegularExpression) -> Bool {
        expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
