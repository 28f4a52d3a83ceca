/// Where an ``HTTPServer`` listens, and what it lets a client do.
public struct HTTPServerConfiguration: Sendable {
    /// The address to listen on: a number such as `127.0.0.1` or `::1`, or a name such as `localhost`.
    public var host = "127.0.0.1"

    /// The port, 0 to 65,535; 0 takes a free one, which ``HTTPServer/port`` then tells.
    public var port = 8080

    /// Names besides the loopback's and the address listened on that may stand in the `Host` header.
    public var hostNames: Set<String> = []

    /// By what the server shows who it is; it speaks TLS then, and nothing else.
    public var identity: TLSIdentity?

    /// The addresses, in numbers, of proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host` count.
    public var trustedProxies: Set<String> = []

    /// The connections open at one time. When one more comes, the one that has been idle longest is closed.
    /// Lowered to what the system's limit on open files allows.
    public var connectionLimit = 1_024

    /// The threads that read requests and run the handler.
    public var threadCount = 8

    /// The bytes the body of a request may have, given its method, path and header.
    public var bodyLimit: @Sendable (Request) -> Int = { _ in 1024 * 1024 }

    /// The bytes of memory for the head of one request: its address and header fields.
    public var headLimit = 32 * 1024

    /// How long a connection may stay idle, or take to send the head of a request.
    public var idleTimeout = Duration.seconds(60)

    /// How long a client may take to send a body, and how long to take an answer.
    public var transferTimeout = Duration.seconds(120)

    /// How often a stream gets an event `heartbeat`, by which each side finds out whether the other is there.
    public var heartbeatInterval = Duration.seconds(15)

    /// How often connections are looked at: whether the client has hung up, or takes too long.
    public var checkInterval = Duration.seconds(2)

    public init() {}

    /// Whether only programs of this machine can reach the server: `host` is a loopback address or name.
    public var isLoopback: Bool { HostPolicy.isLoopback(host) }

    /// Whether the server listens on every address of the machine.
    public var isEveryAddress: Bool { HostPolicy.isEveryAddress(host) }
}
