import Synchronization

/// The trees that a predicate was compiled to, one for each kind of rules, made when first needed.
///
/// Predicates are evaluated on many threads at once; the trees themselves never change.
internal final class CompiledPredicateCache: Sendable {
    // A tree is immutable once it is made, which is what lets threads share it.
    private struct Trees: @unchecked Sendable {
        var inMemory: TruthNode?
        var store: TruthNode?
    }

    private let trees = Mutex(Trees())

    /// The tree of `predicate`, to whom this cache belongs.
    internal func truth(of predicate: NSPredicate, _ rules: ComparisonValue.Rules) -> TruthNode {
        if let tree = trees.withLock({ rules == .store ? $0.store : $0.inMemory }) { return tree }
        let tree = PredicateCompiler(rules).compile(predicate)
        trees.withLock {
            if rules == .store { $0.store = tree } else { $0.inMemory = tree }
        }
        return tree
    }

    /// Forgets the trees: the predicate was changed.
    internal func forget() {
        trees.withLock { $0 = Trees() }
    }
}
