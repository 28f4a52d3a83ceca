import CMicroHTTPD
import Synchronization

/// A stream of server-sent events to one browser: thread-safe, bounded, ended by either side.
///
///     let stream = EventStream()
///     let subscription = rows.subscribe { change in stream.send(event: "row", data: change.json) }
///     stream.onClose { subscription.cancel() }
///     return .stream(stream)
///
/// Events sent before the answer goes out wait and are sent with it. The server writes a comment from time to
/// time, because a browser that is gone is found out only by writing to it. A browser that reads slower than
/// events come is cut off once ``bufferLimit`` bytes wait for it, rather than let the server's memory grow;
/// it reconnects by itself after a second and has to fetch what it missed (`Last-Event-ID` comes with the
/// request).
public final class EventStream: Sendable {
    /// The bytes that may wait for the browser before the stream is closed.
    public let bufferLimit: Int

    fileprivate struct State {
        /// Bytes that wait, from `offset` on.
        var buffer: [UInt8]
        var offset = 0
        var isClosed = false
        var actions: [@Sendable () -> Void] = []
        /// The connection that carries the stream, while there is one.
        var link: StreamLink?
        /// Whether libmicrohttpd has taken the connection out of its loop until it is resumed.
        var isSuspended = false

        var waiting: Int { buffer.count - offset }
    }

    private let state: Mutex<State>

    /// - Parameter bufferLimit: the bytes that may wait for the browser before the stream is closed.
    public init(bufferLimit: Int = 256 * 1024) {
        self.bufferLimit = bufferLimit
        state = Mutex(State(buffer: Array("retry: 1000\n\n".utf8)))
    }

    /// Whether either side has closed the stream.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Sends one event. May be called from any thread.
    ///
    /// - Parameters:
    ///   - event: the event's type, which the page listens for; `nil` is the type `message`.
    ///   - data: what the event carries; lines are kept.
    ///   - id: what a browser tells in `Last-Event-ID` when it reconnects.
    /// - Returns: `false` if the stream is closed, before this event or because it was one too many.
    @discardableResult
    public func send(event: String? = nil, data: String, id: String? = nil) -> Bool {
        send(ServerSentEvent(event: event, data: data, id: id))
    }

    /// Sends an event that may go to other streams too.
    ///
    /// - Returns: `false` if the stream is closed, before this event or because it was one too many.
    @discardableResult
    public func send(_ event: ServerSentEvent) -> Bool { write(event.bytes) }

    /// Closes the stream once what waits is sent. Harmless if it is closed.
    public func close() {
        finish { state in
            state.wake()
        }
    }

    /// Has `action` called once, when either side closes the stream; at once if it is closed already.
    ///
    /// It is called on whichever thread closes, so it should be short and must not wait for one of the
    /// server's requests.
    public func onClose(_ action: @escaping @Sendable () -> Void) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.actions.append(action) }
            return state.isClosed
        }
        if isClosed { action() }
    }
}

// MARK: - What the server calls

extension EventStream {
    /// Ties the stream to the connection that is about to carry it.
    func attach(_ link: StreamLink) {
        state.withLock { $0.link = link }
    }

    /// The connection is gone, or never came to be.
    func detach() {
        finish { state in
            state.link = nil
            state.isSuspended = false
            state.buffer = []
            state.offset = 0
        }
    }

    /// Writes an event `heartbeat`, which is how both sides find out a connection that is gone: the server by
    /// writing, the browser by missing it.
    func writeHeartbeat() {
        write(Array("event: heartbeat\ndata\n\n".utf8))
    }

    /// Hands the next bytes to libmicrohttpd, on the connection's own thread.
    ///
    /// - Returns: the number of bytes put into `destination`; 0 after suspending the connection because
    ///   nothing waits; `nil` at the end of the stream.
    func read(into destination: UnsafeMutableRawBufferPointer) -> Int? {
        state.withLock { state in
            if state.waiting == 0 {
                if state.isClosed { return nil }
                // Suspending under the lock: `wake` cannot come between the test and the suspension.
                state.isSuspended = true
                state.link?.suspend()
                return 0
            }
            let count = min(state.waiting, destination.count)
            state.buffer.withUnsafeBytes { buffer in
                destination.copyMemory(from: .init(rebasing: buffer[state.offset..<(state.offset + count)]))
            }
            state.offset += count
            if state.waiting == 0 {
                state.buffer.removeAll(keepingCapacity: true)
                state.offset = 0
            }
            return count
        }
    }
}

// MARK: - Inside

extension EventStream {
    @discardableResult
    private func write(_ bytes: [UInt8]) -> Bool {
        let (isOpen, isOver) = state.withLock { state -> (Bool, Bool) in
            guard !state.isClosed else { return (false, false) }
            guard state.waiting + bytes.count <= bufferLimit else { return (false, true) }
            if state.offset > 64 * 1024 {
                state.buffer.removeFirst(state.offset)
                state.offset = 0
            }
            state.buffer += bytes
            state.wake()
            return (true, false)
        }
        if isOver {
            finish { state in
                // What waits would come with a gap, so it is dropped; a blocked socket never asks for it
                // anyway, so the socket is shut down.
                state.buffer = []
                state.offset = 0
                state.link?.cut()
                state.wake()
            }
        }
        return isOpen
    }

    /// Marks the stream closed, does `change` under the lock, and then calls what waits for the end.
    private func finish(_ change: (inout State) -> Void) {
        let actions = state.withLock { state in
            state.isClosed = true
            change(&state)
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }
}

extension EventStream.State {
    /// Lets libmicrohttpd ask for bytes again.
    fileprivate mutating func wake() {
        guard isSuspended else { return }
        isSuspended = false
        link?.resume()
    }
}
