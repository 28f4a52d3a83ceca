import Foundation

/// Folds strings so that comparing the results byte by byte ignores case, diacritics, or both.
///
/// Foundation folds by the rules wanted, but takes microseconds a call. Here its answers are kept for every scalar that
/// has turned up (see ``FoldingPages``), and ASCII needs none of them.
internal struct StringFolding: Hashable, Sendable {
    internal let ignoresCase: Bool
    internal let ignoresDiacritics: Bool

    /// `nil` when the options ask for no folding.
    internal init?(_ options: NSComparisonPredicate.Options) {
        if options.contains(.normalized) { return nil }
        ignoresCase = options.contains(.caseInsensitive)
        ignoresDiacritics = options.contains(.diacriticInsensitive)
        if !ignoresCase && !ignoresDiacritics { return nil }
    }

    internal init(ignoresCase: Bool, ignoresDiacritics: Bool) {
        self.ignoresCase = ignoresCase
        self.ignoresDiacritics = ignoresDiacritics
    }

    /// Case and diacritics ignored: `[cd]`.
    internal static let all = StringFolding(ignoresCase: true, ignoresDiacritics: true)

    /// `string` folded; composed, so that no letter is a prefix of the same letter with a mark.
    internal func fold(_ string: String) -> String {
        var string = string
        let folded: String? = string.withUTF8 { bytes in
            if bytes.allSatisfy({ $0 < 0x80 }) {
                return ignoresCase ? Self.lowercasedASCII(bytes) : nil
            }
            return FoldingPages.fold(bytes, self)
        }
        return folded ?? string
    }

    /// The ASCII in `bytes` in lower case; `nil` when it is already.
    private static func lowercasedASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.contains(where: { $0 &- 0x41 < 26 }) else { return nil }
        return String(unsafeUninitializedCapacity: bytes.count) { result in
            for index in bytes.indices {
                let byte = bytes[index]
                result[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
            }
            return bytes.count
        }
    }
}
