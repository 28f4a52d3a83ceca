extension NSExpression {
    /// The value by a store's rules, if it is the same for every object of a fetch.
    internal var constantInStore: ComparisonValue? {
        switch kind {
        case .constant, .function, .aggregate: return PredicateCompiler(.store).compile(self).constant
        case .keyPath(let path, let operand?):
            // What an object given as a value has now, as in `$FETCH_SOURCE.maker`: never kept, it may change.
            return operand.constantInStore.map { PredicateKeyPath(path).value(from: $0, .store) }
        default: return nil
        }
    }
}
