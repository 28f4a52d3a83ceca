/// What a part of a Swift predicate becomes.
internal enum TranslatedPart {
    case expression(NSExpression)
    case predicate(NSPredicate)
    /// A predicate on a value that may be missing, as in `genus?.contains("x")`: where `presence` does not hold there
    /// is no answer.
    case optionalPredicate(NSPredicate, presence: NSPredicate)

    /// The part as a value; the answer of a predicate is a Boolean.
    internal var expression: NSExpression {
        switch self {
        case .expression(let expression): expression
        case .predicate(let predicate): Self.value(of: predicate)
        case .optionalPredicate(let predicate, let presence):
            NSExpression(
                forConditional: presence, trueExpression: Self.value(of: predicate),
                falseExpression: NSExpression(forConstantValue: nil))
        }
    }

    /// The part as a condition.
    internal var predicate: NSPredicate {
        switch self {
        case .expression(let expression):
            NSComparisonPredicate(
                leftExpression: expression, rightExpression: NSExpression(forConstantValue: true), modifier: .direct,
                type: .equalTo)
        case .predicate(let predicate), .optionalPredicate(let predicate, _): predicate
        }
    }

    /// The Boolean that the part is, if it is a constant one.
    internal var constantBool: Bool? {
        guard case .expression(let expression) = self, case .constant(let value) = expression.kind else { return nil }
        return value as? Bool
    }

    private static func value(of predicate: NSPredicate) -> NSExpression {
        NSExpression(
            forConditional: predicate, trueExpression: NSExpression(forConstantValue: true),
            falseExpression: NSExpression(forConstantValue: false))
    }
}
