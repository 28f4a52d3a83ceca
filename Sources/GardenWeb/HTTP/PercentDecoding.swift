/// Percent-decoding of paths and forms (RFC 3986, 2.1), strict about what it lets through.
enum PercentDecoding {
    /// Decodes `bytes`, or answers `nil` if an escape is cut off, the result is not UTF-8, or it holds a NUL.
    ///
    /// - Parameter plusIsSpace: whether `+` stands for a space, as it does in forms and queries.
    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            var byte = bytes[index]
            index = bytes.index(after: index)
            if byte == UInt8(ascii: "+"), plusIsSpace {
                byte = 0x20
            } else if byte == UInt8(ascii: "%") {
                guard let high = nextDigit(of: bytes, at: &index), let low = nextDigit(of: bytes, at: &index)
                else { return nil }
                byte = high << 4 | low
            }
            guard byte != 0 else { return nil }
            decoded.append(byte)
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func nextDigit<Bytes: Collection<UInt8>>(of bytes: Bytes, at index: inout Bytes.Index)
        -> UInt8?
    {
        guard index < bytes.endIndex else { return nil }
        defer { index = bytes.index(after: index) }
        switch bytes[index] {
        case let byte where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
            return byte - UInt8(ascii: "0")
        case let byte where byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F"):
            return byte - UInt8(ascii: "A") + 10
        case let byte where byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f"):
            return byte - UInt8(ascii: "a") + 10
        default:
            return nil
        }
    }
}
