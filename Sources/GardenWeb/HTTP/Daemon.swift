import CMicroHTTPD
import Foundation

/// A running daemon of libmicrohttpd: its threads, and the connections given to it.
///
/// `@unchecked Sendable`: the pointer never changes, `MHD_add_connection` may be called from any thread, and
/// `HTTPServer` stops a daemon once, after the thread that adds connections has ended.
final class Daemon: @unchecked Sendable {
    private let daemon: OpaquePointer

    /// The daemon's callbacks use it without a reference of their own.
    private let core: ServerCore

    /// Certificate, key and what of TLS is spoken, which libmicrohttpd reads for as long as it runs.
    private let identity: [UnsafeMutablePointer<CChar>?]

    /// No version that is given up (RFC 8996), and none of the keys that open what was recorded before.
    private static let spokenTLS = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA"

    init(_ core: ServerCore) throws(HTTPServerError) {
        self.core = core
        let configuration = core.configuration
        let context = Unmanaged.passUnretained(core).toOpaque()
        let completed: MHD_RequestCompletedCallback = requestCompleted
        let changed: MHD_NotifyConnectionCallback = connectionChanged
        let unescape:
            @convention(c) (
                UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
            ) -> Int = leaveEscaped
        let began:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
            ) -> UnsafeMutableRawPointer? = requestBegan
        let seconds = (configuration.idleTimeout / .seconds(1)).rounded(.up)

        var options: [MHD_OptionItem] = [
            .init(.THREAD_POOL_SIZE, max(2, configuration.threadCount)),
            // The limit that counts is the ConnectionTable's, which makes room; this one would turn the
            // newest client away, and it is divided among the threads. So it is out of reach.
            .init(.CONNECTION_LIMIT, 1 << 20),
            .init(.CONNECTION_MEMORY_LIMIT, configuration.headLimit),
            .init(.CONNECTION_TIMEOUT, Int(seconds)),
            .init(.STRICT_FOR_CLIENT, 1),
            .init(.NOTIFY_COMPLETED, unsafeBitCast(completed, to: Int.self), context),
            .init(.NOTIFY_CONNECTION, unsafeBitCast(changed, to: Int.self), context),
            .init(.URI_LOG_CALLBACK, unsafeBitCast(began, to: Int.self), context),
            .init(.UNESCAPE_CALLBACK, unsafeBitCast(unescape, to: Int.self), nil),
        ]
        identity =
            configuration.identity.map { [strdup($0.certificate), strdup($0.key), strdup(Self.spokenTLS)] } ?? []
        if identity.count == 3 {
            options.append(.init(.HTTPS_MEM_CERT, 0, identity[0]))
            options.append(.init(.HTTPS_MEM_KEY, 0, identity[1]))
            options.append(.init(.HTTPS_PRIORITIES, 0, identity[2]))
        }
        options.append(.init(.END, 0))
        let flags =
            (identity.isEmpty ? 0 : MHD_USE_TLS.rawValue) | MHD_USE_EPOLL_INTERNAL_THREAD.rawValue
            | MHD_ALLOW_SUSPEND_RESUME.rawValue
            | MHD_USE_NO_LISTEN_SOCKET.rawValue
        let daemon = options.withUnsafeMutableBufferPointer { options in
            withVaList([
                MHD_OPTION.ARRAY.rawValue, UInt(bitPattern: options.baseAddress), MHD_OPTION.END.rawValue,
            ]) { arguments in
                MHD_start_daemon_va(flags, 0, nil, nil, requestAdvanced, context, arguments)
            }
        }
        guard let daemon else {
            for text in identity { free(text) }
            throw identity.isEmpty
                ? .system("its threads could not be created")
                : .noIdentity("The certificate and the key do not fit together, or cannot be understood")
        }
        self.daemon = daemon
    }

    deinit { for text in identity { free(text) } }

    /// Gives an accepted socket to the daemon, which closes it in the end, whatever happens.
    func add(socket: Int32, address: UnsafePointer<sockaddr>, size: socklen_t) {
        _ = MHD_add_connection(daemon, socket, address, size)
    }

    /// Closes all connections and ends the threads.
    ///
    /// No request may be under way: libmicrohttpd aborts the process over a suspended connection.
    func stop() {
        MHD_stop_daemon(daemon)
    }
}

extension MHD_OptionItem {
    fileprivate init(_ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil) {
        self.init(option: option, value: value, ptr_value: pointer)
    }
}
