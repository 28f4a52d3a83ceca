/// What was typed after a command, sorted into options and operands.
struct Arguments: Sendable {
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// What is no option, in order.
    private(set) var operands: [String] = []

    /// Whether `--help` or `-h` was typed.
    private(set) var wantsHelp = false

    /// The value of the option `name` (`--port`), or `nil` if it was not typed.
    subscript(name: String) -> String? { values[name] }

    /// Whether the option `name`, which has no value, was typed.
    func has(_ name: String) -> Bool { flags.contains(name) }

    /// Sorts `words` by what `command` takes.
    ///
    /// A value follows its option as the next word or after `=`; after `--` everything is an operand.
    /// - Throws: ``UsageError`` for an unknown option, one typed twice, a value missing or too many.
    init(_ words: some Sequence<String>, of command: Command) throws(UsageError) {
        var words = Array(words)[...]
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                break
            }
            if word == "--help" || word == "-h" {
                wantsHelp = true
                continue
            }
            // “- Milk” is a line of a list, and no option.
            guard word.hasPrefix("-"), word != "-", !word.hasPrefix("- ") else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = command.options.first(where: { $0.name == name }) else {
                throw UsageError("There is no option \(Quotation.of(name)).")
            }
            guard values[name] == nil, !flags.contains(name) else {
                throw UsageError("\(name) was given twice; give it once.")
            }
            if let placeholder = option.value {
                let follows = words.first.map { word in
                    // An option in the place of a value: the value was forgotten.
                    !command.options.contains { word == $0.name || word.hasPrefix($0.name + "=") }
                }
                guard let value = parts.count == 2 ? String(parts[1]) : follows == true ? words.popFirst() : nil else {
                    throw UsageError("\(name) needs a value: \(name) \(placeholder).")
                }
                values[name] = value
            } else {
                guard parts.count == 1 else { throw UsageError("\(name) takes no value.") }
                flags.insert(name)
            }
        }
        guard wantsHelp || command.operandCount.contains(operands.count) else {
            if operands.count < command.operandCount.lowerBound {
                throw UsageError("Something is missing: it takes \(command.operands).")
            }
            let first = operands[command.operandCount.upperBound]
            let hint = command.operandCount.upperBound > 0 ? "; put a name of several words in quotes" : ""
            throw UsageError("\(Quotation.of(first)) is one word too many\(hint).")
        }
    }
}
