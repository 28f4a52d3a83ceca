import CoreData
import Foundation

/// Tells screens what changes in the rows they show, whoever changed it: this program or another one
/// that has the same store open.
///
/// For each topic that somebody watches there is one fetched results controller, shared by all who watch
/// it; it goes when the last of them does.
public final class LiveRows: Sendable {
    /// The context of all controllers. It takes over every save, other programs' too, and everything here
    /// runs on its queue.
    private let context: NSManagedObjectContext
    private let watchers: LiveWatchers
    private let positions: LivePositions
    private let storeURL: URL?

    /// Makes the live rows of a store. One of them serves all screens of a program.
    public init(_ container: PersistenceContainer) {
        storeURL = container.storeURL
        context = container.container.newBackgroundContext()
        context.name = "live"
        context.automaticallyMergesChangesFromParent = true
        watchers = LiveWatchers(context)
        positions = LivePositions(container.container.persistentStoreCoordinator)
    }

    /// The store's present moment. A screen takes it before it reads its rows.
    public func position() -> LivePosition { positions.current() }

    /// Begins to watch a topic.
    ///
    /// - Parameters:
    ///   - topic: What to watch. It need not exist (yet): a plant that comes back is an insertion.
    ///   - since: The position of the screen. When anything was saved since, the first event is `reset`.
    ///     Without it there is none.
    ///   - receive: Called for every save that changes the topic's rows, in order, one at a time, on a
    ///     queue of the live rows. It must not block.
    /// - Returns: The subscription, which ends when it is cancelled or let go.
    /// - Throws: `GardenError.store` when the store cannot be read.
    public func subscribe(
        _ topic: LiveTopic, since: LivePosition? = nil, receive: @escaping @Sendable (LiveEvent) -> Void
    ) throws -> LiveSubscription {
        do {
            return try context.performAndWait {
                let watcher = try watchers.watcher(of: topic)
                // Only now that changes are being watched: what is saved later arrives as a change.
                if let since, since != positions.current() { receive(.reset(topic)) }
                let number = watcher.add(receive)
                return LiveSubscription { [context, watchers] in
                    context.perform { watchers.remove(number, from: topic) }
                }
            }
        } catch {
            throw StoreFile.explained(error, at: storeURL)
        }
    }

    /// The number of topics that are being watched.
    var topicCount: Int { context.performAndWait { watchers.count } }
}
