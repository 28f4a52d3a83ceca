import Foundation

// Swift's own searches take composed and decomposed letters for the same, SQLite's do not.
extension String {
    /// The keys of a key path.
    internal var keys: [String] { isPath ? split(separator: ".").map(String.init) : [self] }

    /// Whether a key path has more than one key.
    internal var isPath: Bool { utf8.contains(UInt8(ascii: ".")) }

    /// Whether a key path has an operator such as `@count`.
    internal var hasCollectionOperator: Bool { utf8.contains(UInt8(ascii: "@")) }

    internal func hasPrefixBytes(_ prefix: String) -> Bool {
        compare(prefix) { text, part in
            guard part.count <= text.count, let start = text.baseAddress, let wanted = part.baseAddress else {
                return false
            }
            return memcmp(start, wanted, part.count) == 0
        }
    }

    internal func hasSuffixBytes(_ suffix: String) -> Bool {
        compare(suffix) { text, part in
            guard part.count <= text.count, let start = text.baseAddress, let wanted = part.baseAddress else {
                return false
            }
            return memcmp(start + (text.count - part.count), wanted, part.count) == 0
        }
    }

    internal func containsBytes(_ part: String) -> Bool {
        compare(part) { text, part in
            guard part.count <= text.count, let start = text.baseAddress, let wanted = part.baseAddress else {
                return false
            }
            var place = 0
            let last = text.count - part.count
            // The first byte is looked for with memchr, the rest compared where it is found.
            while place <= last, let found = memchr(start + place, Int32(part[0]), last - place + 1) {
                if memcmp(found, wanted, part.count) == 0 { return true }
                place = UnsafeRawPointer(found) - start + 1
            }
            return false
        }
    }

    /// Calls `body` with the bytes of both; an empty part is found in nothing.
    private func compare(
        _ part: String, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        var text = self
        var part = part
        return text.withUTF8 { text in
            part.withUTF8 { part in
                guard text.count > 0, part.count > 0 else { return false }
                return body(UnsafeRawBufferPointer(text), UnsafeRawBufferPointer(part))
            }
        }
    }
}
