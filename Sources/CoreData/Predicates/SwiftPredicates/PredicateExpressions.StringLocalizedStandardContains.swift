import Foundation

extension PredicateExpressions {
    /// Whether a text contains another as people search: without regard to case and diacritics.
    ///
    /// Foundation has this on Apple's systems; here the module adds it, so that `#Predicate` accepts
    /// `localizedStandardContains(_:)`.
    public struct StringLocalizedStandardContains<
        Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The text that is searched.
        public let root: Root
        /// What is looked for.
        public let other: Other

        /// Creates the search for `other` in `root`.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Whether the value of `root` contains that of `other`.
        ///
        /// - Throws: what the two throw.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try root.evaluate(bindings).localizedStandardContains(try other.evaluate(bindings))
        }
    }

    /// What the macro makes of `root.localizedStandardContains(other)`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        StringLocalizedStandardContains(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedStandardContains: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        try translation.comparison(
            root, .contains, other, [.caseInsensitive, .diacriticInsensitive, .localeSensitive])
    }
}
