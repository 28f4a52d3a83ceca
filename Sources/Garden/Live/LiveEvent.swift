import Foundation

/// What a subscriber is told.
public enum LiveEvent: Sendable, Hashable {
    /// Rows changed.
    case changes(LiveChanges)
    /// Something changed since the subscriber's position: fetch the screen anew, then go on with the
    /// changes that follow.
    case reset(LiveTopic)
}
