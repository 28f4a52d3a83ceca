import Foundation

extension PredicateExpressions {
    /// How two texts are ordered, by the rules of the current locale.
    ///
    /// Foundation has this on Apple's systems; here the module adds it, so that `#Predicate` accepts
    /// `localizedCompare(_:)`. The result is compared with a captured `ComparisonResult`.
    public struct StringLocalizedCompare<
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
            try root.evaluate(bindings).localizedCompare(try other.evaluate(bindings))
        }
    }

    /// What the macro makes of `root.localizedCompare(other)`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedCompare<Root, Other> {
        StringLocalizedCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedCompare: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        try translation.order(root, other, .localeSensitive)
    }
}
