/// Why a server could not start. The description is one sentence that says what to do.
public enum HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another program listens on the port.
    case portInUse(port: Int)
    /// The port is below 1,024 and the system keeps those for root.
    case portNotPermitted(port: Int)
    /// The address belongs to no network interface of this machine.
    case addressNotHere(host: String)
    /// The name or number is no address.
    case unknownHost(String)
    /// A file that is needed cannot be read.
    case unreadable(String)
    /// Certificate and key are not what they should be, in words that say which and why.
    case noIdentity(String)
    /// Anything else, with the system's words.
    case system(String)

    public var description: String {
        switch self {
        case .portInUse(let port):
            "Port \(port) is in use by another program; stop it, or choose another port with --port."
        case .portNotPermitted(let port):
            "Port \(port) is kept for the system; choose one from 1024 on with --port."
        case .addressNotHere(let host):
            "\(host) is no address of this machine; choose one of its own with --host."
        case .unknownHost(let host):
            "\(host) is no address that can be found; give --host a number such as 127.0.0.1."
        case .unreadable(let path):
            "\(path) cannot be read; give the path of a file that this user may read."
        case .noIdentity(let words):
            "\(words); give the certificate with --tls-cert and its own key with --tls-key."
        case .system(let words):
            "The server could not start: \(words)."
        }
    }
}
