import Foundation

/// The methods that `FUNCTION(target, 'name:', …)` can call, and key paths can name on strings, numbers and dates.
///
/// Besides these, the predefined functions (``PredicateFunction``) can be named; the target is then their first
/// argument.
internal enum PredicateMethod: String {
    case uppercaseString, lowercaseString, capitalizedString, length, stringValue, description
    case intValue, integerValue, longLongValue, doubleValue, floatValue, boolValue
    case count, absoluteString
    case timeIntervalSinceReferenceDate, timeIntervalSince1970
    case dateByAddingTimeInterval = "dateByAddingTimeInterval:"
    case timeIntervalSinceDate = "timeIntervalSinceDate:"
    case stringByAppendingString = "stringByAppendingString:"
    case objectAtIndex = "objectAtIndex:"
    case valueForKey = "valueForKey:"
    case valueForKeyPath = "valueForKeyPath:"

    /// Whether there is a method or a function of that name, for that many arguments besides the target.
    internal static func exists(_ name: String, argumentCount: Int) -> Bool {
        if let method = PredicateMethod(rawValue: name) { return method.argumentCount == argumentCount }
        return PredicateFunction(rawValue: name)?.accepts(argumentCount + 1) ?? false
    }

    /// Whether the result depends on the values alone, and not on the properties of objects.
    internal var isPure: Bool {
        switch self {
        case .objectAtIndex, .valueForKey, .valueForKeyPath, .count, .description: false
        default: true
        }
    }

    private var argumentCount: Int {
        rawValue.hasSuffix(":") ? 1 : 0
    }

    /// What the method or function named `name` gives; null where it does not apply.
    internal static func value(
        of name: String, _ target: ComparisonValue, _ arguments: [ComparisonValue], _ rules: ComparisonValue.Rules
    ) -> ComparisonValue {
        if let method = PredicateMethod(rawValue: name), method.argumentCount == arguments.count {
            return method.value(of: target, arguments.first ?? .null, rules)
        }
        return PredicateFunction(rawValue: name)?.value(of: [target] + arguments, rules) ?? .null
    }

    private func value(
        of target: ComparisonValue, _ argument: ComparisonValue, _ rules: ComparisonValue.Rules
    ) -> ComparisonValue {
        if target.isNull { return .null }
        switch self {
        case .uppercaseString: return PredicateFunction.uppercase.value(of: [target], rules)
        case .lowercaseString: return PredicateFunction.lowercase.value(of: [target], rules)
        case .length: return PredicateFunction.length.value(of: [target], rules)
        case .count: return PredicateFunction.count.value(of: [target], rules)
        case .capitalizedString: return target.textForm.map { .text($0.capitalized) } ?? .null
        case .stringValue, .description, .absoluteString: return target.textForm.map(ComparisonValue.text) ?? .null
        case .intValue, .integerValue, .longLongValue: return target.number.map { .integer($0.truncated) } ?? .null
        case .doubleValue, .floatValue: return target.number.map { .real($0.doubleValue) } ?? .null
        case .boolValue: return target.number.map { .integer($0.doubleValue == 0 ? 0 : 1) } ?? .null
        case .timeIntervalSinceReferenceDate: return target.isNumeric ? .real(target.doubleValue) : .null
        case .timeIntervalSince1970:
            return target.isNumeric ? .real(target.doubleValue + Date.timeIntervalBetween1970AndReferenceDate) : .null
        case .dateByAddingTimeInterval:
            guard target.isNumeric, argument.isNumeric else { return .null }
            return .date(target.doubleValue + argument.doubleValue)
        case .timeIntervalSinceDate:
            guard target.isNumeric, argument.isNumeric else { return .null }
            return .real(target.doubleValue - argument.doubleValue)
        case .stringByAppendingString:
            guard let text = target.textForm, let suffix = argument.textForm else { return .null }
            return .text(text + suffix)
        case .objectAtIndex: return PredicateFunction.index.value(of: [target, argument], rules)
        case .valueForKey:
            guard case .text(let key) = argument else { return .null }
            return target.value(forKey: key)
        case .valueForKeyPath:
            guard case .text(let path) = argument else { return .null }
            return PredicateKeyPath(path).value(from: target, rules)
        }
    }
}
