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
    @discardableResult
    func run(_ arguments: String...) throws -> Outcome {
        let process = try start(arguments)
        return try process.finish()
    }

    /// Runs a script in which the program is called `perennial`, in this test's folder. Bash, because `wait` of
    /// Debian's `sh` waits for a signal that is blocked in some threads of the tests, and so in what they start.
    func shell(_ script: String) throws -> Outcome {
        let process = try RunningProgram(
            executable: URL(fileURLWithPath: "/bin/bash"),
            arguments: [
                "-c",
                "cd '\(folder.path)'; PATH='\(Self.executable.deletingLastPathComponent().path)':$PATH; \(script)",
            ], home: folder)
        return try process.finish()
    }

    /// Runs the program as somebody whom permissions bind, which they do not bind root.
    func runAsNobody(_ arguments: String...) throws -> Outcome { try runAsNobody(arguments) }

    /// Runs the program as somebody whom permissions bind, which they do not bind root.
    func runAsNobody(_ arguments: [String]) throws -> Outcome {
        guard geteuid() == 0 else { return try start(arguments).finish() }
        // Nobody may not be let into the folder of the build.
        let program = folder.appendingPathComponent("perennial")
        if !FileManager.default.fileExists(atPath: program.path) {
            do {
                try FileManager.default.linkItem(at: Self.executable, to: program)
            } catch {
                try FileManager.default.copyItem(at: Self.executable, to: program)
            }
        }
        let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", program.path]
        return try RunningProgram(
            executable: URL(fileURLWithPath: "/usr/bin/setpriv"), arguments: nobody + arguments, home: folder
        ).finish()
    }

    /// Starts the program and leaves it running.
    func start(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(executable: Self.executable, arguments: arguments, home: folder)
    }

    /// Stands beside the tests' own program.
    private static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("perennial")
}
