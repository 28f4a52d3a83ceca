/// Which names this server answers to.
///
/// A page of another site can have its own name resolve to this machine ("DNS rebinding") and would then count
/// as the same site; its requests are told by the `Host` header, which still holds that name.
struct HostPolicy: Sendable {
    private let names: Set<String>
    private let takesAnyNumber: Bool

    /// - Parameters:
    ///   - listenHost: the address listened on. If that means every address of the machine, any address in
    ///     numbers is taken: rebinding needs a name.
    ///   - names: further names, without ports.
    init(listenHost: String, names: Set<String>) {
        self.names = Set((names.union([listenHost])).map { Self.name(of: $0) })
        takesAnyNumber = Self.isEveryAddress(listenHost)
    }

    /// Whether `host`, the value of a `Host` header, means this server.
    func allows(_ host: String) -> Bool {
        let name = Self.name(of: host)
        return names.contains(name) || Self.isLoopback(name) || takesAnyNumber && NumericAddress.isOne(name)
    }

    /// Whether `name` means the machine it is used on.
    static func isLoopback(_ name: String) -> Bool {
        let name = Self.name(of: name)
        return name == "localhost" || name.hasSuffix(".localhost") || name == "::1"
            || name.hasPrefix("127.") && NumericAddress.isOne(name)
    }

    /// Whether listening on `host` is listening on every address of the machine.
    static func isEveryAddress(_ host: String) -> Bool { ["0.0.0.0", "::", "[::]"].contains(host) }

    /// The host in `text`, which may carry a port: in lower case, without brackets and a last dot.
    private static func name(of text: String) -> String {
        var name = text.lowercased()[...]
        if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
            // What follows a bracket that is no port makes it no address at all.
            guard NumericAddress.isPort(name[name.index(after: end)...]) else { return String(name) }
            return String(name[name.index(after: name.startIndex)..<end])
        }
        // An address of IPv6 without brackets has more than one colon and no port.
        if let colon = name.firstIndex(of: ":"), colon == name.lastIndex(of: ":") { name = name[..<colon] }
        if name.hasSuffix(".") { name = name.dropLast() }
        return String(name)
    }
}
