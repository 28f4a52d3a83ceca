import Foundation

/// A compound predicate written one step after another: `v` stands for the answer of the next part that is none,
/// `!` negates the answer before, `&3;` and `|3;` join the three before.
///
/// SQLite refuses an expression deeper than 1,000, and its parser one of some thirty levels in parentheses; a row of
/// steps is flat however deeply the predicate is nested.
internal struct LogicProgram {
    /// The steps.
    internal private(set) var text = ""
    /// The parts that are no compounds, in the order of their `v`.
    internal private(set) var parts: [NSPredicate] = []

    private enum Step {
        case visit(NSPredicate)
        case write(String)
    }

    internal init(_ predicate: NSPredicate) {
        var steps = [Step.visit(predicate)]
        while let step = steps.popLast() {
            switch step {
            case .write(let sign): text += sign
            case .visit(let compound as NSCompoundPredicate):
                let inner =
                    compound.compoundPredicateType == .not
                    ? Array(compound.subpredicates.prefix(1)) : PredicateCompiler.parts(of: compound)
                steps.append(.write(Self.sign(of: compound, count: inner.count)))
                steps.append(contentsOf: inner.reversed().map(Step.visit))
            case .visit(let part):
                text += "v"
                parts.append(part)
            }
        }
    }

    private static func sign(of compound: NSCompoundPredicate, count: Int) -> String {
        switch compound.compoundPredicateType {
        // A negation of nothing is false, as it is elsewhere.
        case .not: count == 1 ? "!" : "|0;"
        case .and: "&\(count);"
        case .or: "|\(count);"
        }
    }

    /// The signs that may wait for their end in SQLite's parser, which has room for 100, while it reads a compound.
    private static let room = 45

    /// Whether the tree of a compound is too deep to be written as it is: each level takes three signs, and three more
    /// each time a long chain is halved.
    internal static func isNeeded(for predicate: NSPredicate) -> Bool {
        var pending = [(predicate: predicate, signs: 0)]
        while let next = pending.popLast() {
            guard let compound = next.predicate as? NSCompoundPredicate else { continue }
            let parts =
                compound.compoundPredicateType == .not
                ? compound.subpredicates : PredicateCompiler.parts(of: compound)
            let halvings = max(0, Int.bitWidth - (parts.count / 8).leadingZeroBitCount)
            let signs = next.signs + 3 * (1 + halvings)
            if signs > room { return true }
            pending.append(contentsOf: parts.lazy.filter { $0 is NSCompoundPredicate }.map { ($0, signs) })
        }
        return false
    }

    /// The answer of a program.
    ///
    /// - Parameters:
    ///   - program: the steps.
    ///   - answers: for each `v` the answer of its part: `0`, `1`, or `2` where it is unknown.
    internal static func answer(
        _ program: UnsafeBufferPointer<UInt8>, _ answers: UnsafeBufferPointer<UInt8>
    ) -> Truth {
        var stack: [Truth] = []
        var nextAnswer = 0
        var place = 0
        while place < program.count {
            let sign = program[place]
            place += 1
            switch sign {
            case UInt8(ascii: "v"):
                stack.append(answers.indices.contains(nextAnswer) ? truth(of: answers[nextAnswer]) : .unknown)
                nextAnswer += 1
            case UInt8(ascii: "!"):
                stack.append(!(stack.popLast() ?? .unknown))
            default:
                var count = 0
                while place < program.count, program[place] != UInt8(ascii: ";") {
                    count = count * 10 + Int(program[place] &- 0x30)
                    place += 1
                }
                place += 1
                let joined = stack.suffix(count)
                let order = joined.map(\.rawValue)
                let result =
                    sign == UInt8(ascii: "&")
                    ? order.min() ?? Truth.yes.rawValue : order.max() ?? Truth.no.rawValue
                stack.removeLast(joined.count)
                stack.append(Truth(rawValue: result) ?? .unknown)
            }
        }
        return stack.last ?? .unknown
    }

    private static func truth(of sign: UInt8) -> Truth {
        switch sign {
        case UInt8(ascii: "0"): .no
        case UInt8(ascii: "1"): .yes
        default: .unknown
        }
    }
}
