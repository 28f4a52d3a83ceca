import Foundation

extension NSExpression {
    /// Creates an expression from a format, such as `"4 + 5 - 2**3"` or `"max(sowings.date)"`.
    ///
    /// - Parameters:
    ///   - expressionFormat: the expression, in the language of predicate formats.
    ///   - args: what is to be put in the places of `%@`, `%K` and the like.
    /// - Precondition: the format can be read and the arguments suffice; otherwise the program stops with a message that
    ///   shows the place. ``parse(_:arguments:)`` throws instead.
    public convenience init(format expressionFormat: String, _ args: Any?...) {
        self.init(parsing: expressionFormat, args)
    }

    /// Creates an expression from a format.
    ///
    /// - Parameters:
    ///   - expressionFormat: the expression, in the language of predicate formats.
    ///   - arguments: what is to be put in the places of `%@`, `%K` and the like.
    /// - Precondition: the format can be read and the arguments suffice.
    public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
        self.init(parsing: expressionFormat, arguments)
    }

    private convenience init(parsing format: String, _ arguments: [Any?]) {
        do {
            self.init(kind: try PredicateParser.expression(format, arguments).kind)
        } catch {
            preconditionFailure("The expression's format cannot be read. \(error)")
        }
    }

    /// Reads an expression from a format, throwing where `NSExpression(format:)` would stop the program. Not part of
    /// Apple's API.
    ///
    /// - Parameters:
    ///   - format: the expression.
    ///   - arguments: the values for `%@`, `%K` and the like.
    /// - Throws: `PredicateFormatError`, which knows the position.
    public class func parse(
        _ format: String, arguments: [Any?] = []
    ) throws(PredicateFormatError) -> NSExpression {
        try PredicateParser.expression(format, arguments)
    }
}
