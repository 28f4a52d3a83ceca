import Foundation
import Synchronization

/// A run of the program that has not ended yet. It is killed when it is let go.
///
/// Made with `posix_spawn`: Foundation's `Process` crashes now and then where many are started at once, and hands
/// on the signals that are blocked in the thread it is called from.
final class RunningProgram {
    private let identifier: pid_t
    private let output: FileHandle
    private let errors: FileHandle
    private let ending = Ending()
    private var outputRead = Data()

    /// How it ended, once it has.
    private final class Ending: Sendable {
        let status = Mutex<Int32?>(nil)
        let ended = DispatchSemaphore(value: 0)
    }

    /// Held from making pipes to closing the child's ends, so that no other program started meanwhile gets hold of
    /// them.
    private static let starting = NSLock()

    init(executable: URL, arguments: [String], home: URL) throws {
        Self.starting.lock()
        defer { Self.starting.unlock() }
        let outputPipe = try Self.pipe()
        let errorPipe = try Self.pipe()
        output = FileHandle(fileDescriptor: outputPipe.read, closeOnDealloc: true)
        errors = FileHandle(fileDescriptor: errorPipe.read, closeOnDealloc: true)
        defer {
            close(outputPipe.write)
            close(errorPipe.write)
        }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&files, outputPipe.write, 1)
        posix_spawn_file_actions_adddup2(&files, errorPipe.write, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words: [UnsafeMutablePointer<CChar>?] = ([executable.path] + arguments).map { strdup($0) }
        let environment: [UnsafeMutablePointer<CChar>?] = ["HOME=\(home.path)", "PATH=/usr/bin:/bin"].map {
            (text: String) in
            strdup(text)
        }
        defer { for text in words + environment { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, executable.path, &files, &attributes, words + [nil], environment + [nil])
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        let identifier = pid
        self.identifier = identifier
        Thread.detachNewThread { [ending] in
            // The number stays the program's own until it is reaped.
            var info = siginfo_t()
            while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            ending.status.withLock { $0 = Self.reap(identifier) }
            ending.ended.signal()
        }
    }

    deinit { send(SIGKILL) }

    func send(_ signal: Int32) {
        ending.status.withLock { if $0 == nil { kill(identifier, signal) } }
    }

    /// Whether it has ended, by itself or not.
    var hasEnded: Bool { ending.status.withLock { $0 != nil } }

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
    func finish() throws -> TestProgram.Outcome {
        guard ending.ended.wait(timeout: .now() + 30) == .success else { throw StillRunning() }
        outputRead += output.readDataToEndOfFile()
        return TestProgram.Outcome(
            status: ending.status.withLock { $0 } ?? -1,
            output: String(decoding: outputRead, as: UTF8.self),
            errors: String(decoding: errors.readDataToEndOfFile(), as: UTF8.self))
    }

    struct StillRunning: Error {}

    /// The exit status as shells have it: 128 and the signal where one ended it.
    private static func reap(_ pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard Foundation.pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
