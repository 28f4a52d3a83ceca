/// What was asked for could not be done. Ends with exit status 1.
struct CommandFailure: Error {
    /// One sentence that says why, and what to do.
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
