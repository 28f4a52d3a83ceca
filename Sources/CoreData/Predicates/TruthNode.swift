import Foundation

/// A compiled predicate: asked for its answer again and again, it parses and prepares nothing.
///
/// Nodes never change after they are made.
internal class TruthNode {
    internal func truth(_ scope: inout EvaluationScope) -> Truth {
        preconditionFailure("A node of a compiled predicate has to answer.")
    }

    /// Whether the predicate holds for `object`.
    internal final func isTrue(_ object: Any?, _ bindings: [String: Any]?) -> Bool {
        isTrue(ComparisonValue(object), bindings)
    }

    internal final func isTrue(_ subject: ComparisonValue, _ bindings: [String: Any]? = nil) -> Bool {
        var scope = EvaluationScope(subject, bindings)
        return truth(&scope) == .yes
    }
}

/// `TRUEPREDICATE`, `FALSEPREDICATE`
internal final class ConstantTruth: TruthNode {
    private let value: Truth

    internal init(_ value: Bool) {
        self.value = Truth(value)
    }

    override func truth(_ scope: inout EvaluationScope) -> Truth {
        value
    }
}

/// `AND`: false as soon as one part is, unknown if one part is.
internal final class Conjunction: TruthNode {
    private let parts: [TruthNode]

    internal init(_ parts: [TruthNode]) {
        self.parts = parts
    }

    override func truth(_ scope: inout EvaluationScope) -> Truth {
        var result = Truth.yes
        for part in parts {
            switch part.truth(&scope) {
            case .no: return .no
            case .unknown: result = .unknown
            case .yes: break
            }
        }
        return result
    }
}

/// `OR`: true as soon as one part is, unknown if one part is.
internal final class Disjunction: TruthNode {
    private let parts: [TruthNode]

    internal init(_ parts: [TruthNode]) {
        self.parts = parts
    }

    override func truth(_ scope: inout EvaluationScope) -> Truth {
        var result = Truth.no
        for part in parts {
            switch part.truth(&scope) {
            case .yes: return .yes
            case .unknown: result = .unknown
            case .no: break
            }
        }
        return result
    }
}

/// `NOT`
internal final class Negation: TruthNode {
    private let part: TruthNode

    internal init(_ part: TruthNode) {
        self.part = part
    }

    override func truth(_ scope: inout EvaluationScope) -> Truth {
        !part.truth(&scope)
    }
}

/// A predicate that only knows how to evaluate itself: a block, or a client's own subclass.
internal final class OpaqueTruth: TruthNode {
    private let predicate: NSPredicate

    internal init(_ predicate: NSPredicate) {
        self.predicate = predicate
    }

    override func truth(_ scope: inout EvaluationScope) -> Truth {
        Truth(predicate.evaluate(with: scope.subject.boxed, substitutionVariables: scope.allBindings))
    }
}
