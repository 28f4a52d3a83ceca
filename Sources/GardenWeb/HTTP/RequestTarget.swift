/// What the first line of a request asks for: the path, split and decoded, and the query.
struct RequestTarget: Sendable, Hashable {
    /// The host and port of an absolute-form target (`http://host:port/path`), which stands for the `Host`
    /// header; `nil` for the usual form.
    let authority: String?

    /// The decoded parts of the path between its slashes; empty for `/`.
    let segments: [String]

    /// The fields after `?`.
    let query: FormFields

    /// The path as it came, still escaped, with its first slash and without the query.
    let rawPath: String

    /// Reads the target `bytes` of a request line.
    ///
    /// - Throws: ``HTTPError`` 400 if it is neither a path nor an absolute http address, if an escape is cut
    ///   off, the text is not UTF-8, or a part of the path is `.`, `..` or holds a slash, a backslash or a
    ///   control character: no such part names anything here.
    init(_ bytes: [UInt8]) throws(HTTPError) {
        var rest = bytes[...]
        var authority: String?
        for scheme in ["http://", "https://"] where Self.starts(rest, with: scheme) {
            rest = rest.dropFirst(scheme.utf8.count)
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            authority = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[end...]
            break
        }
        self.authority = authority

        let mark = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        var path = rest[..<mark]
        query = mark < rest.endIndex ? try FormFields(urlEncoded: rest[(mark + 1)...]) : FormFields()
        if path.isEmpty, authority != nil { path = [UInt8(ascii: "/")] }
        guard path.first == UInt8(ascii: "/") else {
            throw .badRequest("The address asked for is not a path.")
        }
        rawPath = String(decoding: path, as: UTF8.self)

        var parts = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        var segments: [String] = []
        segments.reserveCapacity(parts.count)
        for part in parts {
            guard let segment = PercentDecoding.decode(part, plusIsSpace: false), Self.isName(segment) else {
                throw .badRequest("The address asked for cannot be read.")
            }
            segments.append(segment)
        }
        self.segments = segments
    }

    private static func isName(_ segment: String) -> Bool {
        !segment.isEmpty && segment != "." && segment != ".."
            && segment.utf8.allSatisfy {
                $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
            }
    }

    private static func starts(_ bytes: ArraySlice<UInt8>, with prefix: String) -> Bool {
        bytes.count >= prefix.utf8.count
            && zip(bytes, prefix.utf8).allSatisfy {
                ($0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0) == $1
            }
    }
}
