extension NSExpression {
    /// The value by a store's rules, if it is the same for every object.
    internal var constantInStore: ComparisonValue? {
        switch kind {
        case .constant, .function, .aggregate: PredicateCompiler(.store).compile(self).constant
        default: nil
        }
    }
}
