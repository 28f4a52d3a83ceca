/// The operators of key paths, such as `@count` in `items.@count`.
internal enum CollectionOperator: String {
    case count = "@count"
    case sum = "@sum"
    case average = "@avg"
    case minimum = "@min"
    case maximum = "@max"
    case unionOfObjects = "@unionOfObjects"
    case distinctUnionOfObjects = "@distinctUnionOfObjects"
    case unionOfArrays = "@unionOfArrays"
    case distinctUnionOfArrays = "@distinctUnionOfArrays"
    case unionOfSets = "@unionOfSets"
    case distinctUnionOfSets = "@distinctUnionOfSets"

    /// Whether the same value is kept once only.
    internal var isDistinct: Bool {
        switch self {
        case .distinctUnionOfObjects, .distinctUnionOfArrays, .distinctUnionOfSets, .unionOfSets: true
        default: false
        }
    }

    /// Whether the operator joins the collections that the path after it leads to.
    internal var joinsCollections: Bool {
        switch self {
        case .unionOfArrays, .distinctUnionOfArrays, .unionOfSets, .distinctUnionOfSets: true
        default: false
        }
    }

    /// The operator's function over the values of the path after it; `nil` for those that give a collection.
    internal var function: PredicateFunction? {
        switch self {
        case .count: .count
        case .sum: .sum
        case .average: .average
        case .minimum: .min
        case .maximum: .max
        default: nil
        }
    }
}
