import Foundation
import Garden

extension Command {
    /// `perennial export`
    static let export = Command(
        name: "export", summary: "Write the garden to a file that other programs read, while a server runs or not.",
        details: """
            FORMAT is
              json        everything, pictures too, as “import” brings it back (FILE.json),
              plants-csv  plants with their sowings, as a table,
              lists-csv   lists with their items, as a table,
              ics         sowings as the events of a calendar (FILE.ics).
            It need not be given where the end of the file's name tells it. “-” is the standard output. Only you can read
            the file.
            """,
        operands: "FILE", operandCount: 1...1,
        options: [
            Option("--format", value: "FORMAT", "What to write: json, plants-csv, lists-csv or ics."),
            Option("--replace", "Let an earlier export of the same format make way."),
        ] + GardenSession.options, run: ExportCommand.run)
}

/// Writes the garden to a file.
enum ExportCommand {
    @Sendable
    static func run(_ arguments: Arguments) throws -> Int32 {
        let file = arguments.operands[0]
        let format = try format(arguments["--format"], file)
        guard file != TypedFile.standard else { return try writeToStandardOutput(format, arguments) }
        guard !file.isEmpty else { throw UsageError("FILE needs the path of a file.") }
        let isReplacing = arguments.has("--replace")
        try checkPlace(file, format, isReplacing: isReplacing)
        return try GardenSession.run(arguments, .reading) { session in
            let draft = try NewFile(file, replacing: isReplacing)
            var bytes = 0
            let exported = try export(session, format) { portion in
                bytes += portion.count
                try draft.write(portion)
            }
            try draft.keep()
            return Answer(
                ExportRecord(
                    file: file, format: format.rawValue, bytes: bytes, exported: NumbersRecord { exported[$0] }),
                ["Exported \(Counted.things { exported[$0] }) to \(file)."])
        }
    }

    /// The file itself is the answer.
    private static func writeToStandardOutput(_ format: ExportFormat, _ arguments: Arguments) throws -> Int32 {
        guard !arguments.has("--json") else {
            throw UsageError("The standard output takes the export, so --json has no place; leave it out.")
        }
        return try GardenSession.run(arguments, .reading) { session in
            _ = try export(session, format) { try StandardStreams.write($0) }
            return Answer("", [])
        }
    }

    private static func export(
        _ session: GardenSession, _ format: ExportFormat, write: @escaping ([UInt8]) throws -> Void
    ) throws -> Exported {
        let line = ProgressLine()
        defer { line.clear() }
        return try ExportViewModel(session.container).export(as: format, progress: line.show, write: write)
    }

    private static func format(_ typed: String?, _ file: String) throws(UsageError) -> ExportFormat {
        let formats = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        guard let typed else {
            guard let format = ExportFormat(fileName: file) else {
                throw UsageError("--format is needed for this file: one of \(formats).")
            }
            return format
        }
        guard let format = ExportFormat(rawValue: typed.lowercased()) else {
            throw UsageError("--format needs one of \(formats)\(Quotation.not(typed)).")
        }
        return format
    }

    /// Looks at what has the name already: nothing but an earlier export makes way, so that no slip of the hand takes
    /// the garden itself.
    private static func checkPlace(_ file: String, _ format: ExportFormat, isReplacing: Bool) throws(CommandFailure) {
        var info = stat()
        guard stat(file, &info) == 0 else { return }
        if info.st_mode & S_IFMT == S_IFDIR {
            throw CommandFailure("\(file) is a folder: give the name of a file in it.")
        }
        guard info.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure("\(file) is no file; “-” writes to the standard output.")
        }
        guard isReplacing else { throw NewFile.isThere(file) }
        let beginning = try TypedFile.beginning(file, ExportFormat.recognisedLength)
        guard format.isFormat(ofFileBeginning: beginning) else {
            throw CommandFailure("\(file) is no export of the format \(format.rawValue): choose another file.")
        }
    }
}
