import Foundation

/// The number of files and sockets the system lets this process have open.
enum OpenFileLimit {
    /// What is kept for everything but connections: the store, its logs, libraries.
    static let reserve = 128

    /// Raises the limit as far as the process may, and answers with it.
    static func raise() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
