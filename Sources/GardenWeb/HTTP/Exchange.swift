/// One request on its way in, and the answer on its way out.
///
/// libmicrohttpd carries it from the request's first line to its end and touches it on the connection's own
/// thread alone, so it needs no lock.
final class Exchange {
    /// What came so far.
    enum Progress {
        /// The first line alone.
        case line
        /// The header fields; the body follows.
        case head(Request)
        /// The header fields, with a fault that is answered once the body is through: an answer before that
        /// would be lost when the connection is reset under a client still sending.
        case refused(HTTPError, isHead: Bool)
        /// The request, whole; it is worked on beside the connection's thread.
        case handedOver(LargeRequest)
        /// An answer has been given.
        case answered
    }

    /// The connection the request came over.
    let client: ClientConnection

    /// The target of the request line, as it came.
    let target: [UInt8]

    var progress = Progress.line

    /// The body so far; nothing once the request is refused.
    var body: [UInt8] = []

    /// The bytes of the body so far, counted also when they are dropped.
    var bodyCount = 0

    /// The bytes the body may have.
    var bodyLimit = 0

    /// Whether it is one of the few large bodies that are taken at a time.
    var isLarge = false

    /// The stream the answer holds open.
    var stream: EventStream?

    init(client: ClientConnection, target: [UInt8]) {
        self.client = client
        self.target = target
    }
}
