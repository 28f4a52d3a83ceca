import Foundation

/// The changes one save made to what a topic shows.
///
/// Deletions come first, then the other changes from top to bottom, so that the row named by `after` is
/// always in place when a change is applied.
public struct LiveChanges: Sendable, Hashable {
    /// What is being watched.
    public let topic: LiveTopic
    /// The changes, in the order to apply them.
    public let changes: [LiveChange]
    /// The number of rows the topic has now.
    public let total: Int

    /// Makes a batch.
    public init(topic: LiveTopic, changes: [LiveChange], total: Int) {
        self.topic = topic
        self.changes = changes
        self.total = total
    }
}
