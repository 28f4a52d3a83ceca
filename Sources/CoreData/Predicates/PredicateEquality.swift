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
        // `IN %@` with an array is written, and read again, as `IN {…}`.
        case (.constant(let collection), .aggregate(let parts)), (.aggregate(let parts), .constant(let collection)):
            return isCollection(collection, of: parts)
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
        return areEqual(values: ComparisonValue(a), ComparisonValue(b))
    }

    private static func areEqual(values a: ComparisonValue, _ b: ComparisonValue) -> Bool {
        if a.isNull && b.isNull || a.order(to: b, .inMemory) == 0 { return true }
        if let a = a.elements, let b = b.elements {
            return a.count == b.count && zip(a, b).allSatisfy { areEqual(values: $0, $1) }
        }
        return a.isNumeric && b.isNumeric && a.doubleValue.isNaN && b.doubleValue.isNaN
    }

    private static func isCollection(_ value: Any?, of parts: [NSExpression]) -> Bool {
        var elements: [ComparisonValue] = []
        for part in parts {
            guard case .constant(let element) = part.kind else { return false }
            elements.append(ComparisonValue(element))
        }
        let collection = ComparisonValue(value)
        return collection.elements != nil && areEqual(values: collection, .collection(elements))
    }
}
