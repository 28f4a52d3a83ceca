import Foundation

/// A picture as it is kept: upright, no larger than a screen shows it, without what the camera wrote about place and
/// time.
public struct Picture: Sendable, Hashable {
    /// The whole picture, a JPEG in sRGB of at most 1,600 by 1,600 pixels.
    public let whole: Data
    /// The square in its middle, a JPEG of 96 by 96 pixels, for rows.
    public let small: Data

    /// Makes a picture of one that was made before.
    public init(whole: Data, small: Data) {
        self.whole = whole
        self.small = small
    }
}
