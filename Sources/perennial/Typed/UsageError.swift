/// Something was typed that the command line does not take. Ends with exit status 2.
struct UsageError: Error {
    /// One sentence that says what is wrong, and what to do if that is not plain.
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
