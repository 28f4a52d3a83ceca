import Foundation

extension FormFields {
    /// Reads `multipart/form-data` (RFC 7578).
    ///
    /// - Parameters:
    ///   - bytes: the whole body.
    ///   - boundary: the `boundary` parameter of its media type.
    /// - Throws: ``HTTPError`` 400 if the parts cannot be told apart, a part has no name or a head of more than 8 KiB,
    ///   a text is not UTF-8, or there are more than 1,000 parts.
    init(multipart bytes: [UInt8], boundary: String) throws(HTTPError) {
        self.init()
        let unreadable = HTTPError.badRequest("The form cannot be read: its parts are cut off.")
        guard (1...70).contains(boundary.utf8.count) else { throw unreadable }
        let lineEnd: [UInt8] = [0x0d, 0x0a]
        let delimiter = lineEnd + Array("--\(boundary)".utf8)

        // The first delimiter may stand at the very start, without the line end that belongs to it.
        let opening = Array(delimiter.dropFirst(2))
        var position: Int
        if bytes.starts(with: opening) {
            position = opening.count
        } else if let found = Self.range(of: delimiter, in: bytes[...]) {
            position = found.upperBound
        } else {
            throw unreadable
        }
        var partCount = 0
        while !bytes[position...].starts(with: Array("--".utf8)) {
            partCount += 1
            guard partCount <= 1_000 else { throw .badRequest("The form has too many fields.") }
            guard let line = Self.range(of: lineEnd, in: bytes[position...]),
                let next = Self.range(of: delimiter, in: bytes[line.lowerBound...])
            else { throw unreadable }
            // A part without headers starts with an empty line, whose end is also the line end just found.
            let part = bytes[line.lowerBound..<next.lowerBound]
            guard let blank = Self.range(of: lineEnd + lineEnd, in: part) else { throw unreadable }
            let head = bytes[line.lowerBound..<blank.lowerBound]
            // What a browser writes there is a few hundred; taking millions apart would take seconds.
            guard head.count <= 8 * 1024 else { throw unreadable }
            try appendPart(head: head, content: bytes[blank.upperBound..<next.lowerBound])
            position = next.upperBound
        }
    }

    /// Where `pattern` first stands in `bytes`, found by its first byte: a line end, which is rare in a
    /// picture.
    private static func range(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        bytes.withUnsafeBytes { haystack in
            var start = 0
            while haystack.count - start >= pattern.count {
                let rest = UnsafeRawBufferPointer(rebasing: haystack[start...])
                // Not empty, so it has a base address; its count fits, so the comparison stays inside.
                guard let base = rest.baseAddress, let found = memchr(base, Int32(pattern[0]), rest.count)
                else { return nil }
                start += UnsafeRawPointer(found) - base
                guard haystack.count - start >= pattern.count else { return nil }
                if memcmp(found, pattern, pattern.count) == 0 {
                    return (bytes.startIndex + start)..<(bytes.startIndex + start + pattern.count)
                }
                start += 1
            }
            return nil
        }
    }

    private mutating func appendPart(head: ArraySlice<UInt8>, content: ArraySlice<UInt8>) throws(HTTPError) {
        guard let text = String(validating: head, as: UTF8.self) else {
            throw .badRequest("The form cannot be read: it is not UTF-8 text.")
        }
        var disposition = MediaType("")
        var contentType = "application/octet-stream"
        for line in text.split(separator: "\r\n") {
            let pair = line.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else { continue }
            switch pair[0].lowercased() {
            case "content-disposition": disposition = MediaType(String(pair[1]))
            case "content-type": contentType = pair[1].trimmingSpaces()
            default: break
            }
        }
        guard disposition.name == "form-data", let name = disposition.parameters["name"] else {
            throw .badRequest("The form cannot be read: a part has no name.")
        }
        if let fileName = disposition.parameters["filename"] {
            append(
                FormFile(
                    fieldName: name, fileName: fileName, contentType: contentType, content: Array(content)))
        } else if let value = String(validating: content, as: UTF8.self), !value.utf8.contains(0) {
            append(name, value)
        } else {
            throw .badRequest("The form cannot be read: it is not UTF-8 text.")
        }
    }
}
