import Foundation

/// Writes predicates and expressions in the language of formats, so that parsing the text gives an equal predicate.
///
/// What has no spelling in that language (blocks, managed objects) is described between angle brackets.
internal enum PredicateWriter {
    internal static func text(of predicate: NSPredicate) -> String {
        switch predicate {
        case let comparison as NSComparisonPredicate: text(of: comparison)
        case let compound as NSCompoundPredicate: text(of: compound)
        default: PlainPredicate(predicate).text
        }
    }

    // MARK: Predicates

    private static func text(of comparison: NSComparisonPredicate) -> String {
        let modifier =
            switch comparison.comparisonPredicateModifier {
            case .direct: ""
            case .all: "ALL "
            case .any: "ANY "
            }
        let left = text(of: comparison.leftExpression)
        let right = text(of: comparison.rightExpression)
        return
            "\(modifier)\(left) \(comparison.predicateOperatorType.symbol)\(comparison.options.suffix) \(right)"
    }

    private static func text(of compound: NSCompoundPredicate) -> String {
        let parts = compound.subpredicates
        switch compound.compoundPredicateType {
        case .not:
            return parts.first.map { "NOT " + operandText(of: $0) } ?? "FALSEPREDICATE"
        case .and, .or:
            let isAnd = compound.compoundPredicateType == .and
            if parts.isEmpty { return isAnd ? "TRUEPREDICATE" : "FALSEPREDICATE" }
            if parts.count == 1 { return text(of: parts[0]) }
            return parts.map(operandText).joined(separator: isAnd ? " AND " : " OR ")
        }
    }

    /// The text of a part of a compound, in parentheses where it is a compound itself.
    private static func operandText(of predicate: NSPredicate) -> String {
        guard let compound = predicate as? NSCompoundPredicate, compound.compoundPredicateType != .not,
            !compound.subpredicates.isEmpty
        else { return text(of: predicate) }
        if compound.subpredicates.count == 1 { return operandText(of: compound.subpredicates[0]) }
        return "(" + text(of: predicate) + ")"
    }

    // MARK: Expressions

    internal static func text(of expression: NSExpression) -> String {
        switch expression.kind {
        case .constant(let value): return ConstantWriter.text(of: value)
        case .evaluatedObject: return "SELF"
        case .variable(let name): return "$" + name
        case .keyPath(let path, let operand):
            let escaped = PredicateKeyword.escaped(keyPath: path)
            return operand.map { operandText(of: $0) + "." + escaped } ?? escaped
        case .function(let name, let operand, let arguments):
            return text(ofFunction: name, operand: operand, arguments: arguments)
        case .aggregate(let elements):
            return "{" + list(elements) + "}"
        case .setOperation(let operation, let left, let right):
            return "\(operation.name)(\(text(of: left)), \(text(of: right)))"
        case .subquery(let collection, let variable, let predicate):
            return "SUBQUERY(\(text(of: collection)), $\(variable), \(text(of: predicate)))"
        case .anyKey: return "ANYKEY"
        case .block(_, let arguments):
            if let fetch = expression as? NSFetchRequestExpression {
                return "FETCH(\(list(arguments)), \(fetch.isCountOnlyRequest ? "YES" : "NO"))"
            }
            return "<block>(\(list(arguments)))"
        case .conditional(let predicate, let whenTrue, let whenFalse):
            return "TERNARY(\(text(of: predicate)), \(text(of: whenTrue)), \(text(of: whenFalse)))"
        }
    }

    private static func list(_ expressions: [NSExpression]) -> String {
        expressions.map(text(of:)).joined(separator: ", ")
    }

    private static func text(
        ofFunction name: String, operand: NSExpression?, arguments: [NSExpression]
    ) -> String {
        if let operand {
            let parts = [text(of: operand), ConstantWriter.quoted(name)] + arguments.map(text(of:))
            return "FUNCTION(" + parts.joined(separator: ", ") + ")"
        }
        guard let function = PredicateFunction(rawValue: name) else { return "\(name)(\(list(arguments)))" }
        if let symbol = PredicateOperatorSymbol(function), arguments.count == symbol.operandCount {
            return symbol.text(arguments)
        }
        switch function {
        case .cast where arguments.count == 2: return "CAST(\(list(arguments)))"
        case .index where arguments.count == 2:
            return "\(operandText(of: arguments[0]))[\(text(of: arguments[1]))]"
        default:
            let bare = name.hasSuffix(":") && name.firstIndex(of: ":") == name.indices.last
            return "\(bare ? String(name.dropLast()) : name)(\(list(arguments)))"
        }
    }

    /// The text of an expression in a place where an operator's would fall apart.
    internal static func operandText(of expression: NSExpression) -> String {
        switch expression.kind {
        case .function(let name, nil, let arguments):
            if let symbol = PredicateFunction(rawValue: name).flatMap(PredicateOperatorSymbol.init),
                arguments.count == symbol.operandCount
            {
                return "(" + text(of: expression) + ")"
            }
            return text(of: expression)
        case .constant:
            let text = text(of: expression)
            return text.hasPrefix("-") ? "(" + text + ")" : text
        default: return text(of: expression)
        }
    }
}

extension ExpressionKind.SetOperation {
    /// The word for the operation in a format.
    internal var name: String {
        switch self {
        case .union: "UNION"
        case .intersect: "INTERSECT"
        case .minus: "MINUS"
        }
    }
}
