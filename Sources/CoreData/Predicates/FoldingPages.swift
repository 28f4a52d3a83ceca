import Foundation
import Synchronization

/// What single scalars become when folded, in pages of 256 that are filled when first needed.
internal struct FoldingPages {
    private struct Entry {
        /// The folded text in UTF-8; empty for a mark that is ignored.
        let bytes: [UInt8]
        /// Whether the scalar may join with the one before it, so that the whole has to be composed again.
        let joins: Bool
    }

    private static let caseOnly = Mutex(FoldingPages(StringFolding(ignoresCase: true, ignoresDiacritics: false)))
    private static let marksOnly = Mutex(FoldingPages(StringFolding(ignoresCase: false, ignoresDiacritics: true)))
    private static let both = Mutex(FoldingPages(.all))

    private let folding: StringFolding
    private var pages: [UInt32: [Entry]] = [:]
    private var lastPage: (number: UInt32, entries: [Entry])?

    private init(_ folding: StringFolding) {
        self.folding = folding
    }

    /// The text in `bytes`, folded.
    internal static func fold(_ bytes: UnsafeBufferPointer<UInt8>, _ folding: StringFolding) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let joins =
            switch (folding.ignoresCase, folding.ignoresDiacritics) {
            case (true, true): both.withLock { $0.append(scalars, to: &result) }
            case (true, false): caseOnly.withLock { $0.append(scalars, to: &result) }
            default: marksOnly.withLock { $0.append(scalars, to: &result) }
            }
        let folded = String(decoding: result, as: UTF8.self)
        return joins ? folded.precomposedStringWithCanonicalMapping : folded
    }

    /// Appends the folded scalars and says whether the result has to be composed again.
    private mutating func append(_ scalars: String.UnicodeScalarView, to result: inout [UInt8]) -> Bool {
        var joins = false
        for scalar in scalars {
            if scalar.value < 0x80 {
                let byte = UInt8(scalar.value)
                result.append(folding.ignoresCase && byte &- 0x41 < 26 ? byte | 0x20 : byte)
                continue
            }
            let number = scalar.value >> 8
            if lastPage?.number != number {
                lastPage = (number, page(number))
            }
            guard let entry = lastPage?.entries[Int(scalar.value & 0xFF)] else { continue }
            result.append(contentsOf: entry.bytes)
            joins = joins || entry.joins
        }
        return joins
    }

    private mutating func page(_ number: UInt32) -> [Entry] {
        if let known = pages[number] { return known }
        let page = (0..<256).map { low in
            Unicode.Scalar(number << 8 | UInt32(low)).map(entry) ?? Entry(bytes: [], joins: false)
        }
        pages[number] = page
        return page
    }

    private func entry(_ scalar: Unicode.Scalar) -> Entry {
        var options: String.CompareOptions = []
        if folding.ignoresCase { options.insert(.caseInsensitive) }
        if folding.ignoresDiacritics { options.insert(.diacriticInsensitive) }
        // After a letter that no mark joins with, since a mark on its own is not taken for one.
        let folded = ("q" + String(Character(scalar))).folding(options: options, locale: nil)
            .precomposedStringWithCanonicalMapping.unicodeScalars.dropFirst()
        let joins = folded.contains {
            $0.properties.canonicalCombiningClass != .notReordered || (0x1100...0x11FF).contains($0.value)
        }
        return Entry(bytes: Array(String(String.UnicodeScalarView(folded)).utf8), joins: joins)
    }
}
