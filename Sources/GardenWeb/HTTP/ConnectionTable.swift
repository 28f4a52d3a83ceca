import Synchronization

/// The connections that are open, and which of them to close when there are too many or one takes too long.
final class ConnectionTable: Sendable {
    /// The connections that may be open at one time.
    let limit: Int

    private let connections = Mutex<[ObjectIdentifier: ClientConnection]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    /// The connections open now.
    var count: Int { connections.withLock { $0.count } }

    /// Adds a connection. If that is one too many, cuts the one that has been idle longest, or if none is
    /// idle, the oldest stream, whose browser reconnects by itself: a new request is always answered.
    func add(_ connection: ClientConnection) {
        let isFull = connections.withLock { connections in
            connections[ObjectIdentifier(connection)] = connection
            return connections.count > limit
        }
        if isFull { makeRoom(sparing: connection) }
    }

    func remove(_ connection: ClientConnection) {
        connections.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    /// Cuts the connection that is missed least; none if all are at work.
    func makeRoom(sparing newest: ClientConnection? = nil) {
        var oldestIdle: (ClientConnection, ContinuousClock.Instant)?
        var oldestStream: (ClientConnection, ContinuousClock.Instant)?
        for connection in all where connection !== newest {
            let (phase, since) = connection.activity
            switch phase {
            case .waiting, .sendingBody:
                if oldestIdle.map({ since < $0.1 }) ?? true { oldestIdle = (connection, since) }
            case .streaming:
                if oldestStream.map({ since < $0.1 }) ?? true { oldestStream = (connection, since) }
            case .handling, .answering, .cut:
                break
            }
        }
        (oldestIdle ?? oldestStream)?.0.cut()
    }

    /// Cuts the connections whose client has hung up, or that have taken longer than they may.
    ///
    /// libmicrohttpd sees to both, but not always: it misses the end of a connection that comes right with the
    /// last bytes, is blind to it while a stream is suspended, and starts its time limit anew with each byte, so
    /// a client that sends one byte now and then never meets it.
    func cutEnded(idle: Duration, transfer: Duration) {
        let now = ContinuousClock.now
        for connection in all {
            let (phase, since) = connection.activity
            let isOver =
                switch phase {
                case .waiting: now - since > idle || connection.hasClientHungUp
                case .sendingBody: now - since > transfer || connection.hasClientHungUp
                case .streaming: connection.hasClientHungUp
                // A client may say that it sends no more and still wait for its answer.
                case .answering: now - since > transfer
                case .handling, .cut: false
                }
            if isOver { connection.cut() }
        }
    }

    /// Cuts every connection.
    func cutAll() {
        for connection in all { connection.cut() }
    }

    private var all: [ClientConnection] {
        connections.withLock { Array($0.values) }
    }
}
