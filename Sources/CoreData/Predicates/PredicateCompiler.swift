import Foundation

/// Turns predicates and expressions into trees of nodes that answer quickly.
internal struct PredicateCompiler {
    private let rules: ComparisonValue.Rules

    internal init(_ rules: ComparisonValue.Rules) {
        self.rules = rules
    }

    // MARK: Predicates

    internal func compile(_ predicate: NSPredicate) -> TruthNode {
        if predicate is NSCompoundPredicate, LogicProgram.isNeeded(for: predicate) {
            return DeepLogic(LogicProgram(predicate), compileShallow)
        }
        return compileShallow(predicate)
    }

    private func compileShallow(_ predicate: NSPredicate) -> TruthNode {
        switch predicate {
        case let comparison as NSComparisonPredicate: compile(comparison)
        case let compound as NSCompoundPredicate: compile(compound)
        default: PlainPredicate(predicate).value.map(ConstantTruth.init) ?? OpaqueTruth(predicate)
        }
    }

    private func compile(_ compound: NSCompoundPredicate) -> TruthNode {
        switch compound.compoundPredicateType {
        case .not:
            return compound.subpredicates.first.map { Negation(compileShallow($0)) } ?? ConstantTruth(false)
        case .and, .or:
            let parts = Self.parts(of: compound).map(compileShallow)
            if parts.count == 1 { return parts[0] }
            return compound.compoundPredicateType == .and ? Conjunction(parts) : Disjunction(parts)
        }
    }

    /// The parts of an AND or OR, those of the same kind inside it taken apart too: a chain that was built one by one
    /// is as deep as it is long.
    internal static func parts(of compound: NSCompoundPredicate) -> [NSPredicate] {
        var parts: [NSPredicate] = []
        var pending = Array(compound.subpredicates.reversed())
        while let next = pending.popLast() {
            if let inner = next as? NSCompoundPredicate,
                inner.compoundPredicateType == compound.compoundPredicateType
            {
                pending.append(contentsOf: inner.subpredicates.reversed())
            } else {
                parts.append(next)
            }
        }
        return parts
    }

    private func compile(_ comparison: NSComparisonPredicate) -> TruthNode {
        let left = compile(comparison.leftExpression)
        let right = compile(comparison.rightExpression)
        let isBlank =
            left is VariableNode || right is VariableNode || left.constant?.isNull == true
            || right.constant?.isNull == true
        let test = ValueTest(
            comparison.predicateOperatorType, comparison.options, rules, right: right.constant,
            left: left.constant, comparesWithNull: isBlank)
        switch comparison.comparisonPredicateModifier {
        case .direct: return ComparisonNode(left, right, test)
        case .any: return QuantifiedComparisonNode(left, right, test, all: false)
        case .all: return QuantifiedComparisonNode(left, right, test, all: true)
        }
    }

    // MARK: Expressions

    internal func compile(_ expression: NSExpression) -> ValueNode {
        if type(of: expression) != NSExpression.self {
            // A client's subclass knows its value itself.
            return OpaqueValueNode([]) { object, bindings, _ in
                expression.expressionValue(with: object, context: bindings.map(NSMutableDictionary.init(swift:)))
            }
        }
        switch expression.kind {
        case .constant(let value): return ConstantNode(ComparisonValue(value).under(rules))
        case .evaluatedObject: return SubjectNode()
        case .variable(let name): return VariableNode(name)
        case .keyPath(let path, let operand): return compile(keyPath: path, operand)
        case .function(let name, let operand, let arguments):
            return compile(function: name, operand, arguments.map(compile))
        case .aggregate(let elements): return folded(AggregateNode(elements.map(compile)), elements.map(compile))
        case .setOperation(let operation, let left, let right):
            return SetOperationNode(operation, compile(left), compile(right))
        case .subquery(let collection, let variable, let predicate):
            return SubqueryNode(compile(collection), variable, compile(predicate))
        case .anyKey: return ConstantNode(.null)
        case .block(let block, let arguments):
            return OpaqueValueNode(arguments.map(compile)) { object, bindings, values in
                block(object, values, bindings.map(NSMutableDictionary.init(swift:)))
            }
        case .conditional(let predicate, let whenTrue, let whenFalse):
            return ConditionalNode(compile(predicate), compile(whenTrue), compile(whenFalse))
        }
    }

    private func compile(keyPath path: String, _ operand: NSExpression?) -> ValueNode {
        let base = operand.map(compile) ?? SubjectNode()
        if base is SubjectNode, !path.utf8.contains(UInt8(ascii: ".")), !path.hasPrefix("@"),
            path.lowercased() != "self"
        {
            return KeyNode(path, rules)
        }
        return KeyPathNode(base, PredicateKeyPath(path), rules)
    }

    private func compile(function name: String, _ operand: NSExpression?, _ arguments: [ValueNode]) -> ValueNode {
        if let operand {
            let target = compile(operand)
            let node = MethodNode(name, target, arguments, rules)
            return name.hasPrefix("random") ? node : folded(node, [target] + arguments)
        }
        guard let function = PredicateFunction(rawValue: name) else { return ConstantNode(.null) }
        let node = FunctionNode(function, arguments, rules)
        switch function {
        case .now, .random, .randomBelow, .randomNumber: return node
        default: return folded(node, arguments)
        }
    }

    /// `node`, or its value when nothing it depends on ever changes.
    private func folded(_ node: ValueNode, _ parts: [ValueNode]) -> ValueNode {
        guard parts.allSatisfy({ $0.constant != nil }) else { return node }
        var scope = EvaluationScope(.null)
        return ConstantNode(node.value(&scope))
    }
}

extension NSMutableDictionary {
    /// A context for expressions, with the bindings of a predicate.
    fileprivate convenience init(swift bindings: [String: Any]) {
        self.init()
        for (key, value) in bindings { self[key] = value }
    }
}
