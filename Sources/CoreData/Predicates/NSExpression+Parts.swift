extension NSExpression {
    /// What kind of expression this is.
    public var expressionType: ExpressionType {
        switch kind {
        case .constant: .constantValue
        case .evaluatedObject: .evaluatedObject
        case .variable: .variable
        case .keyPath: .keyPath
        case .function: .function
        case .aggregate: .aggregate
        case .setOperation(.union, _, _): .unionSet
        case .setOperation(.intersect, _, _): .intersectSet
        case .setOperation(.minus, _, _): .minusSet
        case .subquery: .subquery
        case .anyKey: .anyKey
        case .block: .block
        case .conditional: .conditional
        }
    }

    /// The value of a constant expression.
    ///
    /// - Precondition: this is a constant expression.
    public var constantValue: Any? {
        guard case .constant(let value) = kind else { missing("constant value") }
        return value
    }

    /// The key path of a key path expression.
    ///
    /// - Precondition: this is a key path expression.
    public var keyPath: String {
        guard case .keyPath(let path, _) = kind else { missing("key path") }
        return path
    }

    /// The function's name, such as `sum:`.
    ///
    /// - Precondition: this is a function expression.
    public var function: String {
        guard case .function(let name, _, _) = kind else { missing("function") }
        return name
    }

    /// The variable's name, without `$`.
    ///
    /// - Precondition: this is a variable or a subquery expression.
    public var variable: String {
        switch kind {
        case .variable(let name), .subquery(_, let name, _): return name
        default: missing("variable")
        }
    }

    /// What a key path starts from, or a method is called on.
    ///
    /// - Precondition: this is a key path or a function expression.
    public var operand: NSExpression {
        switch kind {
        case .keyPath(_, let operand): return operand ?? NSExpression(kind: .evaluatedObject)
        case .function(_, let operand, _): return operand ?? NSExpression(kind: .evaluatedObject)
        default: missing("operand")
        }
    }

    /// The arguments of a function or a block; `nil` for other expressions that take none.
    public var arguments: [NSExpression]? {
        switch kind {
        case .function(_, _, let arguments), .block(_, let arguments): arguments
        default: nil
        }
    }

    /// The expressions of an aggregate as `[NSExpression]`, or the collection a subquery goes through, as an expression.
    ///
    /// - Precondition: this is an aggregate or a subquery expression.
    public var collection: Any {
        switch kind {
        case .aggregate(let elements): return elements
        case .subquery(let collection, _, _): return collection
        default: missing("collection")
        }
    }

    /// The predicate of a subquery or of a conditional expression.
    ///
    /// - Precondition: this is one of the two.
    public var predicate: NSPredicate {
        switch kind {
        case .subquery(_, _, let predicate), .conditional(let predicate, _, _): return predicate
        default: missing("predicate")
        }
    }

    /// The left side of a set expression.
    ///
    /// - Precondition: this is a union, intersection or difference.
    public var left: NSExpression {
        guard case .setOperation(_, let left, _) = kind else { missing("left side") }
        return left
    }

    /// The right side of a set expression.
    ///
    /// - Precondition: this is a union, intersection or difference.
    public var right: NSExpression {
        guard case .setOperation(_, _, let right) = kind else { missing("right side") }
        return right
    }

    /// The expression used where a conditional expression's predicate holds.
    ///
    /// - Precondition: this is a conditional expression.
    public var `true`: NSExpression {
        guard case .conditional(_, let expression, _) = kind else { missing("true branch") }
        return expression
    }

    /// The expression used where a conditional expression's predicate does not hold.
    ///
    /// - Precondition: this is a conditional expression.
    public var `false`: NSExpression {
        guard case .conditional(_, _, let expression) = kind else { missing("false branch") }
        return expression
    }

    /// The closure of a block expression.
    ///
    /// - Precondition: this is a block expression.
    public var expressionBlock: Block {
        guard case .block(let block, _) = kind else { missing("block") }
        return block
    }

    private func missing(_ part: String) -> Never {
        preconditionFailure("The expression “\(self)” of type .\(expressionType) has no \(part).")
    }
}
