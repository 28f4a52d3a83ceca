import Foundation
import Garden

extension Command {
    /// `perennial import`
    static let `import` = Command(
        name: "import", summary: "Bring a file into the garden, while a server runs or not.",
        details: """
            FILE is what “export” wrote as json, plants-csv or lists-csv, or a table somebody typed, with a column “Genus”
            or “List”; “-” is the standard input. What is there already is left alone, so the same file brought in twice
            changes nothing. So is what is in conflict: what is in the garden under the same id with other values. All of a
            file is brought in, or nothing where a part of it cannot be.
            """,
        operands: "FILE", operandCount: 1...1,
        options: [
            Option("--preview", "Say what it would come to, and change nothing."),
            Option("--overwrite", "Where the garden is in conflict with the file, take the file's values."),
        ] + GardenSession.options, run: ImportCommand.run)
}

/// Brings a file into the garden.
enum ImportCommand {
    @Sendable
    static func run(_ arguments: Arguments) throws -> Int32 {
        let line = ProgressLine()
        defer { line.clear() }
        let isPreview = arguments.has("--preview")
        if isPreview, arguments.has("--overwrite") {
            throw UsageError("--preview and --overwrite do not go together; give one of them.")
        }
        // A store is not made for a file that cannot be read.
        let path = arguments.operands[0]
        let file = try ImportFile(TypedFile.contents(path, atMost: ImportFile.greatestSize), progress: line.show)
        return try GardenSession.run(arguments, isPreview ? .reading : .founding) { session in
            let model = ImportViewModel(session.container)
            if isPreview {
                let plan = try model.plan(file, progress: line.show)
                line.clear()
                return Answer(record(path, file, plan), lines(plan, "New"))
            }
            let taking = arguments.has("--overwrite") ? try model.plan(file, progress: line.show).conflictsToTake : []
            let imported = try model.bringIn(file, taking: taking, progress: line.show)
            line.clear()
            var lines = lines(imported.plan, "Added")
            if imported.taken > 0 { lines.append("Overwritten: \(imported.taken).") }
            return Answer(
                record(path, file, imported.plan, taken: imported.taken), lines,
                refusals: refusals(imported.plan, session, path))
        }
    }

    private static func record(_ path: String, _ file: ImportFile, _ plan: ImportPlan, taken: Int? = nil)
        -> ImportRecord
    {
        ImportRecord(
            file: path, format: file.format.rawValue, preview: taken == nil, new: NumbersRecord { plan[$0].new },
            present: NumbersRecord { plan[$0].present }, taken: taken ?? 0,
            conflicts: plan.conflicts.map(ConflictRecord.init))
    }

    /// How many conflicts are told one by one.
    private static let greatestNumberOfConflicts = 20

    private static func lines(_ plan: ImportPlan, _ new: String) -> [String] {
        var lines = ["\(new): \(plan.newInWords)."]
        let present = Counted.things { plan[$0].present }
        if GardenKind.allCases.contains(where: { plan[$0].present > 0 }) { lines.append("Already there: \(present).") }
        guard !plan.conflicts.isEmpty else { return lines }
        lines.append("In conflict: \(Counted.things { plan[$0].conflicting }).")
        lines += plan.conflicts.prefix(greatestNumberOfConflicts).map { "  " + line($0) }
        let more = plan.conflicts.count - greatestNumberOfConflicts
        if more > 0 { lines.append("  and \(more) more") }
        return lines
    }

    /// A conflict with both values: “Rosa alba: Species “alba”, in the file “gallica””.
    private static func line(_ conflict: ImportConflict) -> String {
        let values = conflict.differences.map { difference in
            "\(difference.field.label) \(value(difference.garden)), in the file \(value(difference.file))"
        }
        let reason =
            switch conflict.reason {
            case .differs: ""
            case .nameTaken: "; something else has that name"
            case .twiceInFile: "; the file has it twice, with different values"
            }
        return "\(Quotation.line(conflict.title())): \(values.joined(separator: "; "))\(reason)"
    }

    private static func value(_ text: String) -> String { text.isEmpty ? "nothing" : Quotation.of(text) }

    private static func refusals(_ plan: ImportPlan, _ session: GardenSession, _ path: String) -> [Refusal] {
        guard !plan.conflicts.isEmpty else { return [] }
        let refusal = Refusal(.conflict, "What is in conflict was left as it is.")
        guard !plan.conflictsToTake.isEmpty, path != TypedFile.standard else { return [refusal] }
        return [refusal.advising(session.line("import --overwrite", path), "takes the file's values")]
    }
}
