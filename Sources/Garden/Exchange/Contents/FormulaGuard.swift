/// Keeps a spreadsheet from running what somebody wrote: a cell that begins with `=`, `+`, `-` or `@` is a formula
/// there.
///
/// Such a text gets an apostrophe before it, which reading takes off again. A text that looks as if it had one
/// already gets one more, so every text comes back as it was.
enum FormulaGuard {
    /// The text as it stands in a cell.
    static func guarded(_ text: String) -> String { needsGuard(text.utf8) ? "'" + text : text }

    /// The text that stands in a cell. What was typed without the apostrophe stays as it is.
    static func unguarded(_ cell: String) -> String {
        cell.utf8.first == apostrophe && needsGuard(cell.utf8) ? String(cell.dropFirst()) : cell
    }

    private static let apostrophe = UInt8(ascii: "'")

    /// Whether a formula's sign comes first, or first after apostrophes.
    private static func needsGuard(_ text: String.UTF8View) -> Bool {
        let rest = text.drop { $0 == apostrophe }
        switch rest.first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: return true
        // The signs in full width, which count as the others where Japanese is written.
        case 0xEF: return wideSigns.contains { rest.starts(with: $0.utf8) }
        default: return false
        }
    }

    private static let wideSigns = ["＝", "＋", "－", "＠"]
}
