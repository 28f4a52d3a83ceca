/// What a predicate is evaluated with: the object, the bindings of variables, and the variables of subqueries.
internal struct EvaluationScope {
    internal let subject: ComparisonValue
    internal let bindings: [String: Any]?
    /// The innermost variable of a subquery.
    internal var frame: Frame?

    internal init(_ subject: ComparisonValue, _ bindings: [String: Any]? = nil) {
        self.subject = subject
        self.bindings = bindings
    }

    /// A variable of a subquery, and those around it.
    internal final class Frame {
        internal let name: String
        internal let value: ComparisonValue
        internal let outer: Frame?

        internal init(_ name: String, _ value: ComparisonValue, in outer: Frame?) {
            self.name = name
            self.value = value
            self.outer = outer
        }
    }

    /// The value of a variable.
    ///
    /// - Precondition: it has one.
    internal func value(ofVariable name: String) -> ComparisonValue {
        var frame = frame
        while let current = frame {
            if current.name == name { return current.value }
            frame = current.outer
        }
        guard let value = bindings?[name] else {
            preconditionFailure(
                """
                The predicate's variable $\(name) has no value. Give it one with withSubstitutionVariables(_:) or \
                in the bindings of evaluate(with:substitutionVariables:).
                """)
        }
        return ComparisonValue(value)
    }

    /// The bindings with the variables of subqueries among them.
    internal var allBindings: [String: Any]? {
        guard frame != nil else { return bindings }
        var all = bindings ?? [:]
        var seen: Set<String> = []
        var frame = frame
        while let current = frame {
            if seen.insert(current.name).inserted { all[current.name] = current.value.boxed }
            frame = current.outer
        }
        return all
    }
}
