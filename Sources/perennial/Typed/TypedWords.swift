/// The words that were typed after the program's name.
enum TypedWords {
    /// The words. Bytes that are no UTF-8 are replaced in them.
    static var all: [String] { Array(CommandLine.arguments.dropFirst()) }

    /// Refuses words that are no text: what is kept would not be what was typed.
    ///
    /// - Throws: ``UsageError``.
    static func requireText() throws(UsageError) {
        for index in 0..<Int(CommandLine.argc) {
            guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
            throw UsageError(
                "\(Quotation.of(String(cString: bytes))) is not in UTF-8; set the terminal to UTF-8 and type it again.")
        }
    }
}
