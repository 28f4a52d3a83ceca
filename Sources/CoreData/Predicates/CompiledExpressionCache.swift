import Synchronization

/// The tree that an expression was compiled to for evaluation in memory, made when first needed.
internal final class CompiledExpressionCache: Sendable {
    // A tree is immutable once it is made, which is what lets threads share it.
    private struct Tree: @unchecked Sendable {
        var node: ValueNode?
    }

    private let tree = Mutex(Tree())

    /// The tree of `expression`, to which this cache belongs.
    internal func node(of expression: NSExpression) -> ValueNode {
        if let node = tree.withLock(\.node) { return node }
        let node = PredicateCompiler(.inMemory).compile(expression)
        tree.withLock { $0.node = node }
        return node
    }
}
