import Foundation
import Garden

extension Command {
    /// `perennial backup`
    static let backup = Command(
        name: "backup", summary: "Copy the garden to a file, while a server runs or not.",
        details: """
            FILE gets everything as it is at this moment; pictures go into a folder beside it. A folder gets a
            \(StoreLocation.fileName). Only you can read the copy. Password and devices are not in it. To go back, stop the
            server and run “perennial backup --store FILE --replace” with the file of the garden, or serve the copy itself.
            """,
        operands: "FILE", operandCount: 1...1,
        options: [Option("--replace", "Let an earlier backup make way.")] + GardenSession.options
    ) { arguments in
        let file = try StoreLocation(arguments.operands[0]).file
        umask(0o077)
        return try GardenSession.run(arguments, .reading) { session in
            let bytes = try session.container.backUp(to: file, replacing: arguments.has("--replace"))
            return Answer(
                BackupRecord(file: file.path, bytes: bytes),
                ["Copied the garden to \(file.path)."])
        }
    }
}

/// A backup as machines see it.
struct BackupRecord: Encodable {
    let file: String
    /// The size of the file; pictures are beside it.
    let bytes: Int
}
