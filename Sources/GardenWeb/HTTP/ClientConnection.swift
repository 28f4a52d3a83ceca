import Foundation
import Synchronization

/// One socket a client has open, from accept to close.
final class ClientConnection: Sendable {
    /// What the connection is doing, which decides how long it may take and what is closed first when there
    /// are too many.
    enum Phase: Sendable {
        /// Nothing, or sending the head of a request.
        case waiting
        /// Sending the body of a request.
        case sendingBody
        /// Being answered.
        case answering
        /// Holding a stream open.
        case streaming
    }

    private struct State {
        var socket: Int32
        var phase = Phase.waiting
        var since = ContinuousClock.now
    }

    private let state: Mutex<State>

    /// The numeric address of the client.
    let remoteAddress: String

    init(socket: Int32, remoteAddress: String) {
        state = Mutex(State(socket: socket))
        self.remoteAddress = remoteAddress
    }

    /// What the connection is doing, and since when.
    var activity: (phase: Phase, since: ContinuousClock.Instant) {
        state.withLock { ($0.phase, $0.since) }
    }

    /// Notes that a phase begins.
    func begin(_ phase: Phase) {
        state.withLock { state in
            state.phase = phase
            state.since = .now
        }
    }

    /// Ends the connection by shutting its socket down; libmicrohttpd then closes it.
    func cut() {
        // Under the lock, so that the number cannot belong to another file by now: `forgetSocket` comes
        // before libmicrohttpd closes it.
        state.withLock { state in
            if state.socket >= 0 { _ = shutdown(state.socket, Int32(SHUT_RDWR)) }
        }
    }

    /// libmicrohttpd is about to close the socket.
    func forgetSocket() {
        state.withLock { $0.socket = -1 }
    }
}
