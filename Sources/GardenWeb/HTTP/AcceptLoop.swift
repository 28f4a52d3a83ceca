import Foundation

/// The thread that accepts connections and looks after them.
///
/// libmicrohttpd could accept by itself, but in a pool of threads it can then not be told safely to stop: two
/// threads may take the listening socket out of one epoll set, and the second one aborts the process.
final class AcceptLoop: Sendable {
    /// Takes over an accepted socket and its client's address.
    typealias Accepted = @Sendable (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void

    private let listener: HTTPListener

    /// A pipe whose end to read becomes readable when the loop is to end.
    private let stopPipe: (reading: Int32, writing: Int32)

    /// Left by the thread as it ends.
    private let running = DispatchGroup()

    init(_ listener: HTTPListener) throws(HTTPServerError) {
        var pipe: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0 else { throw .system(String(cString: strerror(errno))) }
        for descriptor in pipe { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        stopPipe = (pipe[0], pipe[1])
        self.listener = listener
    }

    deinit {
        close(stopPipe.reading)
        close(stopPipe.writing)
    }

    /// Starts the thread; it closes the listener when it ends.
    ///
    /// - Parameters:
    ///   - accepted: takes a new connection.
    ///   - makeRoom: called when there is no file descriptor left for a connection.
    ///   - interval: the time between two calls of `tick`.
    func start(
        accepted: @escaping Accepted, makeRoom: @escaping @Sendable () -> Void, interval: Duration,
        tick: @escaping @Sendable () -> Void
    ) {
        running.enter()
        let thread = Thread { [self] in
            run(accepted: accepted, makeRoom: makeRoom, interval: interval, tick: tick)
            listener.close()
            running.leave()
        }
        thread.name = "accept"
        thread.start()
    }

    /// Ends the loop; back when no connection is accepted any more.
    func stop() {
        var byte: UInt8 = 0
        _ = write(stopPipe.writing, &byte, 1)
        running.wait()
    }

    private func run(
        accepted: Accepted, makeRoom: @Sendable () -> Void, interval: Duration, tick: @Sendable () -> Void
    ) {
        let clock = ContinuousClock()
        var polled = (listener.descriptors + [stopPipe.reading]).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        var nextTick = clock.now + interval
        while true {
            let rest = max(.zero, nextTick - clock.now)
            let milliseconds = (rest / .milliseconds(1)).rounded(.up)
            poll(&polled, nfds_t(polled.count), Int32(milliseconds))
            if polled[polled.count - 1].revents != 0 { return }
            for entry in polled.dropLast() where entry.revents != 0 {
                acceptAll(from: entry.fd, accepted: accepted, makeRoom: makeRoom)
            }
            if clock.now >= nextTick {
                tick()
                nextTick = clock.now + interval
            }
        }
    }

    private func acceptAll(from listener: Int32, accepted: Accepted, makeRoom: @Sendable () -> Void) {
        while true {
            var address = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let mayGoOn = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    let socket = accept(listener, pointer, &size)
                    if socket >= 0 {
                        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                        Self.limitSilence(of: socket)
                        accepted(socket, pointer, size)
                        return true
                    }
                    if errno == EMFILE || errno == ENFILE {
                        makeRoom()
                        // The listener stays readable, so without a pause this would spin until a file is
                        // closed; ten milliseconds are soon enough.
                        usleep(10_000)
                        return false
                    }
                    return errno == ECONNABORTED || errno == EINTR
                }
            }
            if !mayGoOn { return }
        }
    }

    /// Ends a connection whose client has not confirmed what was sent for a minute: a phone that left the
    /// house. The system's own limit is a quarter of an hour.
    private static func limitSilence(of socket: Int32) {
        var milliseconds: UInt32 = 60_000
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, socklen_t(MemoryLayout<UInt32>.size))
    }
}
