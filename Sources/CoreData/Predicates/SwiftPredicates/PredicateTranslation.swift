import Foundation

/// Turns the tree that `#Predicate` and `#Expression` make into expressions and predicates.
internal struct PredicateTranslation {
    /// What each variable stands for.
    private var variables: [PredicateExpressions.VariableID: NSExpression] = [:]
    private var localCount = 0

    /// - Parameter subject: the variable of the object that is evaluated.
    internal init(subject: PredicateExpressions.VariableID) {
        variables[subject] = .expressionForEvaluatedObject()
    }

    // MARK: Variables

    internal mutating func bind(_ variable: PredicateExpressions.VariableID, to expression: NSExpression) {
        variables[variable] = expression
    }

    /// Gives a variable of a closure a name.
    internal mutating func name(_ variable: PredicateExpressions.VariableID) -> String {
        localCount += 1
        let name = "local\(localCount)"
        variables[variable] = NSExpression(forVariable: name)
        return name
    }

    internal func expression(
        for variable: PredicateExpressions.VariableID
    ) throws(PredicateTranslationError) -> NSExpression {
        guard let expression = variables[variable] else {
            throw PredicateTranslationError(part: "Variable", reason: "it is bound to nothing here")
        }
        return expression
    }

    // MARK: Parts

    internal mutating func part(
        _ expression: some PredicateExpression
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let failure: PredicateTranslationError
        if let translatable = expression as? any TranslatablePart {
            do {
                return try translatable.translated(&self)
            } catch {
                failure = error
            }
        } else {
            failure = PredicateTranslationError(
                part: expression.operationName, reason: "there is no such operation in the language of predicates")
        }
        // What does not depend on the object may be calculated now.
        guard let value = try? expression.evaluate(PredicateBindings()) else { throw failure }
        guard let constant = try? Self.constant(value) else { throw failure }
        return .expression(constant)
    }

    internal mutating func expression(
        _ expression: some PredicateExpression
    ) throws(PredicateTranslationError) -> NSExpression {
        try part(expression).expression
    }

    internal mutating func predicate(
        _ expression: some PredicateExpression
    ) throws(PredicateTranslationError) -> NSPredicate {
        try part(expression).predicate
    }

    internal mutating func comparison(
        _ left: some PredicateExpression, _ type: NSComparisonPredicate.Operator, _ right: some PredicateExpression,
        _ options: NSComparisonPredicate.Options = []
    ) throws(PredicateTranslationError) -> TranslatedPart {
        .predicate(Self.compare(try expression(left), type, try expression(right), options))
    }

    internal mutating func function(
        _ function: PredicateFunction, _ left: some PredicateExpression, _ right: some PredicateExpression
    ) throws(PredicateTranslationError) -> TranslatedPart {
        let arguments = [try expression(left), try expression(right)]
        return .expression(NSExpression(kind: .function(function.rawValue, operand: nil, arguments: arguments)))
    }

    internal static func compare(
        _ left: NSExpression, _ type: NSComparisonPredicate.Operator, _ right: NSExpression,
        _ options: NSComparisonPredicate.Options = []
    ) -> NSPredicate {
        NSComparisonPredicate(
            leftExpression: left, rightExpression: right, modifier: .direct, type: type, options: options)
    }

    /// A value that predicates can hold.
    internal static func constant(_ value: Any) throws(PredicateTranslationError) -> NSExpression {
        guard let value = OptionalUnwrapping.unwrapped(value) else { return NSExpression(forConstantValue: nil) }
        switch value {
        case let result as ComparisonResult: return NSExpression(forConstantValue: result.rawValue)
        case let character as Character: return NSExpression(forConstantValue: String(character))
        default: break
        }
        guard holds(ComparisonValue(value)) else {
            throw PredicateTranslationError(
                part: "\(type(of: value))", reason: "a predicate cannot hold a value of this type")
        }
        return NSExpression(forConstantValue: value)
    }

    private static func holds(_ value: ComparisonValue) -> Bool {
        switch value {
        case .other: false
        case .object(let object): object is NSManagedObject || object is NSManagedObjectID
        case .collection(let elements): elements.allSatisfy(holds)
        default: true
        }
    }
}

extension NSExpression {
    /// The expression that follows `path` from the value of this one.
    internal func following(_ path: String) -> NSExpression {
        switch kind {
        case .evaluatedObject: NSExpression(forKeyPath: path)
        case .keyPath(let start, let operand) where !start.hasCollectionOperator:
            NSExpression(kind: .keyPath("\(start).\(path)", operand: operand))
        default: NSExpression(kind: .keyPath(path, operand: self))
        }
    }
}
