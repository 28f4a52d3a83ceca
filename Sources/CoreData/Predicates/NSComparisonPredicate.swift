/// A predicate that compares the values of two expressions.
///
/// Foundation's class of this name cannot be used on Linux; this one takes its place in every file that imports
/// `CoreData`. Comparison predicates are immutable.
open class NSComparisonPredicate: NSPredicate {
    /// How a comparison is done, with Apple's raw values.
    public enum Operator: UInt, Sendable {
        /// `<`
        case lessThan = 0
        /// `<=`
        case lessThanOrEqualTo = 1
        /// `>`
        case greaterThan = 2
        /// `>=`
        case greaterThanOrEqualTo = 3
        /// `==`
        case equalTo = 4
        /// `!=`
        case notEqualTo = 5
        /// `MATCHES`: the whole string matches a regular expression.
        case matches = 6
        /// `LIKE`: `?` stands for one character, `*` for any number of them.
        case like = 7
        /// `BEGINSWITH`
        case beginsWith = 8
        /// `ENDSWITH`
        case endsWith = 9
        /// `IN`: the right side, a collection or string, contains the left one.
        case `in` = 10
        /// `CONTAINS`: the left side, a collection or string, contains the right one.
        case contains = 99
        /// `BETWEEN`: the left side lies between the two values on the right, both included.
        case between = 100
    }

    /// How a comparison goes over a to-many left side.
    public enum Modifier: UInt, Sendable {
        /// The values are compared as they are.
        case direct = 0
        /// Every element of the left side has to fulfil the comparison; so it holds for an empty one.
        case all = 1
        /// At least one element of the left side has to fulfil the comparison.
        case any = 2
    }

    /// What a comparison of strings ignores.
    public struct Options: OptionSet, Sendable {
        /// The bits, as Apple's.
        public let rawValue: UInt

        /// Creates options from bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// `[c]`: upper and lower case are the same.
        public static let caseInsensitive = Options(rawValue: 0x1)
        /// `[d]`: letters with and without diacritics are the same.
        public static let diacriticInsensitive = Options(rawValue: 0x2)
        /// `[n]`: both sides have been folded before; they are compared byte by byte, whatever other options say.
        public static let normalized = Options(rawValue: 0x4)
        /// `[l]`: strings are compared by the rules of the current locale.
        internal static let localeSensitive = Options(rawValue: 0x8)
    }

    /// How the two sides are compared.
    public final let predicateOperatorType: Operator
    /// How the comparison goes over a to-many left side.
    public final let comparisonPredicateModifier: Modifier
    /// The left side.
    public final let leftExpression: NSExpression
    /// The right side.
    public final let rightExpression: NSExpression
    /// What the comparison of strings ignores.
    public final let options: Options

    internal final let compiled = CompiledPredicateCache()

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - lhs: the left side.
    ///   - rhs: the right side.
    ///   - modifier: how the comparison goes over a to-many left side.
    ///   - type: the operator.
    ///   - options: what the comparison of strings ignores.
    public init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier,
        type: Operator, options: Options = []
    ) {
        leftExpression = lhs
        rightExpression = rhs
        comparisonPredicateModifier = modifier
        predicateOperatorType = type
        self.options = options
        super.init(value: false)
    }

    /// The comparison in the language of formats.
    open override var predicateFormat: String {
        PredicateWriter.text(of: self)
    }

    /// The comparison in the language of formats.
    open override var description: String {
        PredicateWriter.text(of: self)
    }

    /// Returns the predicate itself: comparison predicates are immutable.
    open override func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether `object` is a comparison with the same parts.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPredicate else { return false }
        return other === self || PredicateEquality.areEqual(self, other)
    }

    /// A hash of the parts' shape.
    open override var hash: Int {
        PredicateHash.hash(of: self)
    }

    /// Whether the comparison holds for `object`, by Apple's in-memory rules.
    open override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        compiled.truth(of: self, .inMemory).isTrue(object, bindings)
    }
}
