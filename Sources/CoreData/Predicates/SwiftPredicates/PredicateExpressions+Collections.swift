import Foundation

extension PredicateExpressions.SequenceContains: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        if LHS.Output.self is any StringProtocol.Type {
            return try translation.comparison(sequence, .contains, element)
        }
        if let bounds = try translation.bounds(of: sequence) {
            return .predicate(bounds.predicate(on: try translation.expression(element)))
        }
        return try translation.comparison(element, .in, sequence)
    }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let collection = try translation.expression(sequence)
        let name = translation.name(variable.key)
        return .predicate(
            PredicateTranslation.count(of: collection, name, try translation.predicate(test), .notEqualTo))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let collection = try translation.expression(sequence)
        let name = translation.name(variable.key)
        let opposite = CompoundPredicate(type: .not, subpredicates: [try translation.predicate(test)])
        return .predicate(PredicateTranslation.count(of: collection, name, opposite, .equalTo))
    }
}

extension PredicateExpressions.Filter: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let collection = try translation.expression(sequence)
        let name = translation.name(variable.key)
        return .expression(
            NSExpression(
                forSubquery: collection, usingIteratorVariable: name, predicate: try translation.predicate(filter)))
    }
}

extension PredicateExpressions.SequenceMaximum: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        .expression(try translation.expression(elements).following("@max.self"))
    }
}

extension PredicateExpressions.SequenceMinimum: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        .expression(try translation.expression(elements).following("@min.self"))
    }
}

extension PredicateExpressions.CollectionIndexSubscript: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        guard Wrapped.Output.Index.self == Int.self else {
            throw PredicateTranslationError(part: operationName, reason: "only an array has numbered elements")
        }
        return try translation.function(.index, wrapped, index)
    }
}

extension PredicateExpressions.DictionaryKeySubscript: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        try translation.function(.index, wrapped, key)
    }
}

extension PredicateTranslation {
    /// Compares the number of a collection's elements that fulfil a predicate with 0.
    fileprivate static func count(
        of collection: NSExpression, _ variable: String, _ predicate: NSPredicate,
        _ type: NSComparisonPredicate.Operator
    ) -> NSPredicate {
        let found = NSExpression(forSubquery: collection, usingIteratorVariable: variable, predicate: predicate)
        return compare(found.following("@count"), type, NSExpression(forConstantValue: 0))
    }
}
