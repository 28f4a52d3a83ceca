import Foundation

/// A predicate of Foundation's own class: a constant answer, or a block.
internal struct PlainPredicate {
    /// The answer, if it is always the same.
    internal let value: Bool?

    internal init(_ predicate: NSPredicate) {
        // The two kinds tell themselves apart by nothing else than this text.
        guard type(of: predicate) == NSPredicate.self else {
            value = nil
            return
        }
        switch (predicate as any FormatReading).predicateFormat {
        case "TRUEPREDICATE": value = true
        case "FALSEPREDICATE": value = false
        default: value = nil
        }
    }

    /// How the predicate is written in a format; what stands for a block cannot be parsed.
    internal var text: String {
        switch value {
        case true?: "TRUEPREDICATE"
        case false?: "FALSEPREDICATE"
        case nil: "BLOCKPREDICATE"
        }
    }
}

/// Reads a property that Foundation marks as deprecated, saying that its text can be used within the process only.
private protocol FormatReading {
    var predicateFormat: String { get }
}

extension NSPredicate: FormatReading {}
