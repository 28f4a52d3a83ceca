import Garden

/// Why a command was not done, or one part of it: for people and for machines.
struct Refusal: Error {
    /// The kinds of reasons. The raw value is `error` in JSON.
    enum Kind: String {
        /// What was typed is no command.
        case usage
        /// A value that cannot be: a name that is none, a day the calendar does not have.
        case invalid
        /// The name is taken.
        case duplicate
        /// What was meant is not there.
        case gone
        /// Somebody else changed the same thing at the same moment.
        case conflict
        /// There is no such deletion.
        case nothingToUndo
        /// The store cannot be opened, read or written.
        case store
        /// Anything else that kept it from being done.
        case failed
    }

    let kind: Kind

    /// What is wrong and what to do, a sentence or, where several values are wrong, one for each.
    var sentences: [String]

    /// The name it is about, of several that were typed.
    var name: String?

    /// What is there already.
    var existing: Duplicate.Existing?

    /// A command that helps, ready to be typed.
    var command: String?

    init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        sentences = [sentence]
    }

    /// The exit status of the program.
    var status: Int32 {
        switch kind {
        case .usage, .invalid: CommandLineTool.usage
        default: CommandLineTool.failure
        }
    }
}

extension Refusal {
    /// What a command threw, as a refusal.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let error as UsageError: self.init(.usage, error.message)
        case let error as CommandFailure: self.init(.failed, error.message)
        case let error as GardenError: self.init(error)
        case let error as UnreadableFile:
            self.init(.invalid, "")
            sentences = error.faults.map { Quotation.line($0.sentence) }
        case let error as any CustomStringConvertible: self.init(.failed, error.description)
        default: self.init(.failed, error.localizedDescription)
        }
    }

    private init(_ error: GardenError) {
        switch error {
        case .duplicate(let duplicate):
            self.init(.duplicate, error.message)
            existing = duplicate.existing
        case .gone: self.init(.gone, error.message)
        case .invalid(let errors):
            self.init(.invalid, "")
            sentences = errors.map(\.message)
        case .conflict: self.init(.conflict, "Somebody else changed this at the same moment; run the command again.")
        case .nothingToUndo: self.init(.nothingToUndo, error.message)
        case .store: self.init(.store, error.message)
        }
    }

    /// The same with advice at the end of its sentence: what is done about it, and the command that does it.
    func advising(_ command: String, _ effect: String) -> Refusal {
        var refusal = self
        refusal.command = command
        if let last = refusal.sentences.popLast() {
            let sentence = last.hasSuffix(".") ? String(last.dropLast()) : last
            refusal.sentences.append("\(sentence); “\(command)” \(effect).")
        }
        return refusal
    }
}
