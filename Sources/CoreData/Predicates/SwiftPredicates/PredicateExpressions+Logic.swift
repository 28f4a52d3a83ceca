import Foundation

extension PredicateExpressions.Conjunction: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let parts = [try translation.predicate(lhs), try translation.predicate(rhs)]
        return .predicate(.flat(.and, parts))
    }
}

extension PredicateExpressions.Disjunction: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let parts = [try translation.predicate(lhs), try translation.predicate(rhs)]
        return .predicate(.flat(.or, parts))
    }
}

extension PredicateExpressions.Negation: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        .predicate(CompoundPredicate(type: .not, subpredicates: [try translation.predicate(wrapped)]))
    }
}

extension PredicateExpressions.Conditional: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        .expression(
            NSExpression(
                forConditional: try translation.predicate(test),
                trueExpression: try translation.expression(trueBranch),
                falseExpression: try translation.expression(falseBranch)))
    }
}

extension NSPredicate {
    /// A compound of parts, those that are compounds of the same kind taken apart: `a && b && c` is one of three.
    fileprivate static func flat(_ type: NSCompoundPredicate.LogicalType, _ parts: [NSPredicate]) -> NSPredicate {
        CompoundPredicate(
            type: type,
            subpredicates: parts.flatMap { part in
                guard let inner = part as? CompoundPredicate, inner.compoundPredicateType == type else { return [part] }
                return inner.subpredicates
            })
    }
}
