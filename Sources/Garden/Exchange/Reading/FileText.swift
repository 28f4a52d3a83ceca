/// The bytes of a text file as UTF-8 without a byte order mark.
enum FileText {
    /// - Throws: What is wrong when it is UTF-16 and cut off or not right. UTF-8 is checked where it is read.
    static func utf8(_ bytes: [UInt8]) throws(UnreadableFile) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
            throw UnreadableFile([ImportFault("", "The file is cut off, or no text; save it as UTF-8.")])
        }
        return Array(text.utf8)
    }
}
