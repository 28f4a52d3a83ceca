import Foundation
import Synchronization

/// A run of the program that has not ended yet. It is killed when it is let go.
///
/// Started by `posix_spawn` and not by Foundation's `Process`, which reads behind the end of the list of open files
/// and now and then takes the tests down with it.
final class RunningProgram {
    private let id: pid_t
    private let output: FileHandle
    private let errors: FileHandle
    private let end = End()
    private var outputRead = Data()

    init(executable: URL, arguments: [String], home: URL) throws {
        let started = try Self.starting.withLock { _ in try Self.start(executable, arguments, home) }
        let id = started.id
        self.id = id
        output = FileHandle(fileDescriptor: started.output, closeOnDealloc: true)
        errors = FileHandle(fileDescriptor: started.errors, closeOnDealloc: true)
        Thread.detachNewThread { [end] in
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            end.note(status)
        }
    }

    /// Held while a program starts: one that started meanwhile would inherit the other's pipes.
    private static let starting = Mutex(())

    private static func start(
        _ executable: URL, _ arguments: [String], _ home: URL
    ) throws -> (id: pid_t, output: Int32, errors: Int32) {
        let (output, errors) = (try Channel(), try Channel())
        defer {
            close(output.writing)
            close(errors.writing)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
        // Threads of the tests block signals; the program is to get them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        func copied(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }
        let words = copied([executable.path] + arguments)
        let environment = copied(["HOME=\(home.path)", "PATH=/usr/bin:/bin"])
        defer { for word in words + environment { free(word) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, executable.path, &actions, &attributes, words, environment)
        guard code == 0 else {
            close(output.reading)
            close(errors.reading)
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL)
        }
        return (id, output.reading, errors.reading)
    }

    deinit {
        if end.status == nil { kill(id, SIGKILL) }
    }

    func send(_ signal: Int32) {
        kill(id, signal)
    }

    /// Reads the output up to and with `end`; less if the output ends before that.
    func output(until end: String) -> String {
        while !String(decoding: outputRead, as: UTF8.self).contains(end) {
            let data = output.availableData
            if data.isEmpty { break }
            outputRead += data
        }
        return String(decoding: outputRead, as: UTF8.self)
    }

    /// Waits for the end; an error after 30 seconds, a bound for failures.
    ///
    /// The status of a program that a signal ended is the signal's number.
    func finish() throws -> TestProgram.Outcome {
        guard end.wait(seconds: 30), let status = end.status else { throw StillRunning() }
        outputRead += output.readDataToEndOfFile()
        return TestProgram.Outcome(
            status: status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F,
            output: String(decoding: outputRead, as: UTF8.self),
            errors: String(decoding: errors.readDataToEndOfFile(), as: UTF8.self))
    }

    struct StillRunning: Error {}

    /// A pipe that only the program started with it inherits.
    private struct Channel {
        let reading: Int32
        let writing: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reading, writing) = (ends[0], ends[1])
        }
    }

    /// How the program ended, once it has.
    private final class End: Sendable {
        private let result = Mutex<Int32?>(nil)
        private let hasEnded = DispatchSemaphore(value: 0)

        var status: Int32? { result.withLock { $0 } }

        func note(_ status: Int32) {
            result.withLock { $0 = status }
            hasEnded.signal()
        }

        func wait(seconds: Double) -> Bool {
            guard status == nil else { return true }
            return hasEnded.wait(timeout: .now() + seconds) == .success
        }
    }
}
