import Foundation

/// What a screen can watch.
public enum LiveTopic: Sendable, Hashable {
    /// The plants that match a search; all of them with an empty one.
    case plants(search: String)
    /// One plant itself: its name and its numbers.
    case plant(UUID)
    /// The sowings of a plant.
    case sowings(plant: UUID)
    /// One sowing itself, also when it moves to another plant.
    case sowing(UUID)
    /// All lists.
    case lists
    /// One list itself: its name and its numbers.
    case list(UUID)
    /// The items of a list.
    case items(list: UUID)
    /// One item itself.
    case item(UUID)
}
