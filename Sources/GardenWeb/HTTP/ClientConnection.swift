import Foundation
import Synchronization

/// One socket a client has open, from accept to close.
final class ClientConnection: Sendable {
    /// What the connection is doing, which decides how long it may take and what is closed first when there
    /// are too many.
    enum Phase: Sendable, Hashable {
        /// Nothing, or sending the head of a request.
        case waiting
        /// Sending the body of a request.
        case sendingBody
        /// Waiting for the handler.
        case handling
        /// Taking the answer.
        case answering
        /// Holding a stream open.
        case streaming
        /// Shut down, about to be closed.
        case cut
    }

    private struct State {
        var socket: Int32
        var phase = Phase.waiting
        var since = ContinuousClock.now
        var stream: EventStream?
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
    ///
    /// - Parameter stream: the stream the connection carries, for the phase `streaming`.
    func begin(_ phase: Phase, stream: EventStream? = nil) {
        state.withLock { state in
            guard state.phase != .cut else { return }
            state.phase = phase
            state.since = .now
            state.stream = stream
        }
    }

    /// Whether the client has said that it sends no more, and all it sent has been read.
    var hasClientHungUp: Bool {
        state.withLock { state in
            var byte: UInt8 = 0
            let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
            return state.socket >= 0 && recv(state.socket, &byte, 1, flags) == 0
        }
    }

    /// Ends the connection, and the stream it carries; libmicrohttpd then closes it.
    func cut() {
        shutDownSocket()
        // A suspended connection sees nothing of its socket until it is resumed.
        state.withLock { $0.stream }?.close()
    }

    /// Shuts the socket down both ways, so that whatever libmicrohttpd does with it next fails.
    func shutDownSocket() {
        // Under the lock, so that the number cannot belong to another file by now: `forgetSocket` comes
        // before libmicrohttpd closes it.
        state.withLock { state in
            state.phase = .cut
            if state.socket >= 0 { _ = shutdown(state.socket, Int32(SHUT_RDWR)) }
        }
    }

    /// libmicrohttpd is about to close the socket.
    func forgetSocket() {
        state.withLock { $0.socket = -1 }
    }
}
