import Foundation

/// A compiled compound predicate that is nested so deeply that a tree of nodes would take too much of the stack.
internal final class DeepLogic: TruthNode {
    private let program: [UInt8]
    private let parts: [TruthNode]

    /// How deeply compounds may be nested in one another before they become a row of steps.
    internal static let threshold = 150

    internal init(_ program: LogicProgram, _ compile: (NSPredicate) -> TruthNode) {
        self.program = Array(program.text.utf8)
        parts = program.parts.map(compile)
    }

    override func truth(_ scope: inout EvaluationScope) -> Truth {
        var answers: [UInt8] = []
        answers.reserveCapacity(parts.count)
        for part in parts {
            switch part.truth(&scope) {
            case .no: answers.append(UInt8(ascii: "0"))
            case .yes: answers.append(UInt8(ascii: "1"))
            case .unknown: answers.append(UInt8(ascii: "2"))
            }
        }
        return program.withUnsafeBufferPointer { program in
            answers.withUnsafeBufferPointer { LogicProgram.answer(program, $0) }
        }
    }
}
