import Foundation
import Synchronization

/// The streams that devices hold, to be closed when one is signed out. Nil stands for those who came in while there was
/// no password.
final class DeviceStreams: Sendable {
    private let streams = Mutex<[UUID?: [ObjectIdentifier: EventStream]]>([:])

    /// Keeps a stream until it ends.
    func add(_ stream: EventStream, of device: UUID?) {
        let identity = ObjectIdentifier(stream)
        streams.withLock { $0[device, default: [:]][identity] = stream }
        stream.onClose { [weak self] in
            self?.streams.withLock { streams in
                streams[device]?[identity] = nil
                if streams[device]?.isEmpty == true { streams[device] = nil }
            }
        }
    }

    /// Closes the streams of some devices.
    func close(_ isMeant: (UUID?) -> Bool) {
        let ended = streams.withLock { $0.filter { isMeant($0.key) }.values.flatMap(\.values) }
        for stream in ended { stream.close() }
    }
}
