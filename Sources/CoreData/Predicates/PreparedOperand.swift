import Foundation

/// The right side of a comparison, when it is constant, in the form the operator needs.
internal struct PreparedOperand {
    /// The folded text.
    internal let text: String?
    internal let pattern: LikePattern?
    internal let expression: NSRegularExpression?
    /// The folded elements.
    internal let members: ValueSet?

    /// `nil` when there is nothing to prepare.
    internal init?(
        _ value: ComparisonValue, _ type: NSComparisonPredicate.Operator, _ folding: StringFolding?
    ) {
        func folded(_ text: String) -> String {
            folding.map { $0.fold(text) } ?? text
        }
        switch (type, value) {
        case (.in, .collection(let elements)):
            members = ValueSet(folding.map { folding in elements.map { $0.folded(folding) } } ?? elements)
            (text, pattern, expression) = (nil, nil, nil)
        case (.like, _):
            guard let text = value.textForm else { return nil }
            pattern = LikePattern(folded(text))
            (self.text, expression, members) = (nil, nil, nil)
        case (.matches, .text(let text)):
            expression = try? RegularExpressions.expression(
                folding?.ignoresDiacritics == true ? folded(text) : text,
                ignoresCase: folding?.ignoresCase ?? false)
            if expression == nil { return nil }
            (self.text, pattern, members) = (nil, nil, nil)
        case (.in, _), (.between, _), (.matches, _): return nil
        default:
            guard folding != nil, let text = value.textForm else { return nil }
            self.text = folded(text)
            (pattern, expression, members) = (nil, nil, nil)
        }
    }
}
