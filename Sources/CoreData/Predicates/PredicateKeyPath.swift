/// A key path cut into steps, to be followed many times.
internal struct PredicateKeyPath {
    private indirect enum Step {
        case key(String)
        case collectionOperator(CollectionOperator, rest: PredicateKeyPath?)
        /// An operator that does not exist. A trap when the path is followed.
        case unknown(String)
    }

    private let steps: [Step]

    internal init(_ path: String) {
        self.init(path.split(separator: ".")[...])
    }

    private init(_ keys: ArraySlice<Substring>) {
        var steps: [Step] = []
        for (index, key) in zip(keys.indices, keys) {
            guard key.hasPrefix("@") else {
                if key.lowercased() != "self" { steps.append(.key(String(key))) }
                continue
            }
            guard let collectionOperator = CollectionOperator(rawValue: String(key)) else {
                steps.append(.unknown(String(key)))
                break
            }
            let rest = keys[(index + 1)...]
            steps.append(.collectionOperator(collectionOperator, rest: rest.isEmpty ? nil : PredicateKeyPath(rest)))
            break
        }
        self.steps = steps
    }

    /// The value the path leads to.
    ///
    /// - Precondition: the objects on the way have the keys.
    internal func value(from start: ComparisonValue, _ rules: ComparisonValue.Rules) -> ComparisonValue {
        var value = start
        for step in steps {
            switch step {
            case .key(let key): value = value.value(forKey: key).under(rules)
            case .collectionOperator(let collectionOperator, let rest):
                value = value.applying(collectionOperator, { rest?.value(from: $0, rules) ?? $0 }, rules)
            case .unknown(let name): preconditionFailure("There is no collection operator “\(name)”.")
            }
        }
        return value
    }
}
