import CoreData
import Foundation

/// The watched topics.
///
/// `@unchecked Sendable`: all of it is touched on the queue of the context only.
final class LiveWatchers: @unchecked Sendable {
    private let context: NSManagedObjectContext
    private var watchers: [LiveTopic: LiveWatcher] = [:]

    init(_ context: NSManagedObjectContext) { self.context = context }

    /// The number of topics.
    var count: Int { watchers.count }

    /// The one watcher of a topic, made when there is none.
    func watcher(of topic: LiveTopic) throws -> LiveWatcher {
        let topic = topic.normalised
        if let watcher = watchers[topic] { return watcher }
        let watcher = try LiveWatcher(topic, in: context)
        watchers[topic] = watcher
        return watcher
    }

    /// Takes a subscriber off a topic; the last one takes the watcher along.
    func remove(_ number: UInt64, from topic: LiveTopic) {
        let topic = topic.normalised
        guard let watcher = watchers[topic] else { return }
        watcher.remove(number)
        if watcher.isUnwatched { watchers[topic] = nil }
    }
}
