import Foundation

extension PredicateFunction {
    /// What the function gives; null where an argument is, or the function does not apply.
    internal func value(of arguments: [ComparisonValue], _ rules: ComparisonValue.Rules) -> ComparisonValue {
        switch self {
        case .sum, .count, .min, .max, .average, .median, .mode, .standardDeviation:
            return PredicateAggregate(arguments, rules).value(of: self)
        case .random: return .integer(Int64.random(in: 0...Int64(Int32.max)))
        case .now: return .date(Date().timeIntervalSinceReferenceDate)
        case .noIndex: return arguments.first ?? .null
        case .distinct:
            guard let elements = arguments.first?.elements else { return arguments.first ?? .null }
            var seen = ValueSet()
            return .collection(elements.filter { seen.insert($0) })
        case .cast:
            guard arguments.count == 2, case .text(let name) = arguments[1] else { return .null }
            return PredicateCast(rawValue: name)?.value(of: arguments[0]) ?? .null
        case .index: return arguments.count == 2 ? Self.element(of: arguments[0], at: arguments[1]) : .null
        default: break
        }
        guard let first = arguments.first, !arguments.contains(where: \.isNull) else { return .null }
        if arguments.count == 2 { return Self.binary(self, first, arguments[1], rules) }
        return unary(first, rules)
    }

    private static func element(of collection: ComparisonValue, at index: ComparisonValue) -> ComparisonValue {
        if case .text(let key) = index { return collection.value(forKey: key) }
        guard let elements = collection.elements else { return .null }
        switch index {
        case .other(let word as CollectionIndex):
            switch word {
            case .first: return elements.first ?? .null
            case .last: return elements.last ?? .null
            case .size: return .integer(Int64(elements.count))
            }
        default:
            guard let number = index.number else { return .null }
            let place = Int(number.truncated)
            return elements.indices.contains(place) ? elements[place] : .null
        }
    }

    // MARK: One argument

    private func unary(_ value: ComparisonValue, _ rules: ComparisonValue.Rules) -> ComparisonValue {
        switch self {
        case .uppercase: return value.textForm.map { .text($0.uppercased()) } ?? .null
        case .lowercase: return value.textForm.map { .text($0.lowercased()) } ?? .null
        case .canonical: return value.textForm.map { .text(StringFolding.all.fold($0)) } ?? .null
        case .length:
            // SQLite counts Unicode scalars, NSString UTF-16 units.
            return value.textForm.map {
                .integer(Int64(rules == .store ? $0.unicodeScalars.count : $0.utf16.count))
            } ?? .null
        default: break
        }
        guard let number = value.number else { return .null }
        switch self {
        case .onesComplement: return .integer(~number.truncated)
        case .randomNumber, .randomBelow:
            return number.truncated > 0 ? .integer(Int64.random(in: 0..<number.truncated)) : .null
        case .absolute:
            if case .integer(let whole) = number, whole != Int64.min { return .integer(Swift.abs(whole)) }
            if case .decimal(let decimal) = number { return .decimal(Swift.abs(decimal)) }
            return .real(Swift.abs(number.doubleValue))
        case .floor, .ceiling, .truncate: return rounded(number)
        default: break
        }
        let real = number.doubleValue
        switch self {
        case .squareRoot: return Self.finite(real.squareRoot())
        case .logarithm: return real > 0 ? .real(log10(real)) : .null
        case .naturalLogarithm: return real > 0 ? .real(log(real)) : .null
        case .exponential: return Self.finite(exp(real))
        default: return .null
        }
    }

    private func rounded(_ number: ComparisonValue) -> ComparisonValue {
        if case .integer = number { return number }
        let rule: FloatingPointRoundingRule = self == .floor ? .down : self == .ceiling ? .up : .towardZero
        return .real(number.doubleValue.rounded(rule))
    }

    // MARK: Two arguments

    private static func binary(
        _ function: PredicateFunction, _ left: ComparisonValue, _ right: ComparisonValue,
        _ rules: ComparisonValue.Rules
    ) -> ComparisonValue {
        guard var a = left.number, var b = right.number else { return .null }
        // Only a division tells decimals from whole numbers in SQL.
        if rules == .store, function != .divide { (a, b) = (a.storedNumber, b.storedNumber) }
        switch function {
        case .add, .subtract, .multiply, .divide: return arithmetic(function, a, b, rules)
        case .modulus:
            let (a, b) = (a.truncated, b.truncated)
            return b == 0 ? .null : b == -1 ? .integer(0) : .integer(a % b)
        case .power: return finite(pow(a.doubleValue, b.doubleValue))
        case .bitwiseAnd: return .integer(a.truncated & b.truncated)
        case .bitwiseOr: return .integer(a.truncated | b.truncated)
        case .bitwiseXor: return .integer(a.truncated ^ b.truncated)
        case .leftShift: return .integer(shifted(a.truncated, by: b.truncated))
        case .rightShift:
            let count = b.truncated
            return .integer(shifted(a.truncated, by: count == Int64.min ? Int64.max : -count))
        default: return .null
        }
    }

    private static func arithmetic(
        _ function: PredicateFunction, _ a: ComparisonValue, _ b: ComparisonValue, _ rules: ComparisonValue.Rules
    ) -> ComparisonValue {
        if case .integer(let a) = a, case .integer(let b) = b { return whole(function, a, b) }
        if rules == .inMemory, let a = a.exactDecimal, let b = b.exactDecimal { return decimal(function, a, b) }
        let (x, y) = (a.doubleValue, b.doubleValue)
        let result: Double
        switch function {
        case .add: result = x + y
        case .subtract: result = x - y
        case .multiply: result = x * y
        default:
            if y == 0 { return .null }
            result = x / y
        }
        guard !result.isNaN else { return .null }
        return isDate(function, a, b) ? .date(result) : .real(result)
    }

    /// Whether a sum or difference is a point in time: one of the two is, and not both.
    private static func isDate(_ function: PredicateFunction, _ a: ComparisonValue, _ b: ComparisonValue) -> Bool {
        switch (function, a, b) {
        case (_, .date, .date): false
        case (.add, .date, _), (.add, _, .date), (.subtract, .date, _): true
        default: false
        }
    }

    private static func whole(_ function: PredicateFunction, _ a: Int64, _ b: Int64) -> ComparisonValue {
        let result: (partialValue: Int64, overflow: Bool)
        let real: Double
        switch function {
        case .add: (result, real) = (a.addingReportingOverflow(b), Double(a) + Double(b))
        case .subtract: (result, real) = (a.subtractingReportingOverflow(b), Double(a) - Double(b))
        case .multiply: (result, real) = (a.multipliedReportingOverflow(by: b), Double(a) * Double(b))
        default:
            if b == 0 { return .null }
            (result, real) = (a.dividedReportingOverflow(by: b), Double(a) / Double(b))
        }
        return result.overflow ? .real(real) : .integer(result.partialValue)
    }

    private static func decimal(_ function: PredicateFunction, _ a: Decimal, _ b: Decimal) -> ComparisonValue {
        switch function {
        case .add: .decimal(a + b)
        case .subtract: .decimal(a - b)
        case .multiply: .decimal(a * b)
        default: b == 0 ? .null : .decimal(a / b)
        }
    }

    /// A shift to the left, by a negative count to the right, with SQLite's answers for counts past the width.
    private static func shifted(_ number: Int64, by count: Int64) -> Int64 {
        if count >= 64 { return 0 }
        if count <= -64 { return number < 0 ? -1 : 0 }
        return count >= 0 ? number << count : number >> -count
    }

    private static func finite(_ number: Double) -> ComparisonValue {
        number.isNaN ? .null : .real(number)
    }
}

extension ComparisonValue {
    /// The value as a number: text is read as far as it is one; `nil` for what is none.
    internal var number: ComparisonValue? {
        switch self {
        case .integer, .real, .decimal, .date: self
        case .text(let text): NumericText.leadingNumber(text)
        default: nil
        }
    }

    /// The whole part of a number, as near as an `Int64` comes to it.
    internal var truncated: Int64 {
        if case .integer(let number) = self { return number }
        let real = doubleValue
        if real.isNaN { return 0 }
        return real >= 0x1p63 ? Int64.max : real <= -0x1p63 ? Int64.min : Int64(real)
    }

    /// The number as a `Decimal`, unless it is a binary fraction.
    fileprivate var exactDecimal: Decimal? {
        switch self {
        case .integer(let number): Decimal(number)
        case .decimal(let number): number
        default: nil
        }
    }
}
