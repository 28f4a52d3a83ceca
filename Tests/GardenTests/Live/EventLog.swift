import Foundation

@testable import Garden

/// The events a subscriber got, to be waited for one by one.
final class EventLog: Sendable {
    private let stream: AsyncStream<LiveEvent>
    let receive: @Sendable (LiveEvent) -> Void

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: LiveEvent.self)
        self.stream = stream
        receive = { continuation.yield($0) }
    }

    /// The next event.
    func next() async -> LiveEvent? {
        for await event in stream { return event }
        return nil
    }

    /// The changes of the next event, which must be changes.
    func changes() async throws -> LiveChanges {
        guard case .changes(let changes)? = await next() else { throw CocoaError(.featureUnsupported) }
        return changes
    }
}
