import Foundation

/// A run of the program that has not ended yet. It is killed when it is let go.
final class RunningProgram {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let ended = DispatchSemaphore(value: 0)
    private var outputRead = Data()

    init(executable: URL, arguments: [String], home: URL) throws {
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        process.terminationHandler = { [ended] _ in ended.signal() }
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Reads the output up to and with `end`; less if the output ends before that.
    func output(until end: String) -> String {
        while !String(decoding: outputRead, as: UTF8.self).contains(end) {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            outputRead += data
        }
        return String(decoding: outputRead, as: UTF8.self)
    }

    /// Waits for the end; an error after 30 seconds, a bound for failures.
    func finish() throws -> TestProgram.Outcome {
        guard ended.wait(timeout: .now() + 30) == .success else { throw StillRunning() }
        outputRead += output.fileHandleForReading.readDataToEndOfFile()
        return TestProgram.Outcome(
            status: process.terminationStatus,
            output: String(decoding: outputRead, as: UTF8.self),
            errors: String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }

    struct StillRunning: Error {}
}
