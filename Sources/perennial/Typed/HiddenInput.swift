import Foundation

/// Reads what is typed at a terminal without showing it.
enum HiddenInput {
    // Written before the signals are heard that read it, and by one thread: commands run one after the other.
    nonisolated(unsafe) private static var shown = termios()
    private static let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// - Parameter prompt: written before it, to the terminal.
    /// - Throws: ``UsageError`` when nothing is typed.
    static func line(_ prompt: String) throws -> String {
        tcgetattr(0, &shown)
        // Whoever ends the program in the middle is to see again what he types.
        for end in ends {
            signal(end) { end in
                HiddenInput.show()
                signal(end, SIG_DFL)
                raise(end)
            }
        }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(0, TCSAFLUSH, &hidden)
        defer {
            Self.show()
            for end in ends { signal(end, SIG_DFL) }
        }
        FileHandle.standardError.write(Data(prompt.utf8))
        let line = readLine()
        FileHandle.standardError.write(Data("\n".utf8))
        guard let line else { throw UsageError("No password was typed, so nothing was changed.") }
        return line
    }

    private static func show() { tcsetattr(0, TCSAFLUSH, &shown) }
}
