import Foundation

/// The values that take the places of `%@`, `%K` and the like, in order.
internal struct PredicateArguments {
    private let values: [Any?]
    private var position = 0

    internal init(_ values: [Any?]) {
        self.values = values
    }

    /// The expression for the next value, for a placeholder with `letter` at `offset`.
    internal mutating func next(
        _ letter: UInt8, _ scanner: PredicateScanner, _ offset: Int
    ) throws(PredicateFormatError) -> PredicateParser.Node {
        if letter == UInt8(ascii: "K") {
            let path = try nextKeyPath(scanner, offset)
            return .expression(
                path.uppercased() == "SELF"
                    ? NSExpression.expressionForEvaluatedObject() : NSExpression(forKeyPath: path))
        }
        let value = try take(scanner, offset)
        switch letter {
        case UInt8(ascii: "@"), UInt8(ascii: "p"):
            switch value {
            case let expression as NSExpression: return .expression(expression)
            case let predicate as NSPredicate: return .predicate(predicate)
            default: return .expression(NSExpression(forConstantValue: value is NSNull ? nil : value))
            }
        case UInt8(ascii: "s"), UInt8(ascii: "S"):
            guard let value, case .text = ComparisonValue(value) else {
                throw mismatch(value, "a string", scanner, offset)
            }
            return .expression(NSExpression(forConstantValue: value))
        case UInt8(ascii: "c"), UInt8(ascii: "C"):
            return .expression(NSExpression(forConstantValue: try character(value, scanner, offset)))
        default:
            guard ComparisonValue(value).isNumeric else { throw mismatch(value, "a number", scanner, offset) }
            return .expression(NSExpression(forConstantValue: value))
        }
    }

    /// The next value as a key path, for `%K`.
    internal mutating func nextKeyPath(
        _ scanner: PredicateScanner, _ offset: Int
    ) throws(PredicateFormatError) -> String {
        let value = try take(scanner, offset)
        switch value {
        case let path as String where !path.isEmpty: return path
        case let keyPath as AnyKeyPath:
            if let name = KeyPathNames.name(of: keyPath) { return name }
            throw mismatch(value, "a key path through a managed object class", scanner, offset)
        default: throw mismatch(value, "a key path as a string", scanner, offset)
        }
    }

    private mutating func take(_ scanner: PredicateScanner, _ offset: Int) throws(PredicateFormatError) -> Any? {
        guard position < values.count else {
            throw scanner.error("There are only \(values.count) arguments, and one more is asked for", at: offset)
        }
        position += 1
        return values[position - 1].flatMap(OptionalUnwrapping.unwrapped)
    }

    private func character(
        _ value: Any?, _ scanner: PredicateScanner, _ offset: Int
    ) throws(PredicateFormatError) -> String {
        switch value.map({ ComparisonValue($0) }) {
        case .text(let text): return text
        case .integer(let code):
            guard let number = UInt32(exactly: code), let scalar = Unicode.Scalar(number) else { break }
            return String(Character(scalar))
        default: break
        }
        throw mismatch(value, "a character", scanner, offset)
    }

    private func mismatch(
        _ value: Any?, _ wanted: String, _ scanner: PredicateScanner, _ offset: Int
    ) -> PredicateFormatError {
        let found = value.map { "a value of type \(type(of: $0))" } ?? "nil"
        return scanner.error("Argument \(position) has to be \(wanted), it is \(found)", at: offset)
    }
}
