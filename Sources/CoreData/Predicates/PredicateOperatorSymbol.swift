/// A function of predicates that is written as an operator between its arguments.
internal enum PredicateOperatorSymbol: String {
    case bitwiseOr = "|"
    case bitwiseXor = "^"
    case bitwiseAnd = "&"
    case leftShift = "<<"
    case rightShift = ">>"
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case power = "**"
    case onesComplement = "~"

    internal init?(_ function: PredicateFunction) {
        switch function {
        case .bitwiseOr: self = .bitwiseOr
        case .bitwiseXor: self = .bitwiseXor
        case .bitwiseAnd: self = .bitwiseAnd
        case .leftShift: self = .leftShift
        case .rightShift: self = .rightShift
        case .add: self = .add
        case .subtract: self = .subtract
        case .multiply: self = .multiply
        case .divide: self = .divide
        case .power: self = .power
        case .onesComplement: self = .onesComplement
        default: return nil
        }
    }

    /// The function the operator stands for.
    internal var function: PredicateFunction {
        switch self {
        case .bitwiseOr: .bitwiseOr
        case .bitwiseXor: .bitwiseXor
        case .bitwiseAnd: .bitwiseAnd
        case .leftShift: .leftShift
        case .rightShift: .rightShift
        case .add: .add
        case .subtract: .subtract
        case .multiply: .multiply
        case .divide: .divide
        case .power: .power
        case .onesComplement: .onesComplement
        }
    }

    /// How tightly the operator binds; a higher number binds tighter. Comparisons stand below all of these.
    internal var precedence: Int {
        switch self {
        case .bitwiseOr: 5
        case .bitwiseXor: 6
        case .bitwiseAnd: 7
        case .leftShift, .rightShift: 8
        case .add, .subtract: 9
        case .multiply, .divide: 10
        case .power: 11
        case .onesComplement: 12
        }
    }

    internal var operandCount: Int {
        self == .onesComplement ? 1 : 2
    }

    /// The operator with its operands, those in parentheses that are operators themselves.
    internal func text(_ operands: [NSExpression]) -> String {
        let texts = operands.map(PredicateWriter.operandText)
        return self == .onesComplement ? rawValue + texts[0] : "\(texts[0]) \(rawValue) \(texts[1])"
    }
}
