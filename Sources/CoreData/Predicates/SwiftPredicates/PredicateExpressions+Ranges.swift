import Foundation

extension PredicateExpressions.RangeExpressionContains: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let value = try translation.expression(element)
        guard let bounds = try translation.bounds(of: range) else {
            throw PredicateTranslationError(
                part: "\(RangeExpression.Output.self)", reason: "the bounds of the range are not known")
        }
        return .predicate(bounds.predicate(on: value))
    }
}

/// The bounds of a range, as far as it has them.
internal struct TranslatedBounds {
    internal var lower: NSExpression?
    internal var upper: NSExpression?
    internal var includesUpper = true

    /// Whether a value lies between them.
    internal func predicate(on value: NSExpression) -> NSPredicate {
        if let lower, let upper, includesUpper {
            return PredicateTranslation.compare(value, .between, NSExpression(forAggregate: [lower, upper]))
        }
        var parts: [NSPredicate] = []
        if let lower { parts.append(PredicateTranslation.compare(value, .greaterThanOrEqualTo, lower)) }
        if let upper {
            parts.append(
                PredicateTranslation.compare(value, includesUpper ? .lessThanOrEqualTo : .lessThan, upper))
        }
        return parts.count == 1 ? parts[0] : CompoundPredicate(type: .and, subpredicates: parts)
    }
}

extension PredicateTranslation {
    /// The bounds of a range; nil for what is none.
    internal mutating func bounds(
        of range: some PredicateExpression
    ) throws(PredicateTranslationError) -> TranslatedBounds? {
        if let written = range as? any WrittenRange { return try written.bounds(&self) }
        guard let value = try? range.evaluate(PredicateBindings()) as? any RangeWithBounds else { return nil }
        return try value.bounds
    }
}

/// A range whose bounds are written in the predicate.
internal protocol WrittenRange {
    func bounds(_ translation: inout PredicateTranslation) throws(PredicateTranslationError) -> TranslatedBounds
}

extension PredicateExpressions.Range: WrittenRange {
    internal func bounds(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedBounds {
        TranslatedBounds(
            lower: try translation.expression(lower), upper: try translation.expression(upper), includesUpper: false)
    }
}

extension PredicateExpressions.ClosedRange: WrittenRange {
    internal func bounds(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedBounds {
        TranslatedBounds(lower: try translation.expression(lower), upper: try translation.expression(upper))
    }
}

/// A range that was captured.
private protocol RangeWithBounds {
    var bounds: TranslatedBounds { get throws(PredicateTranslationError) }
}

extension Range: RangeWithBounds {
    fileprivate var bounds: TranslatedBounds {
        get throws(PredicateTranslationError) {
            TranslatedBounds(
                lower: try PredicateTranslation.constant(lowerBound),
                upper: try PredicateTranslation.constant(upperBound), includesUpper: false)
        }
    }
}

extension ClosedRange: RangeWithBounds {
    fileprivate var bounds: TranslatedBounds {
        get throws(PredicateTranslationError) {
            TranslatedBounds(
                lower: try PredicateTranslation.constant(lowerBound),
                upper: try PredicateTranslation.constant(upperBound))
        }
    }
}

extension PartialRangeFrom: RangeWithBounds {
    fileprivate var bounds: TranslatedBounds {
        get throws(PredicateTranslationError) {
            TranslatedBounds(lower: try PredicateTranslation.constant(lowerBound))
        }
    }
}

extension PartialRangeThrough: RangeWithBounds {
    fileprivate var bounds: TranslatedBounds {
        get throws(PredicateTranslationError) {
            TranslatedBounds(upper: try PredicateTranslation.constant(upperBound))
        }
    }
}

extension PartialRangeUpTo: RangeWithBounds {
    fileprivate var bounds: TranslatedBounds {
        get throws(PredicateTranslationError) {
            TranslatedBounds(upper: try PredicateTranslation.constant(upperBound), includesUpper: false)
        }
    }
}
