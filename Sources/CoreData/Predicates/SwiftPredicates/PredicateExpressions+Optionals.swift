import Foundation

extension PredicateExpressions.OptionalFlatMap: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let content = try translation.expression(wrapped)
        translation.bind(variable.key, to: content)
        let result = try translation.part(transform)
        // A to-many relationship is never nil in a store; it is empty.
        if Wrapped.self is any RelatedCollection.Type { return result }
        let presence = PredicateTranslation.compare(content, .notEqualTo, NSExpression(forConstantValue: nil))
        switch result {
        case .predicate(let predicate): return .optionalPredicate(predicate, presence: presence)
        case .optionalPredicate(let predicate, let inner):
            return .optionalPredicate(
                predicate, presence: CompoundPredicate(type: .and, subpredicates: [presence, inner]))
        case .expression(let expression):
            // A path from nothing leads to nothing by itself.
            if case .keyPath = expression.kind { return result }
            return .expression(
                NSExpression(
                    forConditional: presence, trueExpression: expression,
                    falseExpression: NSExpression(forConstantValue: nil)))
        }
    }
}

extension PredicateExpressions.NilCoalesce: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let (left, right) = (try translation.part(lhs), try translation.part(rhs))
        if case .optionalPredicate(let predicate, let presence) = left, let fallback = right.constantBool {
            guard fallback else {
                return .predicate(CompoundPredicate(type: .and, subpredicates: [presence, predicate]))
            }
            let absence = CompoundPredicate(type: .not, subpredicates: [presence])
            return .predicate(CompoundPredicate(type: .or, subpredicates: [absence, predicate]))
        }
        let value = left.expression
        return .expression(
            NSExpression(
                forConditional: PredicateTranslation.compare(value, .notEqualTo, NSExpression(forConstantValue: nil)),
                trueExpression: value, falseExpression: right.expression))
    }
}

extension PredicateExpressions.ForcedUnwrap: TranslatablePart {
    /// The value itself: where there is none, the comparison does not hold, and nothing stops.
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        switch try translation.part(inner) {
        case .optionalPredicate(let predicate, _): .predicate(predicate)
        case let part: part
        }
    }
}
