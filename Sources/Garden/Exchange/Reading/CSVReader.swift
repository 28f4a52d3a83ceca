/// Reads tables by RFC 4180, record after record, whatever parts the cells and ends the lines.
struct CSVReader {
    /// One record: a line, or several where a cell has line ends in it.
    struct Record {
        /// The line it begins in, from 1.
        let line: Int
        let cells: [String]

        /// Whether nothing stands in any cell.
        var isBlank: Bool { cells.allSatisfy { NameText.tidied($0).isEmpty } }
    }

    private let bytes: [UInt8]
    private let separator: UInt8
    private(set) var position: Int
    private var line: Int

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    /// - Parameters:
    ///   - bytes: UTF-8 without a byte order mark.
    ///   - separator: What parts the cells.
    ///   - start: Where to begin, and in which line that is.
    init(_ bytes: [UInt8], separator: UInt8, from start: (position: Int, line: Int) = (0, 1)) {
        self.bytes = bytes
        self.separator = separator
        (position, line) = start
    }

    /// The next record; nil at the end.
    ///
    /// - Throws: A fault when a cell's quotes are not closed, or a text is not UTF-8.
    mutating func next() throws(ImportFault) -> Record? {
        guard position < bytes.count else { return nil }
        let first = line
        var cells: [String] = []
        repeat { cells.append(try cell()) } while take(separator)
        if take(Self.carriageReturn) {
            _ = take(Self.lineFeed)
            line += 1
        } else if take(Self.lineFeed) {
            line += 1
        }
        return Record(line: first, cells: cells)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func cell() throws(ImportFault) -> String {
        guard take(Self.quote) else {
            let start = position
            while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
            return try text(bytes[start..<position])
        }
        let first = line
        var content: [UInt8] = []
        while true {
            let start = position
            while position < bytes.count, bytes[position] != Self.quote {
                if bytes[position] == Self.lineFeed || bytes[position] == Self.carriageReturn && !isFollowedByLineFeed {
                    line += 1
                }
                position += 1
            }
            guard take(Self.quote) else {
                throw ImportFault("line \(first)", "A quote is opened and not closed.")
            }
            content += bytes[start..<position - 1]
            // Two are one that belongs to the text.
            guard take(Self.quote) else { break }
            content.append(Self.quote)
        }
        guard position == bytes.count || isEnd(bytes[position]) else {
            throw ImportFault(
                "line \(line)", "Something follows a closed quote; a quote within a text is written twice.")
        }
        return try text(content[...])
    }

    private var isFollowedByLineFeed: Bool { position + 1 < bytes.count && bytes[position + 1] == Self.lineFeed }

    private func isEnd(_ byte: UInt8) -> Bool {
        byte == separator || byte == Self.lineFeed || byte == Self.carriageReturn
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(ImportFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ImportFault("line \(line)", "The text is not UTF-8; save the table as “CSV UTF-8”.")
        }
        return text
    }
}
