import Foundation

/// A compiled compound predicate that is nested so deeply that SQLite's parser would have no room for it.
internal final class DeepLogic: TruthNode {
    private let program: [UInt8]
    private let parts: [TruthNode]

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
