/// The words of the format language that cannot be keys unless written `#word`.
internal enum PredicateKeyword: String, CaseIterable {
    case and = "AND"
    case or = "OR"
    case not = "NOT"
    case any = "ANY"
    case some = "SOME"
    case all = "ALL"
    case none = "NONE"
    case `in` = "IN"
    case between = "BETWEEN"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case contains = "CONTAINS"
    case like = "LIKE"
    case matches = "MATCHES"
    case `self` = "SELF"
    case null = "NULL"
    case `nil` = "NIL"
    case `true` = "TRUE"
    case yes = "YES"
    case `false` = "FALSE"
    case no = "NO"
    case truePredicate = "TRUEPREDICATE"
    case falsePredicate = "FALSEPREDICATE"
    case anyKey = "ANYKEY"

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The keyword that `word` is, in any case of letters.
    internal init?(word: String) {
        guard word.utf8.count <= 14, let keyword = Self.byName[word.uppercased()] else { return nil }
        self = keyword
    }

    /// The comparison the keyword stands for.
    internal var comparison: NSComparisonPredicate.Operator? {
        switch self {
        case .in: .in
        case .between: .between
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .contains: .contains
        case .like: .like
        case .matches: .matches
        default: nil
        }
    }

    /// `keyPath` with `#` before keys that would be read as something else.
    internal static func escaped(keyPath: String) -> String {
        let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = keys.first, PredicateKeyword(word: String(first)) != nil else { return keyPath }
        return "#" + keyPath
    }
}

extension NSComparisonPredicate.Operator {
    /// The operator in a format.
    internal var symbol: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "=="
        case .notEqualTo: "!="
        case .matches: "MATCHES"
        case .like: "LIKE"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .in: "IN"
        case .contains: "CONTAINS"
        case .between: "BETWEEN"
        }
    }
}

extension NSComparisonPredicate.Options {
    /// The options in a format, such as `[cd]`; empty when there are none.
    internal var suffix: String {
        var letters = ""
        if contains(.caseInsensitive) { letters += "c" }
        if contains(.diacriticInsensitive) { letters += "d" }
        if contains(.normalized) { letters += "n" }
        if contains(.localeSensitive) { letters += "l" }
        return letters.isEmpty ? "" : "[\(letters)]"
    }
}
