import Foundation

/// A call of a predefined function.
internal final class FunctionNode: ValueNode {
    private let function: PredicateFunction
    private let arguments: [ValueNode]
    private let rules: ComparisonValue.Rules

    internal init(_ function: PredicateFunction, _ arguments: [ValueNode], _ rules: ComparisonValue.Rules) {
        self.function = function
        self.arguments = arguments
        self.rules = rules
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        function.value(of: arguments.map { $0.value(&scope) }, rules)
    }
}

/// `FUNCTION(target, 'name:', …)`
internal final class MethodNode: ValueNode {
    private let name: String
    private let target: ValueNode
    private let arguments: [ValueNode]
    private let rules: ComparisonValue.Rules

    internal init(_ name: String, _ target: ValueNode, _ arguments: [ValueNode], _ rules: ComparisonValue.Rules) {
        self.name = name
        self.target = target
        self.arguments = arguments
        self.rules = rules
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        PredicateMethod.value(of: name, target.value(&scope), arguments.map { $0.value(&scope) }, rules)
    }
}

/// `UNION(a, b)` and its like.
internal final class SetOperationNode: ValueNode {
    private let operation: ExpressionKind.SetOperation
    private let left: ValueNode
    private let right: ValueNode

    internal init(_ operation: ExpressionKind.SetOperation, _ left: ValueNode, _ right: ValueNode) {
        self.operation = operation
        self.left = left
        self.right = right
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        let left = left.value(&scope).flattened
        let right = right.value(&scope).flattened
        var seen = ValueSet()
        switch operation {
        case .union: return .collection((left + right).filter { seen.insert($0) })
        case .intersect:
            let other = ValueSet(right)
            return .collection(left.filter { other.contains($0, .inMemory) && seen.insert($0) })
        case .minus:
            let other = ValueSet(right)
            return .collection(left.filter { !other.contains($0, .inMemory) && seen.insert($0) })
        }
    }
}

/// `SUBQUERY(collection, $x, predicate)`
internal final class SubqueryNode: ValueNode {
    private let collection: ValueNode
    private let variable: String
    private let predicate: TruthNode

    internal init(_ collection: ValueNode, _ variable: String, _ predicate: TruthNode) {
        self.collection = collection
        self.variable = variable
        self.predicate = predicate
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        let elements = collection.value(&scope).flattened
        let outer = scope.frame
        defer { scope.frame = outer }
        return .collection(
            elements.filter { element in
                scope.frame = EvaluationScope.Frame(variable, element, in: outer)
                return predicate.truth(&scope) == .yes
            })
    }
}

/// `TERNARY(predicate, a, b)`
internal final class ConditionalNode: ValueNode {
    private let predicate: TruthNode
    private let whenTrue: ValueNode
    private let whenFalse: ValueNode

    internal init(_ predicate: TruthNode, _ whenTrue: ValueNode, _ whenFalse: ValueNode) {
        self.predicate = predicate
        self.whenTrue = whenTrue
        self.whenFalse = whenFalse
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        predicate.truth(&scope) == .yes ? whenTrue.value(&scope) : whenFalse.value(&scope)
    }
}

/// A client's closure, or an expression of a client's own class.
internal final class OpaqueValueNode: ValueNode {
    private let evaluate: (Any?, [String: Any]?, [Any]) -> Any?
    private let arguments: [ValueNode]

    internal init(_ arguments: [ValueNode], _ evaluate: @escaping (Any?, [String: Any]?, [Any]) -> Any?) {
        self.arguments = arguments
        self.evaluate = evaluate
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        let values = arguments.map { $0.value(&scope).boxed ?? NSNull() }
        return ComparisonValue(evaluate(scope.subject.boxed, scope.allBindings, values))
    }
}
