/// An expression in a predicate, a fetched property or an aggregate: a constant, a key path, a function call and so on.
///
/// Foundation's class of this name has no usable initialiser on Linux; this one takes its place in every file that
/// imports `CoreData`. Expressions are immutable.
///
///     let expression = NSExpression(format: "4 + 5 - 2**3")
///     expression.expressionValue(with: nil, context: nil)  // 1
open class NSExpression: NSObject, NSCopying {
    /// The kinds of expression, with Apple's raw values.
    public enum ExpressionType: UInt, Sendable {
        /// A value that is always the same.
        case constantValue = 0
        /// The object being evaluated, `SELF` in a format.
        case evaluatedObject = 1
        /// A value from the bindings, `$name` in a format.
        case variable = 2
        /// A value found by following a key path.
        case keyPath = 3
        /// The result of a function.
        case function = 4
        /// The union of two collections.
        case unionSet = 5
        /// The elements two collections share.
        case intersectSet = 6
        /// The elements of one collection that another does not have.
        case minusSet = 7
        /// The elements of a collection for which a predicate holds.
        case subquery = 13
        /// A collection of expressions.
        case aggregate = 14
        /// Any key of a Spotlight query.
        case anyKey = 15
        /// The result of a closure.
        case block = 19
        /// One of two expressions, chosen by a predicate.
        case conditional = 20
    }

    /// The closure of a block expression: the evaluated object, the values of the arguments, and the context.
    public typealias Block = (Any?, [Any], NSMutableDictionary?) -> Any

    internal final let kind: ExpressionKind

    /// The tree made of this expression, kept after the first evaluation.
    private let compiled = CompiledExpressionCache()

    internal init(kind: ExpressionKind) {
        self.kind = kind
        super.init()
    }

    /// Creates an expression of a type that needs nothing else: `evaluatedObject` or `anyKey`.
    ///
    /// - Precondition: `type` is one of those two; the others have initialisers that take their parts.
    public init(expressionType type: ExpressionType) {
        switch type {
        case .evaluatedObject: kind = .evaluatedObject
        case .anyKey: kind = .anyKey
        default:
            preconditionFailure(
                "NSExpression(expressionType: .\(type)) has no parts; use the initialiser made for that type.")
        }
        super.init()
    }

    /// Creates an expression that always has the value `obj`.
    public init(forConstantValue obj: Any?) {
        kind = .constant(obj.flatMap(Self.unwrapped))
        super.init()
    }

    /// Creates an expression whose value is looked up in the bindings under `string` (written `$string` in a format).
    public init(forVariable string: String) {
        kind = .variable(string)
        super.init()
    }

    /// Creates an expression that follows `keyPath` from the evaluated object.
    ///
    /// - Parameter keyPath: keys separated by dots; collection operators (`@count`, `@sum` …) are allowed.
    public init(forKeyPath keyPath: String) {
        kind = .keyPath(keyPath, operand: nil)
        super.init()
    }

    /// Creates an expression that calls one of the predefined functions.
    ///
    /// - Parameters:
    ///   - name: a name such as `sum:`, `max:`, `add:to:` or `now`.
    ///   - parameters: expressions, or constant values.
    /// - Precondition: the function exists.
    public init(forFunction name: String, arguments parameters: [Any]) {
        guard let function = PredicateFunction(name: name) else {
            preconditionFailure(
                "There is no predicate function named “\(name)”. Known are: \(PredicateFunction.allNames).")
        }
        kind = .function(function.rawValue, operand: nil, arguments: parameters.map(Self.expression(for:)))
        super.init()
    }

    /// Creates an expression that calls a method on the value of `target`.
    ///
    /// There are no selectors on Linux. Understood are the predefined functions, whose first argument is then the
    /// target, and these methods: `uppercaseString`, `lowercaseString`, `capitalizedString`, `length`, `stringValue`,
    /// `description`, `intValue`, `integerValue`, `longLongValue`, `doubleValue`, `floatValue`, `boolValue`, `count`,
    /// `absoluteString`, `timeIntervalSinceReferenceDate`, `timeIntervalSince1970`, `dateByAddingTimeInterval:`,
    /// `timeIntervalSinceDate:`, `stringByAppendingString:`, `objectAtIndex:`, `valueForKey:`, `valueForKeyPath:`.
    ///
    /// - Precondition: the method exists and takes that many arguments.
    public init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
        let arguments = (parameters ?? []).map(Self.expression(for:))
        precondition(
            PredicateMethod.exists(name, argumentCount: arguments.count),
            "There is no method named “\(name)” with \(arguments.count) arguments that expressions can call.")
        kind = .function(name, operand: target, arguments: arguments)
        super.init()
    }

    /// Creates an expression whose value is the collection of the values of `subexpressions`.
    ///
    /// - Parameter subexpressions: expressions, or constant values.
    public init(forAggregate subexpressions: [Any]) {
        kind = .aggregate(subexpressions.map(Self.expression(for:)))
        super.init()
    }

    /// Creates an expression for the union of two collections.
    public init(forUnionSet left: NSExpression, with right: NSExpression) {
        kind = .setOperation(.union, left, right)
        super.init()
    }

    /// Creates an expression for the elements that two collections share.
    public init(forIntersectSet left: NSExpression, with right: NSExpression) {
        kind = .setOperation(.intersect, left, right)
        super.init()
    }

    /// Creates an expression for the elements of `left` that `right` does not have.
    public init(forMinusSet left: NSExpression, with right: NSExpression) {
        kind = .setOperation(.minus, left, right)
        super.init()
    }

    /// Creates an expression for the elements of a collection for which a predicate holds.
    ///
    /// - Parameters:
    ///   - expression: gives the collection.
    ///   - variable: the name, without `$`, under which `predicate` sees the element.
    ///   - predicate: what an element has to fulfil.
    public init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: NSPredicate
    ) {
        let name = variable.hasPrefix("$") ? String(variable.dropFirst()) : variable
        kind = .subquery(expression, variable: name, predicate: predicate)
        super.init()
    }

    /// Creates an expression that calls `block` with the values of `arguments`.
    ///
    /// Works in memory; no store can translate it.
    public init(block: @escaping Block, arguments: [NSExpression]?) {
        kind = .block(block, arguments: arguments ?? [])
        super.init()
    }

    /// Creates an expression that has the value of one expression where a predicate holds, else that of another.
    public init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        kind = .conditional(predicate, trueExpression, falseExpression)
        super.init()
    }

    /// Returns an expression for the object being evaluated.
    open class func expressionForEvaluatedObject() -> NSExpression {
        NSExpression(kind: .evaluatedObject)
    }

    /// Returns an expression for any key of a Spotlight query. No store translates it.
    open class func expressionForAnyKey() -> NSExpression {
        NSExpression(kind: .anyKey)
    }

    /// Returns the expression itself: expressions are immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Returns the expression itself: expressions are immutable.
    open override func copy() -> Any {
        self
    }

    /// The expression in the language of formats, such as `sum(items.price)`.
    open override var description: String {
        PredicateWriter.text(of: self)
    }

    /// The expression in the language of formats.
    open override var debugDescription: String {
        description
    }

    /// Whether `object` is an expression with the same parts.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSExpression else { return false }
        return other === self || PredicateEquality.areEqual(self, other)
    }

    /// A hash of the parts' shape.
    open override var hash: Int {
        PredicateHash.hash(of: self)
    }

    /// The value of the expression for `object`, by Apple's in-memory rules.
    ///
    /// Numbers that are calculated come as `NSNumber`; a key path's value comes as the object gives it.
    ///
    /// - Parameters:
    ///   - object: what key paths start from.
    ///   - context: the values of variables, by name.
    /// - Precondition: the variables have values, and the objects have the keys.
    open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        switch kind {
        case .constant(let value): return value
        case .evaluatedObject: return object
        case .keyPath(let path, nil): return KeyValueCoding.value(of: object, forKeyPath: path)
        default: break
        }
        var bindings: [String: Any] = [:]
        context?.forEach { if let name = $0.key as? String { bindings[name] = $0.value } }
        var scope = EvaluationScope(ComparisonValue(object), bindings)
        return compiled.node(of: self).value(&scope).boxed
    }

    /// Does nothing: expressions here never come from an archive.
    open func allowEvaluation() {}

    private static func expression(for value: Any) -> NSExpression {
        value as? NSExpression ?? NSExpression(forConstantValue: value)
    }

    /// `value` without a layer of `Optional` that boxing in `Any` may have hidden.
    private static func unwrapped(_ value: Any) -> Any? {
        OptionalUnwrapping.unwrapped(value)
    }
}
