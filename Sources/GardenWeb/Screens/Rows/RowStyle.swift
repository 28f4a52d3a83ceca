/// What a row of a list is for.
enum RowStyle: String, Sendable, Hashable {
    /// To be opened; a swipe uncovers its Delete button.
    case browse
    /// With a Delete button in plain sight, for those who cannot swipe.
    case edit
    /// To be chosen.
    case pick
}
