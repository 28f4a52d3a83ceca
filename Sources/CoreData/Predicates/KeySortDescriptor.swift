import Foundation

/// How a sort descriptor compares two values. Not part of Apple's API, where selectors say it.
public enum SortComparison: Sendable {
    /// Numbers and dates by size, text by the bytes of its UTF-8 form.
    case standard
    /// Text without regard to case (`caseInsensitiveCompare:`).
    case caseInsensitive
    /// Text as people expect it in a list (`localizedStandardCompare:`).
    case localizedStandard
}

/// A sort descriptor that goes by a key path of strings.
///
/// Foundation's descriptors on Linux know Swift key paths only.
internal final class KeySortDescriptor: NSSortDescriptor {
    let keyPathText: String
    let comparison: SortComparison
    let valueComparator: Comparator?

    init(_ key: String, ascending: Bool, _ comparison: SortComparison, _ comparator: Comparator? = nil) {
        keyPathText = key
        self.comparison = comparison
        valueComparator = comparator
        // The superclass compares by nothing: every use of its key path is overridden.
        super.init(keyPath: \NSObject.hash, ascending: ascending, comparator: { _, _ in .orderedSame })
    }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        let a = KeyValueCoding.value(of: object1, forKeyPath: keyPathText)
        let b = KeyValueCoding.value(of: object2, forKeyPath: keyPathText)
        return directed(order(a, b))
    }

    /// The order of two values, ascending.
    func order(_ a: Any?, _ b: Any?) -> ComparisonResult {
        if let valueComparator, let a, let b { return valueComparator(a, b) }
        return Self.order(ComparisonValue(a), ComparisonValue(b), comparison)
    }

    /// The order of two values as an SQLite store has it: nothing comes first.
    static func order(
        _ a: ComparisonValue, _ b: ComparisonValue, _ comparison: SortComparison
    ) -> ComparisonResult {
        switch (a.isNull, b.isNull) {
        case (true, true): return .orderedSame
        case (true, false): return .orderedAscending
        case (false, true): return .orderedDescending
        case (false, false): break
        }
        if case .text(let x) = a, case .text(let y) = b {
            switch comparison {
            case .standard: break
            case .caseInsensitive:
                let folding = StringFolding(ignoresCase: true, ignoresDiacritics: false)
                return result(ComparisonValue.order(folding.fold(x), folding.fold(y)))
            case .localizedStandard: return SQLFunctions.localizedStandardOrder(x, y)
            }
        }
        return result(a.order(to: b, .store) ?? 0)
    }

    private static func result(_ number: Int) -> ComparisonResult {
        number < 0 ? .orderedAscending : number > 0 ? .orderedDescending : .orderedSame
    }

    override var reversedSortDescriptor: Any {
        KeySortDescriptor(keyPathText, ascending: !ascending, comparison, valueComparator)
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KeySortDescriptor else { return false }
        return other === self
            || (other.keyPathText == keyPathText && other.ascending == ascending
                && other.comparison == comparison && other.valueComparator == nil && valueComparator == nil)
    }

    override var hash: Int { keyPathText.hashValue }

    override var description: String { "(\(keyPathText), \(ascending ? "ascending" : "descending"))" }
}
