import Foundation

/// A compiled expression. Nodes never change after they are made.
internal class ValueNode {
    internal func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        preconditionFailure("A node of a compiled expression has to answer.")
    }

    /// The value, if it is always the same.
    internal var constant: ComparisonValue? { nil }
}

internal final class ConstantNode: ValueNode {
    private let content: ComparisonValue

    internal init(_ content: ComparisonValue) {
        self.content = content
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        content
    }

    override var constant: ComparisonValue? { content }
}

/// `SELF`
internal final class SubjectNode: ValueNode {
    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        scope.subject
    }
}

/// `$name`
internal final class VariableNode: ValueNode {
    private let name: String

    internal init(_ name: String) {
        self.name = name
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        scope.value(ofVariable: name)
    }
}

/// A path of a single key from the evaluated object: by far the most frequent one.
internal final class KeyNode: ValueNode {
    private let key: String
    private let rules: ComparisonValue.Rules

    internal init(_ key: String, _ rules: ComparisonValue.Rules) {
        self.key = key
        self.rules = rules
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        scope.subject.value(forKey: key).under(rules)
    }
}

internal final class KeyPathNode: ValueNode {
    private let base: ValueNode
    private let path: PredicateKeyPath
    private let rules: ComparisonValue.Rules

    internal init(_ base: ValueNode, _ path: PredicateKeyPath, _ rules: ComparisonValue.Rules) {
        self.base = base
        self.path = path
        self.rules = rules
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        path.value(from: base.value(&scope), rules)
    }
}

/// `{a, b}`
internal final class AggregateNode: ValueNode {
    private let elements: [ValueNode]

    internal init(_ elements: [ValueNode]) {
        self.elements = elements
    }

    override func value(_ scope: inout EvaluationScope) -> ComparisonValue {
        .collection(elements.map { $0.value(&scope) })
    }
}
