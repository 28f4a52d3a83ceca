import Foundation

/// Addresses of the Internet protocol, written in numbers.
public enum NumericAddress {
    /// Whether a text is one, of either version, without brackets or a port.
    public static func isOne(_ text: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
    }

    /// The one way to write the address in a text, which may have a port, and brackets around version 6; an address of
    /// version 4 within version 6 (`::ffff:192.0.2.1`) is that of version 4.
    ///
    /// - Returns: nil when there is none.
    static func canonical(_ text: String) -> String? {
        var text = text[...]
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else { return nil }
            text = text[text.index(after: text.startIndex)..<end]
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            guard isPort(text[colon...]) else { return nil }
            text = text[..<colon]
        }
        let address = String(text)
        var four = in_addr()
        if inet_pton(AF_INET, address, &four) == 1 { return written(AF_INET, &four) }
        var six = in6_addr()
        guard inet_pton(AF_INET6, address, &six) == 1, let name = written(AF_INET6, &six) else { return nil }
        let mapped = "::ffff:"
        return name.hasPrefix(mapped) && name.contains(".") ? String(name.dropFirst(mapped.count)) : name
    }

    /// Whether a text is empty, or a colon and the number of a port.
    static func isPort(_ text: some StringProtocol) -> Bool {
        text.isEmpty || text.first == ":" && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }

    private static func written(_ family: CInt, _ address: UnsafeRawPointer) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
