import Foundation

/// Whether predicates and expressions have the same parts.
internal enum PredicateEquality {
    internal static func areEqual(_ a: NSPredicate, _ b: NSPredicate) -> Bool {
        if a === b { return true }
        switch (a, b) {
        case (let a as NSComparisonPredicate, let b as NSComparisonPredicate):
            return a.predicateOperatorType == b.predicateOperatorType && a.options == b.options
                && a.comparisonPredicateModifier == b.comparisonPredicateModifier
                && areEqual(a.leftExpression, b.leftExpression) && areEqual(a.rightExpression, b.rightExpression)
        case (let a as NSCompoundPredicate, let b as NSCompoundPredicate):
            return a.compoundPredicateType == b.compoundPredicateType
                && a.subpredicates.count == b.subpredicates.count
                && zip(a.subpredicates, b.subpredicates).allSatisfy(areEqual)
        default:
            guard let a = PlainPredicate(a).value, let b = PlainPredicate(b).value else { return false }
            return a == b
        }
    }

    internal static func areEqual(_ a: NSExpression, _ b: NSExpression) -> Bool {
        if a === b { return true }
        switch (a.kind, b.kind) {
        case (.constant(let a), .constant(let b)): return areEqual(constants: a, b)
        case (.evaluatedObject, .evaluatedObject), (.anyKey, .anyKey): return true
        case (.variable(let a), .variable(let b)): return a == b
        case (.keyPath(let a, let base), .keyPath(let b, let otherBase)):
            return a == b && areEqual(optional: base, otherBase)
        case (.function(let a, let target, let list), .function(let b, let otherTarget, let otherList)):
            return a == b && areEqual(optional: target, otherTarget) && areEqual(list, otherList)
        case (.aggregate(let a), .aggregate(let b)): return areEqual(a, b)
        case (.setOperation(let kind, let a, let b), .setOperation(let otherKind, let c, let d)):
            return kind == otherKind && areEqual(a, c) && areEqual(b, d)
        case (.subquery(let a, let name, let predicate), .subquery(let b, let otherName, let other)):
            return name == otherName && areEqual(a, b) && areEqual(predicate, other)
        case (.conditional(let predicate, let a, let b), .conditional(let other, let c, let d)):
            return areEqual(predicate, other) && areEqual(a, c) && areEqual(b, d)
        default: return false
        }
    }

    private static func areEqual(_ a: [NSExpression], _ b: [NSExpression]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1) }
    }

    private static func areEqual(optional a: NSExpression?, _ b: NSExpression?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let a?, let b?): areEqual(a, b)
        default: false
        }
    }

    private static func areEqual(constants a: Any?, _ b: Any?) -> Bool {
        if let a = a as? CollectionIndex { return a == b as? CollectionIndex }
        let (a, b) = (ComparisonValue(a), ComparisonValue(b))
        return a.isNull && b.isNull || a.order(to: b, .inMemory) == 0
    }
}
