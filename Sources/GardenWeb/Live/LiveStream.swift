import Foundation
import Garden
import Synchronization

/// The stream of events that one browser holds for all its windows.
enum LiveStream {
    /// More pairs than a browser's windows can reasonably ask for.
    private static let limit = 64

    /// Answers `/live?topic=plants&since=…&topic=…&since=…` with a stream.
    ///
    /// - Throws: ``HTTPError`` 400 where the address asks for nothing or too much.
    static func open(_ visit: Visit) throws -> Response {
        let wishes = try wishes(visit.request.query)
        let stream = EventStream()
        let subscriptions = Subscriptions()
        stream.onClose { subscriptions.end() }
        let order = visit.order
        let messages = visit.garden.messages
        for (channel, since) in wishes {
            let subscription = try visit.garden.live.subscribe(channel.topic, since: since) { event in
                guard let message = try? messages.message(event, on: channel, order: order) else { return }
                stream.send(message)
            }
            subscriptions.add(subscription)
        }
        if let door = visit.garden.door, let guest = visit.guest { try door.keep(stream, for: visit.request, guest) }
        return .stream(stream)
    }

    private static func wishes(_ query: FormFields) throws(HTTPError) -> [(LiveChannel, LivePosition?)] {
        var wishes: [(LiveChannel, LivePosition?)] = []
        for field in query.fields {
            switch field.name {
            case "topic":
                guard let channel = LiveChannel(field.value) else {
                    throw .badRequest("There is nothing to watch under “\(field.value.prefix(60))”.")
                }
                wishes.append((channel, nil))
            case "since" where !wishes.isEmpty:
                wishes[wishes.count - 1].1 = LivePosition(field.value)
            default: break
            }
        }
        guard (1...limit).contains(wishes.count) else {
            throw .badRequest("A stream watches 1 to \(limit) things.")
        }
        return wishes
    }

    /// Keeps the subscriptions of one stream until it ends.
    private final class Subscriptions: Sendable {
        private let state = Mutex<(all: [LiveSubscription], isOver: Bool)>(([], false))

        func add(_ subscription: LiveSubscription) {
            let isOver = state.withLock { state in
                if !state.isOver { state.all.append(subscription) }
                return state.isOver
            }
            // The browser left while the stream was being set up.
            if isOver { subscription.cancel() }
        }

        func end() {
            let all = state.withLock { state in
                state.isOver = true
                defer { state.all = [] }
                return state.all
            }
            for subscription in all { subscription.cancel() }
        }
    }
}
