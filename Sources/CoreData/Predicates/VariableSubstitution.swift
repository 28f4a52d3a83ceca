import Foundation

/// Replaces variables by values, in a copy. What has no variables stays the same object.
internal struct VariableSubstitution {
    private let values: [String: Any]
    /// Whether fetch request expressions give way to their results.
    private let fetches: Bool

    internal init(_ values: [String: Any], fetches: Bool = false) {
        self.values = values
        self.fetches = fetches
    }

    internal func applied(to predicate: NSPredicate) -> NSPredicate {
        switch predicate {
        case let comparison as NSComparisonPredicate:
            let left = applied(to: comparison.leftExpression)
            let right = applied(to: comparison.rightExpression)
            if left === comparison.leftExpression, right === comparison.rightExpression { return predicate }
            return NSComparisonPredicate(
                leftExpression: left, rightExpression: right, modifier: comparison.comparisonPredicateModifier,
                type: comparison.predicateOperatorType, options: comparison.options)
        case let compound as NSCompoundPredicate:
            let parts = compound.subpredicates.map(applied)
            if zip(parts, compound.subpredicates).allSatisfy({ $0 === $1 }) { return predicate }
            return CompoundPredicate(type: compound.compoundPredicateType, subpredicates: parts)
        default: return predicate
        }
    }

    internal func applied(to expression: NSExpression) -> NSExpression {
        if expression is NSFetchRequestExpression {
            guard fetches, let value = expression.expressionValue(with: nil, context: nil) else { return expression }
            return NSExpression(forConstantValue: value)
        }
        switch expression.kind {
        case .variable(let name):
            guard let value = values[name] else { return expression }
            return value as? NSExpression ?? NSExpression(forConstantValue: value is NSNull ? nil : value)
        case .constant, .evaluatedObject, .anyKey, .keyPath(_, nil): return expression
        case .keyPath(let path, let operand?):
            return rebuilt(expression, [operand]) { .keyPath(path, operand: $0[0]) }
        case .function(let name, let operand, let arguments):
            return rebuilt(expression, (operand.map { [$0] } ?? []) + arguments) { parts in
                operand == nil
                    ? .function(name, operand: nil, arguments: parts)
                    : .function(name, operand: parts[0], arguments: Array(parts.dropFirst()))
            }
        case .aggregate(let elements): return rebuilt(expression, elements) { .aggregate($0) }
        case .setOperation(let operation, let left, let right):
            return rebuilt(expression, [left, right]) { .setOperation(operation, $0[0], $0[1]) }
        case .block(let block, let arguments):
            return rebuilt(expression, arguments) { .block(block, arguments: $0) }
        case .subquery(let collection, let variable, let predicate):
            var inner = values
            inner[variable] = nil  // The subquery's own variable hides one of the same name outside.
            let newPredicate = VariableSubstitution(inner, fetches: fetches).applied(to: predicate)
            let newCollection = applied(to: collection)
            if newPredicate === predicate, newCollection === collection { return expression }
            return NSExpression(kind: .subquery(newCollection, variable: variable, predicate: newPredicate))
        case .conditional(let predicate, let whenTrue, let whenFalse):
            let newPredicate = applied(to: predicate)
            let newTrue = applied(to: whenTrue)
            let newFalse = applied(to: whenFalse)
            if newPredicate === predicate, newTrue === whenTrue, newFalse === whenFalse { return expression }
            return NSExpression(kind: .conditional(newPredicate, newTrue, newFalse))
        }
    }

    private func rebuilt(
        _ expression: NSExpression, _ parts: [NSExpression], _ kind: ([NSExpression]) -> ExpressionKind
    ) -> NSExpression {
        let newParts = parts.map(applied)
        if zip(newParts, parts).allSatisfy({ $0 === $1 }) { return expression }
        return NSExpression(kind: kind(newParts))
    }
}
