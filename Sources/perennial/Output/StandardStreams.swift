import Foundation

/// The standard output, written so that nothing goes missing unnoticed, and the standard error output.
enum StandardStreams {
    /// To be called before anything is opened.
    ///
    /// A reader that hangs up becomes an error of one write. A stream that was closed by whoever started the
    /// program is given away, so that no file gets its number and is written to in its place.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) == -1 {
            // The lowest free number is given: this one. What is written to it fails, as it would have.
            _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes all of `text` to the standard output.
    ///
    /// - Throws: ``OutputFailure``.
    static func write(_ text: String) throws(OutputFailure) {
        try write(Array(text.utf8))
    }

    /// Writes all of `bytes` to the standard output.
    ///
    /// - Throws: ``OutputFailure``.
    static func write(_ bytes: [UInt8]) throws(OutputFailure) {
        if let code = write(bytes[...], to: 1) { throw OutputFailure(code: code) }
    }

    /// Writes one line to the standard error output. Where that fails, there is nobody to tell it.
    static func writeError(_ message: String) {
        _ = write(Array("perennial: \(message)\n".utf8)[...], to: 2)
    }

    /// Puts `text` in the place of the last line on a terminal.
    static func showOnTerminal(_ text: String) {
        _ = write(Array("\r\u{1B}[K\(text)".utf8)[...], to: 2)
    }

    /// Ends the program as if it had written to a pipe that nobody reads and knew nothing of it: silently, and in
    /// a way that tells a shell why.
    static func endAsUnread() -> Never {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGPIPE)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(CommandLineTool.failure)
    }

    /// - Returns: the code of what failed; nil for nothing.
    static func write(_ bytes: ArraySlice<UInt8>, to stream: Int32) -> Int32? {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(stream, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}

/// The standard output could not be written to.
struct OutputFailure: Error {
    /// The system's code for the reason.
    let code: Int32

    /// Whether something was changed before, and stays so.
    var isAfterChange = false

    /// Whether nobody reads it: `perennial plants | head -1`.
    var isUnread: Bool { code == EPIPE }

    /// The reason in words: “No space left on device”.
    var reason: String { String(cString: strerror(code)) }
}
