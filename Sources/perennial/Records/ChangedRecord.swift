/// What a command was to change, as machines see it: its record, and whether anything changed.
struct ChangedRecord<Record: Encodable>: Encodable {
    let record: Record
    let isChanged: Bool

    private enum CodingKeys: String, CodingKey { case changed }

    /// One object: the record's keys and one more.
    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isChanged, forKey: .changed)
    }
}

extension Answer {
    /// The answer to a command that was to change one thing.
    init(_ record: some Encodable, _ line: String, isChanged: Bool) {
        self.init(ChangedRecord(record: record, isChanged: isChanged), [Self.line(line, isChanged: isChanged)])
    }

    /// The line for people, which says so when nothing changed.
    static func line(_ line: String, isChanged: Bool) -> String {
        isChanged ? line : "Nothing changed: \(line)"
    }
}
