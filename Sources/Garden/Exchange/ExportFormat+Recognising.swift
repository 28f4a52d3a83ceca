extension ExportFormat {
    /// How much of a file `isFormat(ofFileBeginning:)` looks at, in bytes.
    public static let recognisedLength = 4096

    /// Whether a file is an export of this format, which a newer one may take the place of. An empty file is one.
    ///
    /// - Parameter bytes: The beginning of the file, or all of it where it is shorter than `recognisedLength`.
    public func isFormat(ofFileBeginning bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return true }
        guard let text = try? FileText.utf8(bytes) else { return false }
        switch self {
        case .json:
            var reader = JSONReader(text)
            return (try? reader.isExport()) ?? false
        case .plants: return (try? CSVTable<PlantColumn>(text))?.has(.genus) ?? false
        case .lists: return (try? CSVTable<ListColumn>(text))?.has(.list) ?? false
        case .calendar:
            return text.starts(with: "BEGIN:VCALENDAR".utf8)
                && text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
                    .contains { $0.elementsEqual(CalendarWriter.producer.utf8) }
        }
    }
}

extension JSONReader {
    /// Whether it is an export of this program, as far as that can be told from its beginning.
    fileprivate mutating func isExport() throws -> Bool {
        try beginObject()
        while let key = try nextKey() {
            if key == "format", try next() == .string { return try string() == JSONWriter.format }
            try skip()
        }
        return false
    }
}
