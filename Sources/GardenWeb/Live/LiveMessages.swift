import Foundation
import Garden
import Synchronization

/// Makes the message of an event once for all streams that carry it: a thousand browsers may show one screen.
final class LiveMessages: Sendable {
    /// What a message depends on besides the event.
    private struct Kind: Hashable {
        let channel: LiveChannel
        let order: DateOrder
    }

    /// The latest event alone: a topic's watchers are told of it one right after the other.
    private let latest = Mutex<(event: LiveEvent, messages: [Kind: ServerSentEvent])?>(nil)

    /// The message of `event`, to be sent as it is.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - channel: what the page watches, and how its rows look.
    ///   - order: how the reader writes a date.
    /// - Throws: what encoding it throws.
    func message(_ event: LiveEvent, on channel: LiveChannel, order: DateOrder) throws -> ServerSentEvent {
        let kind = Kind(channel: channel, order: order)
        let made = latest.withLock { latest in latest?.event == event ? latest?.messages[kind] : nil }
        if let made { return made }
        let json = try JSONEncoder().encode(LiveMessage(event, on: channel, order: order))
        let message = ServerSentEvent(data: String(decoding: json, as: UTF8.self))
        latest.withLock { latest in
            if latest?.event != event { latest = (event, [:]) }
            latest?.messages[kind] = message
        }
        return message
    }
}
