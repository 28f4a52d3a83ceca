import Foundation

extension PredicateExpressions {
    /// How two texts are ordered, without regard to case.
    ///
    /// Foundation has this on Apple's systems; here the module adds it, so that `#Predicate` accepts
    /// `caseInsensitiveCompare(_:)`. The result is compared with a captured `ComparisonResult`.
    public struct StringCaseInsensitiveCompare<
        Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The first text.
        public let root: Root
        /// The second text.
        public let other: Other

        /// Creates the comparison of two texts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// How the value of `root` is ordered to that of `other`.
        ///
        /// - Throws: what the two throw.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try root.evaluate(bindings).caseInsensitiveCompare(try other.evaluate(bindings))
        }
    }

    /// What the macro makes of `root.caseInsensitiveCompare(other)`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> {
        StringCaseInsensitiveCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringCaseInsensitiveCompare: Codable where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringCaseInsensitiveCompare: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        try translation.order(root, other, .caseInsensitive)
    }
}
