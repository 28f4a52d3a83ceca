/// The programs in front of the server whose word counts for who asks and how: `X-Forwarded-For`,
/// `X-Forwarded-Proto` and `X-Forwarded-Host`. From anybody else those fields are not looked at.
struct TrustedProxies: Sendable {
    private let addresses: Set<String>

    /// - Parameter addresses: in numbers, such as `127.0.0.1`.
    init(_ addresses: Set<String>) { self.addresses = Set(addresses.compactMap(NumericAddress.canonical)) }

    /// What a request says through a proxy; what it says itself where none is trusted.
    ///
    /// - Parameters:
    ///   - authority: the host the request was sent to.
    ///   - address: where the connection comes from.
    func origin(_ headers: HTTPHeaders, authority: String, address: String) -> Origin {
        guard trusts(address) else { return Origin(authority: authority, address: address, isSecure: false) }
        let hops = headers.all("x-forwarded-for").flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces() }
        // Whoever asks can write what he likes before the first proxy's own word.
        let asker = hops.last { !trusts($0) }.map { NumericAddress.canonical($0) ?? "" }
        return Origin(
            authority: headers["x-forwarded-host"] ?? authority, address: asker ?? (hops.isEmpty ? "" : address),
            isSecure: headers["x-forwarded-proto"]?.lowercased() == "https")
    }

    struct Origin {
        /// The host that was asked for.
        let authority: String
        /// Who asks, in numbers; empty where a proxy does not tell in a way that can be read. It may be anybody then, and
        /// is not taken for somebody at the proxy's machine.
        let address: String
        /// Whether the request came to the proxy over TLS.
        let isSecure: Bool
    }

    private func trusts(_ address: String) -> Bool {
        NumericAddress.canonical(address).map(addresses.contains) ?? false
    }
}
