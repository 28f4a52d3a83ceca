/// A word or sign of Swift source.
struct SwiftToken: Equatable {
    /// The word without backticks, or the sign.
    var text: String
    /// The line it stands on, counted from 1.
    var line: Int
    /// Whether it is the first one on its line.
    var startsLine: Bool
}
