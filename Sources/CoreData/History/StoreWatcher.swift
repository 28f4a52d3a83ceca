import Foundation
import Synchronization

/// Calls back when a store's file may have been changed by anybody.
///
/// The kernel tells of writes to the folder (the `-wal` is written; the `-shm` is mapped and silent). Where it
/// cannot tell, on some network file systems, the store is asked once a second.
final class StoreWatcher: @unchecked Sendable {
    // `descriptor` and the pipe are set in the initialiser; `patience` is the watcher's thread's alone;
    // `isStopped` is atomic.
    private let descriptor: Int32
    private let wake: (read: Int32, write: Int32)
    private let names: Set<String>
    private let changed: @Sendable () -> Void
    /// How long to wait for an event before asking all the same, in milliseconds.
    private var patience = longestPatience
    private let isStopped = Atomic(false)

    /// - Parameters:
    ///   - path: the store's file.
    ///   - changed: called on the watcher's thread.
    init?(path: String, changed: @escaping @Sendable () -> Void) {
        let url = URL(fileURLWithPath: path)
        names = [url.lastPathComponent, url.lastPathComponent + "-wal"]
        self.changed = changed
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wake = (ends[0], ends[1])
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        if descriptor >= 0 {
            let events = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
            inotify_add_watch(descriptor, url.deletingLastPathComponent().path, events)
        }
        Thread.detachNewThread { [weak self] in
            while let watcher = self, watcher.waitOnce() {}
        }
    }

    /// Ends the watching.
    func stop() {
        guard isStopped.exchange(true, ordering: .sequentiallyConsistent) == false else { return }
        var byte: UInt8 = 0
        write(wake.write, &byte, 1)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        close(wake.read)
        close(wake.write)
    }

    /// Waits for an event, or for a second.
    ///
    /// The event of a save comes with its first write, and the save can be read only later, after the sync to
    /// the disk and a change of the `-shm`, which is silent. So after an event the store is asked again at
    /// growing intervals, for a second in all.
    /// - Returns: false when the watching is over.
    private func waitOnce() -> Bool {
        var polls = [
            pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&polls, descriptor >= 0 ? 2 : 1, patience)
        if isStopped.load(ordering: .sequentiallyConsistent) { return false }
        if ready > 0 && polls[1].revents != 0 && concernsStore() {
            patience = 1
            changed()
        } else if ready == 0 {
            patience = min(2 * patience, Self.longestPatience)
            changed()
        }
        return true
    }

    private static let longestPatience: Int32 = 1000

    /// Reads the events that are waiting, and says whether one is about the store.
    private func concernsStore() -> Bool {
        var isConcerned = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { return isConcerned }
            var offset = 0
            let header = MemoryLayout<inotify_event>.size
            while offset + header <= count {
                let length = buffer.withUnsafeBytes {
                    Int($0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                }
                let end = min(offset + header + length, count)
                let name = buffer[(offset + header)..<end].prefix { $0 != 0 }
                if names.contains(String(decoding: name, as: UTF8.self)) { isConcerned = true }
                offset = end
            }
        }
    }
}
