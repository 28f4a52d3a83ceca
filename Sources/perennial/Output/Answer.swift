import Foundation

/// What a command answers, for people and for machines, and what of it was refused.
struct Answer {
    /// For machines.
    let record: any Encodable
    /// For people.
    let lines: [String]
    /// The parts that were not done, where the others were.
    let refusals: [Refusal]

    init(_ record: any Encodable, _ lines: [String], refusals: [Refusal] = []) {
        self.record = record
        self.lines = lines
        self.refusals = refusals
    }

    /// The exit status: the greatest of its parts'.
    var status: Int32 { refusals.map(\.status).max() ?? CommandLineTool.success }

    /// Writes it: the answer to the standard output, what was refused to the other one.
    ///
    /// - Throws: ``OutputFailure``; what was refused is told all the same.
    func write(isJSON: Bool) throws {
        defer { for refusal in refusals { refusal.tell() } }
        try StandardStreams.write(isJSON ? try JSONText.of(record) : lines.map { $0 + "\n" }.joined())
    }
}

extension Refusal {
    /// Tells it on the standard error output, a line for each sentence.
    func tell() {
        for sentence in sentences { StandardStreams.writeError(sentence) }
    }
}

/// JSON as the program writes it.
enum JSONText {
    static func of(_ value: any Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
