/// What is wrong at one place of a file.
public struct ImportFault: Error, Sendable, Hashable {
    /// Where it is: "line 5, Date sown", "plants[3].sowings[0].date"; empty where it is the file as a whole.
    public let place: String
    /// What is wrong, in a sentence.
    public let message: String

    /// Makes one.
    public init(_ place: String, _ message: String) {
        self.place = place
        self.message = message
    }

    /// Both as one sentence.
    public var sentence: String { place.isEmpty ? message : "\(place): \(message)" }
}

/// A file that cannot be brought in. Nothing was changed.
public struct UnreadableFile: Error, Sendable, Hashable {
    /// What is wrong: the first of it, at least one.
    public let faults: [ImportFault]

    /// How many faults are told at most.
    public static let greatestNumberOfFaults = 20

    /// Makes one.
    public init(_ faults: [ImportFault]) { self.faults = faults }
}

/// The faults of a file, gathered so that somebody can put them right together.
struct ImportFaults {
    private(set) var faults: [ImportFault] = []

    /// Takes one more.
    ///
    /// - Throws: All of them, when there are enough.
    mutating func add(_ place: @autoclosure () -> String, _ message: String) throws(UnreadableFile) {
        faults.append(ImportFault(place(), message))
        if faults.count >= UnreadableFile.greatestNumberOfFaults { throw UnreadableFile(faults) }
    }

    /// Goes on when there is none.
    ///
    /// - Throws: All of them.
    func requireNone() throws(UnreadableFile) {
        if !faults.isEmpty { throw UnreadableFile(faults) }
    }
}
