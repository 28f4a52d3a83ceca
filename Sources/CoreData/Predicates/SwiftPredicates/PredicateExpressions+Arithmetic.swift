import Foundation

extension PredicateExpressions.Arithmetic: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        switch op {
        case .add: try translation.function(.add, lhs, rhs)
        case .subtract: try translation.function(.subtract, lhs, rhs)
        case .multiply: try translation.function(.multiply, lhs, rhs)
        @unknown default:
            throw PredicateTranslationError(part: "\(op)", reason: "the operation is not known")
        }
    }
}

extension PredicateExpressions.FloatDivision: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        try translation.function(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntDivision: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        try translation.function(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntRemainder: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        try translation.function(.modulus, lhs, rhs)
    }
}

extension PredicateExpressions.UnaryMinus: TranslatablePart {
    internal func translated(
        _ translation: inout PredicateTranslation
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let arguments = [NSExpression(forConstantValue: 0), try translation.expression(wrapped)]
        return .expression(
            NSExpression(
                kind: .function(PredicateFunction.subtract.rawValue, operand: nil, arguments: arguments)))
    }
}
