import CMicroHTTPD

/// The connection that carries an ``EventStream``, or rests while a ``LargeRequest`` is worked on.
///
/// `@unchecked Sendable`: a stream holds it under its lock and lets go of it when libmicrohttpd says that the
/// request is over (`EventStream.detach`), which is before the connection is freed; who works on a large request
/// resumes a suspended connection once and then lets go, and one that is suspended is not freed.
struct StreamLink: @unchecked Sendable {
    let connection: OpaquePointer
    let client: ClientConnection

    /// Takes the connection out of libmicrohttpd's loop. Only on the connection's own thread.
    func suspend() {
        MHD_suspend_connection(connection)
    }

    /// Puts the connection back into the loop. Only after `suspend`, once.
    func resume() {
        MHD_resume_connection(connection)
    }

    /// Shuts the socket down, so that even a write that waits for the browser ends.
    func cut() {
        client.shutDownSocket()
    }
}
