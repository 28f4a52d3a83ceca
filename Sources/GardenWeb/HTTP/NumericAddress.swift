import Foundation

/// Addresses of the Internet protocol, written in numbers.
public enum NumericAddress {
    /// Whether a text is one, of either version, without brackets or a port.
    public static func isOne(_ text: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
    }
}
