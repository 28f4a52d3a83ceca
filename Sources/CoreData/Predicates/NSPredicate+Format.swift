import Foundation

extension NSPredicate: PredicateFormatting {}

extension PredicateFormatting where Self: NSPredicate {
    /// Creates a predicate from a format.
    ///
    ///     NSPredicate(format: "genus == %@ AND ANY sowings.numberOfSeeds > %d", "Lithops", 20)
    ///
    /// The result is an `NSComparisonPredicate`, an `NSCompoundPredicate`, or a constant predicate. The language is
    /// Apple's: see <doc:Fetching>.
    ///
    /// - Parameters:
    ///   - format: the predicate; `%@` stands for a value, `%K` for a key path, `%d`, `%f` … for numbers.
    ///   - args: what is to be put there, in order. `nil` stands for a missing value.
    /// - Precondition: the format can be read and the arguments suffice; otherwise the program stops with a message that
    ///   shows the place. `NSPredicate.parse(_:arguments:)` throws instead.
    public init(format: String, _ args: Any?...) {
        self.init(parsing: format, args)
    }

    /// Creates a predicate from a format.
    ///
    /// - Parameters:
    ///   - format: the predicate; `%@` stands for a value, `%K` for a key path, `%d`, `%f` … for numbers.
    ///   - arguments: what is to be put there, in order; `NSNull` stands for a missing value.
    /// - Precondition: the format can be read and the arguments suffice.
    public init(format: String, argumentArray arguments: [Any]?) {
        self.init(parsing: format, arguments ?? [])
    }

    private init(parsing format: String, _ arguments: [Any?]) {
        do {
            let predicate = try PredicateParser.predicate(format, arguments)
            guard let result = predicate as? Self else {
                preconditionFailure("A format makes an NSPredicate, not a \(Self.self): “\(format)”.")
            }
            self = result
        } catch {
            preconditionFailure("The predicate's format cannot be read. \(error)")
        }
    }
}

extension NSPredicate {
    /// Reads a predicate from a format, throwing where `NSPredicate(format:)` would stop the program. For formats that
    /// come from people or files. Not part of Apple's API.
    ///
    /// - Parameters:
    ///   - format: the predicate.
    ///   - arguments: the values for `%@`, `%K` and the like.
    /// - Throws: `PredicateFormatError`, which knows the position.
    public class func parse(
        _ format: String, arguments: [Any?] = []
    ) throws(PredicateFormatError) -> NSPredicate {
        try PredicateParser.predicate(format, arguments)
    }

    /// The predicate in the language of formats; reading it gives an equal predicate. Not part of Apple's API.
    ///
    /// The same as `predicateFormat`, which Foundation marks as deprecated on Linux and answers wrongly for an
    /// `NSCompoundPredicate` made by its initialiser. Blocks and managed objects have no spelling: what stands for them
    /// cannot be read again.
    public final var formatText: String {
        PredicateWriter.text(of: self)
    }

    /// A predicate with the variables (`$name`) that have a value in `variables` replaced by it.
    public final func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        let result = VariableSubstitution(variables).applied(to: self)
        // Comparisons and compounds of Foundation and of this module become such again; a client's subclass has no
        // variables this module could know of, and stays as it is.
        return result as? Self ?? self
    }
}
