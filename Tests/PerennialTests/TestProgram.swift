import Foundation
import Testing

/// Runs the program `perennial` that was built with the tests.
struct TestProgram {
    /// What a run left behind.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// A folder of its own for the data of this test's runs; its owner removes it.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("perennial-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func removeFolder() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs the program to its end.
    func run(_ arguments: String...) throws -> Outcome {
        let process = try start(arguments)
        return try process.finish()
    }

    /// Starts the program and leaves it running.
    func start(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(executable: Self.executable, arguments: arguments, home: folder)
    }

    /// Stands beside the tests' own program.
    private static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("perennial")
}
