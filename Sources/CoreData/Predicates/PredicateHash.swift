import Foundation

/// Hashes predicates and expressions by their shape: constants do not count, since 1 and 1.0 are equal, and so are a
/// collection and a list of its elements.
internal enum PredicateHash {
    internal static func hash(of predicate: NSPredicate) -> Int {
        var hasher = Hasher()
        combine(predicate, into: &hasher)
        return hasher.finalize()
    }

    internal static func hash(of expression: NSExpression) -> Int {
        var hasher = Hasher()
        combine(expression, into: &hasher)
        return hasher.finalize()
    }

    private static func combine(_ predicate: NSPredicate, into hasher: inout Hasher) {
        switch predicate {
        case let comparison as NSComparisonPredicate:
            hasher.combine(comparison.predicateOperatorType)
            hasher.combine(comparison.comparisonPredicateModifier)
            hasher.combine(comparison.options.rawValue)
            combine(comparison.leftExpression, into: &hasher)
            combine(comparison.rightExpression, into: &hasher)
        case let compound as NSCompoundPredicate:
            hasher.combine(compound.compoundPredicateType)
            hasher.combine(compound.subpredicates.count)
            for part in compound.subpredicates { combine(part, into: &hasher) }
        default: hasher.combine(PlainPredicate(predicate).value)
        }
    }

    private static func combine(_ expression: NSExpression, into hasher: inout Hasher) {
        switch expression.kind {
        case .variable(let name): hasher.combine(name)
        case .keyPath(let path, let operand):
            hasher.combine(path)
            if let operand { combine(operand, into: &hasher) }
        case .function(let name, let operand, let arguments):
            hasher.combine(name)
            for part in (operand.map { [$0] } ?? []) + arguments { combine(part, into: &hasher) }
        case .subquery(let collection, _, let predicate):
            combine(collection, into: &hasher)
            combine(predicate, into: &hasher)
        case .conditional(let predicate, let whenTrue, let whenFalse):
            combine(predicate, into: &hasher)
            combine(whenTrue, into: &hasher)
            combine(whenFalse, into: &hasher)
        case .constant, .evaluatedObject, .aggregate, .setOperation, .anyKey, .block: break
        }
    }
}
