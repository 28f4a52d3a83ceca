import Foundation

extension PredicateExpressions.Equal: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let (left, right) = (try translation.part(lhs), try translation.part(rhs))
        // `genus?.contains("x") == true` asks for nothing more than the predicate.
        switch (left, right) {
        case (.optionalPredicate, _) where right.constantBool == true: return .predicate(left.predicate)
        case (_, .optionalPredicate) where left.constantBool == true: return .predicate(right.predicate)
        default: return .predicate(PredicateTranslation.compare(left.expression, .equalTo, right.expression))
        }
    }
}

extension PredicateExpressions.NotEqual: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        try translation.comparison(lhs, .notEqualTo, rhs)
    }
}

extension PredicateExpressions.Comparison: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let type: NSComparisonPredicate.Operator =
            switch op {
            case .lessThan: .lessThan
            case .lessThanOrEqual: .lessThanOrEqualTo
            case .greaterThan: .greaterThan
            case .greaterThanOrEqual: .greaterThanOrEqualTo
            @unknown default:
                throw PredicateTranslationError(part: "\(op)", reason: "the comparison is not known")
            }
        return try translation.comparison(lhs, type, rhs)
    }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        guard Base.Output.self is any StringProtocol.Type, Other.Output.self is any StringProtocol.Type else {
            throw PredicateTranslationError(
                part: operationName, reason: "only a text can be asked whether it contains several elements in a row")
        }
        return try translation.comparison(base, .contains, other)
    }
}

extension PredicateExpressions.SequenceStartsWith: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        guard Base.Output.self is any StringProtocol.Type, Prefix.Output.self is any StringProtocol.Type else {
            throw PredicateTranslationError(
                part: operationName, reason: "only a text can be asked what it starts with")
        }
        return try translation.comparison(base, .beginsWith, prefix)
    }
}
