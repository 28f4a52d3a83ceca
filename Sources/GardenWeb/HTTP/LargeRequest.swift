import Synchronization

/// A request with a large body, handed over to be worked on beside its connection's thread, and the answer that comes
/// of it: each thread serves many connections, which would all wait.
final class LargeRequest: Sendable {
    private let response = Mutex<Response?>(nil)

    /// Leaves the answer, to be taken by the connection's thread.
    func answer(_ response: Response) { self.response.withLock { $0 = response } }

    /// The answer; nil while there is none.
    func takeAnswer() -> Response? { response.withLock { $0.take() } }
}
