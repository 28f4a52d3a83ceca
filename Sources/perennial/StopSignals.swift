import Foundation

/// The signals that ask the program to end: SIGTERM, SIGINT (Ctrl-C) and SIGHUP (the terminal is closed).
///
/// They are blocked and waited for, so no code ever runs inside a signal handler.
struct StopSignals {
    private var set = sigset_t()

    /// Blocks the signals in this thread and in those it starts from now on; to be made before any other
    /// thread. A signal that comes before ``wait()`` is kept for it.
    init() {
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // Whoever started the program may have had it forget how its children end; a picture's is asked for that.
        signal(SIGCHLD, SIG_DFL)
    }

    /// Waits for one of the signals.
    func wait() {
        var set = set
        var received: Int32 = 0
        while sigwait(&set, &received) != 0 {}
    }

    /// Has the next of the signals end the program at once, as if it were not handled: somebody is impatient.
    func stopWaiting() {
        var set = set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
