/// What is wrong with a model file, and where.
public struct ModelFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's path as it was given; nil for a model that came from memory.
    public var file: String?
    /// The line the fault is on, counted from 1; nil where no single line is to blame.
    public var line: Int?
    /// One sentence that says what is wrong.
    public var message: String

    /// Makes an error.
    public init(_ message: String, file: String? = nil, line: Int? = nil) {
        self.message = message
        self.file = file
        self.line = line
    }

    /// `file:line: message`, as compilers print it.
    public var description: String {
        switch (file, line) {
        case (let file?, let line?): "\(file):\(line): \(message)"
        case (let file?, nil): "\(file): \(message)"
        case (nil, let line?): "line \(line): \(message)"
        case (nil, nil): message
        }
    }
}
