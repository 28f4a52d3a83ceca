/// What an `NSExpression` is made of.
///
/// The public class carries one of these; the parser, the evaluator and the SQL translator read it instead of the
/// public accessors, which trap when asked for a part the expression does not have.
internal indirect enum ExpressionKind {
    /// A value that is always the same.
    case constant(Any?)
    /// The object being evaluated (`SELF`).
    case evaluatedObject
    /// A value found in the bindings (`$name`).
    case variable(String)
    /// A key path from `operand`, or from the evaluated object where `operand` is `nil`.
    case keyPath(String, operand: NSExpression?)
    /// A predefined function, or a method called on `operand`.
    case function(String, operand: NSExpression?, arguments: [NSExpression])
    /// A collection of expressions (`{a, b}`).
    case aggregate([NSExpression])
    /// Two collections combined.
    case setOperation(SetOperation, NSExpression, NSExpression)
    /// The elements of a collection for which a predicate holds.
    case subquery(NSExpression, variable: String, predicate: NSPredicate)
    /// Any key of a Spotlight query (`ANYKEY`).
    case anyKey
    /// A closure called with the values of its arguments.
    case block(NSExpression.Block, arguments: [NSExpression])
    /// One of two expressions, by a predicate (`TERNARY(…)`).
    case conditional(NSPredicate, NSExpression, NSExpression)

    /// How two collections are combined.
    internal enum SetOperation {
        case union, intersect, minus
    }
}
